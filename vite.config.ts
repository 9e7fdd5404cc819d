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

/** Puts messages and the policy where the page says {{name}}, so that it can be read before any script runs. */
const texts: Plugin = {
  name: 'texts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => {
        const text = key === 'policy' ? policy : (messages as Record<string, string>)[key];
        if (text === undefined) throw new Error(`index.html: there is no message ${key}`);
        return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
      }),
  },
};

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
