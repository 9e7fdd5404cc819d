import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import type { Told, Wanted } from './handing-over';

declare const self: ServiceWorkerGlobalScope;
/** All files of the site with their hashes, put in by the build. */
declare const siteFiles: PrecacheEntry[];

/** A cache for each version of the site: an open page finds the files it was made with, whatever came since. */
const ours = `chunklab ${self.registration.scope} `;
const files = siteFiles;
const page = files.find(({ url }) => url === 'index.html');
const version = new PrecacheController({ cacheName: ours + (page?.revision ?? '') });
version.addToCacheList(files);

/** What pages asked to have kept while they reload, and what is called once they have it back. Only in memory: nothing of a document is stored. */
const keeping = new Map<string, { kept: unknown; taken(): void }>();
/** How long a page may take to reload, in ms. */
const patience = 20_000;

// All files come, each with the hash it must have, or the version is not taken.
self.addEventListener('install', (event) => {
  version.install(event);
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

registerRoute(new PrecacheRoute(version, { directoryIndex: 'index.html', ignoreURLParametersMatching: [/./] }));
registerRoute(
  ({ sameOrigin }) => sameOrigin,
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

self.addEventListener('message', (event) => {
  const wanted = event.data as Wanted;
  const answer = (told: Told) => event.ports[0]?.postMessage(told);
  if (wanted.type === 'started') {
    const isCurrent = version.getCacheKeyForURL(wanted.script) !== undefined;
    answer({ isCurrent });
    // A page of another version still needs its own files.
    if (isCurrent) event.waitUntil(tidy());
  } else if (wanted.type === 'activate') {
    event.waitUntil(self.skipWaiting());
  } else if (wanted.type === 'keep') {
    const { name, kept } = wanted;
    // A browser may end a service worker that has nothing to do: this one has, until the page is back.
    const back = new Promise<void>((taken) => {
      keeping.set(name, { kept, taken });
      setTimeout(taken, patience);
    });
    event.waitUntil(back.then(() => keeping.delete(name)));
    answer({});
  } else if (wanted.type === 'take') {
    const held = keeping.get(wanted.name);
    answer({ kept: held?.kept });
    held?.taken();
  }
});

/** Versions that no open page can be of go. */
async function tidy(): Promise<void> {
  const { waiting, installing } = self.registration;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 1 || waiting || installing) return;
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(ours) && name !== version.strategy.cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}
