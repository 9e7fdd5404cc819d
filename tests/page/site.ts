import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { cachingOf, headers } from '../../build/hosts.ts';
import { putServiceWorker } from '../../build/offline.ts';
import { test as usual } from './fixture';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built site on a host of its own, which can be taken away, and given another version. */
export class Site {
  /** Everything that was asked for since it was last emptied. */
  readonly asked: string[] = [];
  /** What is to be done about some files instead of sending them. True if it was done. */
  instead: (name: string, response: ServerResponse) => boolean = () => false;
  folder = 'dist';
  /** Whether browsers are to ask for each file anew, as after a day for the service worker. */
  keepsNothing = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** At the same address as before, if it was there before. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.address);
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    this.asked.push(name);
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (this.instead(name, response)) return;
    const file = join(this.folder, name);
    if (!existsSync(file)) {
      // As many hosts do: a page, whatever was asked for.
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    const caching = this.keepsNothing ? 'no-cache' : cachingOf(name);
    response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream', 'Cache-Control': caching });
    response.end(readFileSync(file));
  }
}

/** Another version of the built site: every file in assets/ has another name, and the page says which it is. Nothing of this one is there. */
export async function anotherVersion(name: string): Promise<string> {
  const folder = mkdtempSync(resolve('test-results/site-'));
  cpSync('dist', folder, { recursive: true });
  const assets = readdirSync('dist/assets');
  const renamed = (text: string) => assets.reduce((text, name) => text.replaceAll(name, other(name)), text);
  const rewrite = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  rewrite('index.html', (text) => renamed(text).replace('<html ', `<html data-version="${name}" `));
  for (const asset of assets) {
    if (/\.(js|css)$/.test(asset)) rewrite(join('assets', asset), renamed);
    renameSync(join(folder, 'assets', asset), join(folder, 'assets', other(asset)));
  }
  const files = [...assets.map((name) => `assets/${other(name)}`), 'index.html', 'licences.txt'];
  await putServiceWorker(folder, files);
  return folder;
}

function other(name: string): string {
  return name.replace(/-(?=[\w-]{8}\.\w+$)/, '-X');
}

/** The page on a host of its own, with its service worker. */
export const test = usual.extend<{ site: Site }>({
  site: async ({ browserName: _ }, use) => {
    const site = new Site();
    await site.start();
    await use(site);
    await site.stop().catch(() => {});
  },
  baseURL: async ({ site }, use) => use(site.address),
  serviceWorkers: 'allow',
});
