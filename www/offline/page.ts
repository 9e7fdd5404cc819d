import type { RememberedDocuments } from '../memory';
import type { Told, Wanted } from './handing-over';

/** The open documents, while the page reloads. */
type Kept = RememberedDocuments;

interface Listener {
  /** Everything the page may ever load is in this browser. */
  ready(): void;
  /** There is a newer version of the page: `reload` takes it and keeps the documents. */
  newer(reload: (kept: Kept) => Promise<void>): void;
}

/** Set in this tab between asking for documents to be kept and taking them back. */
const flag = 'chunklab.kept';
/** How long the service worker may take to answer, in ms. */
const patience = 5000;
/** Browsers look for a newer service worker a second or two after it has given them a page. In ms, with room. */
const lookedAfter = 3000;
const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;

function ask(worker: ServiceWorker, wanted: Wanted): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Told>) => resolve(data);
    setTimeout(() => reject(new Error('no answer')), patience);
    worker.postMessage(wanted, [port2]);
  });
}

/** The documents that were kept while the page reloaded. */
export async function takeKept(): Promise<Kept | undefined> {
  try {
    if (!workers?.controller || sessionStorage.getItem(flag) === null) return undefined;
    sessionStorage.removeItem(flag);
    return (await ask(workers.controller, { type: 'take' })).kept as Kept | undefined;
  } catch {
    return undefined;
  }
}

/**
 * Has the browser keep all files of the page. It looks once whether there is a newer version of them: the page is said to be ready only
 * when that is over, so that nothing is asked of the server from then on. Where the browser keeps nothing the page works with its server.
 */
export async function workOffline(script: string, listener: Listener): Promise<void> {
  if (import.meta.env.DEV || !workers) return;
  try {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
    const registration = await workers.register('./service-worker.js', { updateViaCache: 'all' });
    /** Asks a service worker, of whatever version, whether this page is of the same one. */
    const look = async (worker: ServiceWorker | null) => {
      const { isCurrent } = worker ? await ask(worker, { type: 'started', script }) : {};
      if (isCurrent === false) listener.newer((kept) => reload(registration, kept));
      return isCurrent;
    };
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') look(installing).catch(() => {});
      });
    });
    workers.addEventListener('controllerchange', () => look(workers.controller).catch(() => {}));
    look(registration.waiting).catch(() => {});
    await (workers.controller ? new Promise((resolve) => setTimeout(resolve, lookedAfter)) : controlled());
    if (await look(workers.controller)) listener.ready();
  } catch {
    // The page goes on with its server.
  }
}

/** The next time a service worker takes this page over. */
function controlled(): Promise<Event> {
  return new Promise((resolve) => workers?.addEventListener('controllerchange', resolve, { once: true }));
}

/** Takes the newest version; other tabs go on in the one they have. */
async function reload({ waiting }: ServiceWorkerRegistration, kept: Kept): Promise<void> {
  const worker = waiting ?? workers?.controller;
  if (!worker) return;
  const taken = waiting && controlled();
  sessionStorage.setItem(flag, 'yes');
  await ask(worker, { type: 'keep', kept });
  await taken;
  location.reload();
}
