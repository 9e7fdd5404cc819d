import { writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What the page may do: run and ask for its own files, and no more. Also in the page's head; a policy there does not reach a worker. */
export const policy = [
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

/** With every file. */
export const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Files in `assets/` have a hash of what is in them in their names; all others are asked for anew. */
const [lasting, fresh] = ['public, max-age=31536000, immutable', 'no-cache'];

const all = Object.entries(headers);

/** Netlify, Cloudflare Pages: where two paths match a file, it has the headers of both. */
const plain = [
  { path: '/*', lines: all },
  { path: '/', lines: [['Cache-Control', fresh]] },
  { path: '/index.html', lines: [['Cache-Control', fresh]] },
  { path: '/service-worker.js', lines: [['Cache-Control', fresh]] },
  { path: '/assets/*', lines: [['Cache-Control', lasting]] },
]
  .map(({ path, lines }) => [path, ...lines.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'))
  .join('');

const apache = `AddType application/wasm .wasm
AddType text/javascript .js
<IfModule mod_headers.c>
${all.map(([name, value]) => `  Header always set ${name} "${value}"`).join('\n')}
  Header set Cache-Control "${fresh}"
  <If "%{REQUEST_URI} =~ m#/assets/#">
    Header set Cache-Control "${lasting}"
  </If>
</IfModule>
`;

const vercel = {
  headers: [
    { source: '/(.*)', headers: [...all, ['Cache-Control', fresh]].map(([key, value]) => ({ key, value })) },
    { source: '/assets/(.*)', headers: [{ key: 'Cache-Control', value: lasting }] },
  ],
};

/** To be included in the block of the server. A location with headers of its own has none of these, so both have all. */
const nginx = [
  { location: '/', cache: fresh },
  { location: '~ /assets/', cache: lasting },
]
  .map(({ location, cache }) => {
    const lines = [...all, ['Cache-Control', cache]].map(([name, value]) => `  add_header ${name} "${value}" always;\n`);
    return `location ${location} {\n${lines.join('')}}\n`;
  })
  .join('');

/** Puts the headers beside the site, as the usual hosts read them. */
export const hosts: Plugin = {
  name: 'hosts',
  apply: 'build',
  writeBundle({ dir }) {
    const files = {
      _headers: plain,
      '.htaccess': apache,
      'vercel.json': `${JSON.stringify(vercel, null, 2)}\n`,
      'nginx.conf': nginx,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(`${dir}/${name}`, text);
  },
};
