import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'vite';

/** Builds the service worker of a site, with a list of all its files: the browser takes each only if it has this hash. */
export async function buildServiceWorker(folder: string, files: string[]): Promise<void> {
  const entries = files.sort().map((url) => {
    const digest = createHash('sha384')
      .update(readFileSync(`${folder}/${url}`))
      .digest('base64');
    // Names in assets/ hold a hash already.
    return { url, revision: url.startsWith('assets/') ? null : digest, integrity: `sha384-${digest}` };
  });
  await build({
    configFile: false,
    root: 'www/offline',
    logLevel: 'warn',
    define: { siteFiles: JSON.stringify(entries), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: 'service-worker.ts', formats: ['iife'], name: 'serviceWorker', fileName: () => 'service-worker.js' },
    },
  });
}

export const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  writeBundle: {
    // Behind what else changes files.
    order: 'post',
    sequential: true,
    handler: ({ dir = '' }, files) => buildServiceWorker(dir, Object.keys(files)),
  },
};
