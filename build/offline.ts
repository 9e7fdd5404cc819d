import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'vite';

/** Builds the service worker with a list of files, into a folder if one is named. */
export function serviceWorker(files: object[], folder?: string): ReturnType<typeof build> {
  return build({
    configFile: false,
    root: 'www/offline',
    logLevel: 'warn',
    define: { siteFiles: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: folder !== undefined,
      outDir: folder ?? 'dist',
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: 'service-worker.ts', formats: ['iife'], name: 'serviceWorker', fileName: () => 'service-worker.js' },
    },
  });
}

/** Puts the service worker of a site beside it, with a list of all its files: the browser takes each only if it has this hash. */
export async function putServiceWorker(folder: string, files: string[]): Promise<void> {
  const entries = files.sort().map((url) => {
    const digest = createHash('sha384')
      .update(readFileSync(`${folder}/${url}`))
      .digest('base64');
    // Names in assets/ hold a hash already.
    return { url, revision: url.startsWith('assets/') ? null : digest, integrity: `sha384-${digest}` };
  });
  await serviceWorker(entries, folder);
}

export const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  writeBundle: ({ dir = '' }, files) => putServiceWorker(dir, Object.keys(files)),
};
