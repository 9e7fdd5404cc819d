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

/** With every file. No other site holds the page in a frame (which a policy in the page itself cannot say) or keeps its window. */
export const headers = {
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** How long browsers may keep a file. Those in `assets/` have a hash of what is in them in their names. */
export const caching = {
  'assets/': 'public, max-age=31536000, immutable',
  // Whenever the page starts a worker, a browser looks for a newer service worker: for a day it finds the one it has, and asks nobody.
  'service-worker.js': 'public, max-age=86400',
  '': 'no-cache',
};

/** The same for a file by its name. */
export function cachingOf(name: string): string {
  const [, value = ''] = Object.entries(caching).find(([start]) => name.startsWith(start)) ?? [];
  return value;
}

const all = Object.entries(headers);

/** Netlify, Cloudflare Pages: where two paths match a file, it has the headers of both. */
const plain = [
  { path: '/*', lines: all },
  { path: '/', lines: [['Cache-Control', caching['']]] },
  { path: '/index.html', lines: [['Cache-Control', caching['']]] },
  { path: '/service-worker.js', lines: [['Cache-Control', caching['service-worker.js']]] },
  { path: '/assets/*', lines: [['Cache-Control', caching['assets/']]] },
]
  .map(({ path, lines }) => [path, ...lines.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'))
  .join('');

const apache = `AddType application/wasm .wasm
AddType text/javascript .js
<IfModule mod_headers.c>
${all.map(([name, value]) => `  Header always set ${name} "${value}"`).join('\n')}
  Header set Cache-Control "${caching['']}"
  <If "%{REQUEST_URI} =~ m#/service-worker.js$#">
    Header set Cache-Control "${caching['service-worker.js']}"
  </If>
  <If "%{REQUEST_URI} =~ m#/assets/#">
    Header set Cache-Control "${caching['assets/']}"
  </If>
</IfModule>
`;

/** The last one that matches counts. */
const vercel = {
  headers: [
    { source: '/(.*)', headers: [...all, ['Cache-Control', caching['']]].map(([key, value]) => ({ key, value })) },
    { source: '/service-worker.js', headers: [{ key: 'Cache-Control', value: caching['service-worker.js'] }] },
    { source: '/assets/(.*)', headers: [{ key: 'Cache-Control', value: caching['assets/'] }] },
  ],
};

/** To be included in the block of the server. A location with headers of its own has none of these, so each has all. */
const nginx = [
  { location: '/', cache: caching[''] },
  { location: '~ /service-worker\\.js$', cache: caching['service-worker.js'] },
  { location: '~ /assets/', cache: caching['assets/'] },
]
  .map(({ location, cache }) => {
    const lines = [...all, ['Cache-Control', cache]].map(([name, value]) => `  add_header ${name} "${value}" always;\n`);
    return `location ${location} {\n${lines.join('')}}\n`;
  })
  .join('');

/** Puts the policy into the page and the headers beside the site, as the usual hosts read them, and sends them where it is served here. */
export const hosts: Plugin = {
  name: 'hosts',
  transformIndexHtml: (html) => html.replace('{{policy}}', policy),
  configurePreviewServer({ middlewares }) {
    middlewares.use(({ url = '/' }, response, next) => {
      const { pathname } = new URL(url, 'http://localhost');
      // Whoever builds it wants to see the next build at once.
      const caching = pathname === '/service-worker.js' ? 'no-cache' : cachingOf(pathname.slice(1));
      response.setHeaders(new Map(Object.entries({ ...headers, 'Cache-Control': caching })));
      next();
    });
  },
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
