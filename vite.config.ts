import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import messages from './www/locales/en.json' with { type: 'json' };

/** Also in the page's head; a policy there does not reach a worker. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Puts the English messages where the page says which: data-say="…" for what is in an element, data-say-label and data-say-content for its
 * attributes. So it can be read before any script runs; `www/translation.ts` does the same for another language.
 */
const texts: Plugin = {
  name: 'texts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('{{policy}}', policy)
        .replace(/data-say="([\w.]+)"([^>]*)>/g, (found, key: string) => found + message(key))
        .replace(/data-say-label="([\w.]+)"/g, (found, key: string) => `${found} aria-label="${message(key)}"`)
        .replace(/data-say-content="([\w.]+)"/g, (found, key: string) => `${found} content="${message(key)}"`),
  },
};

function message(key: string): string {
  const text = (messages as Record<string, string>)[key];
  if (text === undefined) throw new Error(`index.html: there is no message ${key}`);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export default defineConfig({
  root: 'www',
  base: './',
  plugins: [texts],
  // Without it a library that reduces HTML in a worker looks for a document there.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  preview: { headers: { 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' } },
});
