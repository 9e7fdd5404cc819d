import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import messages from '../www/locales/en.json' with { type: 'json' };

/** Where a message is another one in the single file, it has this at its end. */
const suffix = '.file';

/** Has the page say what is true of a single file. Before the messages are put in. */
export const spoken: Plugin = {
  name: 'spoken',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(/data-say="([\w.]+)"/g, (found, key: string) =>
        key + suffix in messages ? `data-say="${key + suffix}"` : found,
      ),
  },
};

/** Puts all that was built into one HTML file that asks for nothing, under a policy that allows what is in it and nothing else. */
export const single = (to: string): Plugin => ({
  name: 'single',
  apply: 'build',
  writeBundle({ dir }) {
    const read = (name: string) => readFileSync(`${dir}/${name}`, 'utf8');
    let script = '';
    let style = '';
    const page = read('index.html')
      .replace(/ *<script type="module"[^>]* src="([^"]+)"><\/script>\n/, (_, name: string) => {
        script = asScript(read(name));
        return '';
      })
      .replace(/<link rel="stylesheet"[^>]* href="([^"]+)">/, (_, name: string) => {
        style = read(name);
        return `<style>${style}</style>`;
      })
      .replace(/"(\.\/[\w./-]+\.svg)"/g, (_, name: string) => `"${asData(read(name), 'image/svg+xml')}"`)
      .replace('href="./licences.txt"', () => `download="licences.txt" href="${asData(read('licences.txt'), 'text/plain')}"`)
      .replace('{{policy}}', () => policy(script, style))
      .replace('</head>', () => `<script type="module">${script}</script>\n</head>`);
    const left = /(?:src|href)="\.\/[^"]*"/.exec(page.replace(script, ''));
    if (left || !script || !style) throw new Error(`the single file would not hold ${left?.[0] ?? 'its script and style'}`);
    writeFileSync(to, page);
  },
});

/**
 * A script as it may stand in HTML, where these would end it or change how it is read (HTML, “Restrictions for contents of script
 * elements”). They are in strings and regular expressions, which mean the same with an escape.
 */
function asScript(source: string): string {
  if (/[\r\0]/.test(source)) throw new Error('HTML would read the script otherwise than it is hashed');
  return source
    .trim()
    .replace(/<\/(script)/gi, '<\\/$1')
    .replaceAll('<!--', '<\\x21--');
}

function asData(text: string, type: string): string {
  return `data:${type};base64,${Buffer.from(text).toString('base64')}`;
}

/** Nothing but these may run or style; nothing is asked for but what stands in the file itself. Workers are made of it, too. */
function policy(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'img-src data:',
    'connect-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
