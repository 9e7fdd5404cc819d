import type { RememberedDocuments } from '../memory';
import type { Told, Wanted } from './handing-over';

/** The open documents, while the page reloads. */
type Kept = RememberedDocuments;

interface Listener {
  /** Everything the page may ever load is in this browser. */
  ready(): void;
  /** There is a newer version of the page: `keep` has it take over and keep the documents as they are then. The page is to reload at once. */
  newer(keep: (documents: () => Kept) => Promise<void>): void;
}

/** Holds the name that the documents of this tab are kept under, between asking for that and taking them back. */
const place = 'chunklab.kept';
/** How long the service worker may take to answer, in ms. */
const patience = 5000;
/** Browsers look for a newer service worker a second or two after it has given them a page. In ms, with room. */
const lookedAfter = 3000;
const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
/** This page is taking a newer version: that it has it is not to be offered anew. */
let isTaking = false;

function ask(worker: ServiceWorker, wanted: Wanted): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Told>) => resolve(data);
    late().catch(reject);
    worker.postMessage(wanted, [port2]);
  });
}

/** The documents that were kept while the page reloaded. */
export async function takeKept(): Promise<Kept | undefined> {
  try {
    const name = sessionStorage.getItem(place);
    if (!workers?.controller || name === null) return undefined;
    sessionStorage.removeItem(place);
    return (await ask(workers.controller, { type: 'take', name })).kept as Kept | undefined;
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
      if (isCurrent === false) listener.newer((documents) => take(registration, documents));
      return isCurrent;
    };
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') look(installing).catch(() => {});
      });
    });
    workers.addEventListener('controllerchange', () => {
      if (!isTaking) look(workers.controller).catch(() => {});
    });
    look(registration.waiting).catch(() => {});
    await (workers.controller ? new Promise((resolve) => setTimeout(resolve, lookedAfter)) : controlled());
    if (await look(workers.controller)) listener.ready();
  } catch {
    // The page goes on with its server.
  }
}

/** The next time a service worker takes this page over. */
function controlled(): Promise<unknown> {
  return new Promise((resolve) => workers?.addEventListener('controllerchange', resolve, { once: true }));
}

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), patience));
}

/** Has the newest version take over, and then keep the documents; other tabs go on in the one they have. */
async function take(registration: ServiceWorkerRegistration, documents: () => Kept): Promise<void> {
  isTaking = true;
  try {
    await takeOver(registration);
    await keep(documents);
  } finally {
    isTaking = false;
  }
}

async function takeOver({ waiting }: ServiceWorkerRegistration): Promise<void> {
  if (waiting) {
    const taken = controlled();
    waiting.postMessage({ type: 'activate' } satisfies Wanted);
    await Promise.race([taken, late()]);
  }
}

async function keep(documents: () => Kept): Promise<void> {
  const worker = workers?.controller;
  if (!worker) throw new Error('no service worker');
  const name = crypto.randomUUID();
  sessionStorage.setItem(place, name);
  // What is typed from now on would be lost.
  document.body.inert = true;
  try {
    await ask(worker, { type: 'keep', name, kept: documents() });
  } catch (error) {
    document.body.inert = false;
    sessionStorage.removeItem(place);
    throw error;
  }
}
