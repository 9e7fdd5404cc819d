import type { Plugin } from 'vite';
import messages from '../www/locales/en.json' with { type: 'json' };

/**
 * Puts the English messages where the page says which: data-say="…" for what is in an element, data-say-label and data-say-content for its
 * attributes. So it can be read before any script runs; `www/translation.ts` does the same for another language.
 */
export const texts: Plugin = {
  name: 'texts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
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
