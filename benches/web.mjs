// Measures in Node and in Chromium: the core beside its peers, and the built page by its keys. Prints a line of JSON for each measurement.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { launchOptions } from '../scripts/chromium.mjs';
import init, * as core from '../www/pkg/chunklab.js';
import { race } from './race.mjs';

const print = (result) => console.log(JSON.stringify(result));
const reference = { English: read('target/bench/reference.en.txt'), Japanese: read('target/bench/reference.ja.txt') };

function read(file) {
  return readFileSync(file, 'utf8');
}

/** About so many bytes; where the text is used up it begins again, every paragraph numbered. */
function document(text, bytes) {
  const paragraphs = text.split('\n\n');
  let [all, round] = ['', 0];
  for (; Buffer.byteLength(all) < bytes; round++)
    all += `${(round === 0 ? paragraphs : paragraphs.map((paragraph, i) => `${paragraph.trimEnd()} (${round}.${i})`)).join('\n\n')}\n\n`;
  return Buffer.from(all)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

const documents = Object.fromEntries(Object.entries(reference).map(([name, text]) => [`${name} 1 MB`, document(text, 1e6)]));

await init({ module_or_path: readFileSync('www/pkg/chunklab_bg.wasm') });
for (const result of await race(core, documents, 'Node')) print(result);

await build({
  configFile: false,
  logLevel: 'error',
  build: {
    outDir: 'target/bench/web',
    emptyOutDir: true,
    lib: { entry: { race: 'benches/race.mjs', bare: 'benches/bare.mjs' }, formats: ['es'] },
  },
});
const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
  '.css': 'text/css',
};
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  const file =
    path === '/blank.html'
      ? undefined
      : ['dist', 'target/bench/web', 'www/pkg'].map((folder) => join(folder, path === '/' ? 'index.html' : path));
  if (!file)
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>blank</title><style>.cm-editor { height: 700px; width: 660px }</style>');
  for (const one of file) {
    try {
      const body = readFileSync(one);
      return response.writeHead(200, { 'content-type': types[extname(one)] ?? 'application/octet-stream' }).end(body);
    } catch {
      // The next folder may have it.
    }
  }
  response.writeHead(404).end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const site = `http://127.0.0.1:${server.address().port}`;
const { executablePath, args } = launchOptions();
const browser = await chromium.launch({ executablePath, args: [...args, '--js-flags=--expose-gc'] });

async function inChromium() {
  const page = await browser.newPage();
  await page.goto(`${site}/blank.html`);
  const results = await page.evaluate(async (documents) => {
    const core = await import('/chunklab.js');
    await core.default({ module_or_path: '/chunklab_bg.wasm' });
    const { race } = await import('/race.js');
    return race(core, documents, 'Chromium');
  }, documents);
  results.forEach(print);
  await page.close();
}

/** Opens a document in the page, as a file; how long until its first chunks are drawn, in ms. */
function open(page, text) {
  return page.evaluate(async (text) => {
    const input = document.querySelector('#file');
    const files = new DataTransfer();
    files.items.add(new File([text], 'document.txt'));
    input.files = files.files;
    const first = () => document.querySelector('#chunks .text')?.textContent ?? '';
    const before = first();
    const start = performance.now();
    input.dispatchEvent(new Event('change'));
    while (first() === before || first() === '') await changed('#chunks');
    await painted();
    return performance.now() - start;
  }, text);
}

/** Types in one place, into the page or, told so, an editor with nothing around it. How long from a key to the frame with its result, in ms; what of it keeps the page busy; how many tasks over 50 ms. */
function type(page, share, keys, isBare = false) {
  return page.evaluate(
    async ([share, keys, isBare]) => {
      const length = () => (isBare ? '' : document.querySelector('#length').textContent);
      const told = isBare ? () => {} : () => changed('#length');
      const editor = (isBare ? document : document.querySelector('#editor').shadowRoot).querySelector('.cm-content');
      const scroller = editor.closest('.cm-scroller');
      scroller.scrollTop = scroller.scrollHeight * share;
      await new Promise((resolve) => setTimeout(resolve, 500));
      // A text in view: of a line that is higher than the view only a part is there.
      const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
      const top = scroller.getBoundingClientRect().top + 100;
      const isBelow = (node) => {
        const range = document.createRange();
        range.selectNode(node);
        return range.getBoundingClientRect().bottom > top;
      };
      let node = walker.nextNode();
      while (!isBelow(node)) node = walker.nextNode();
      getSelection().collapse(node, 0);
      editor.focus();
      await new Promise((resolve) => setTimeout(resolve, 500));
      let long = 0;
      const observer = new PerformanceObserver((list) => (long += list.getEntries().length));
      observer.observe({ type: 'longtask' });
      const [results, answers, busy] = [[], [], []];
      for (let i = 0; i < keys; i++) {
        const before = length();
        const start = performance.now();
        document.execCommand('insertText', false, 'x');
        busy.push(performance.now() - start);
        if (length() === before) await told();
        answers.push(performance.now() - start);
        await painted();
        results.push(performance.now() - start);
        // A key comes at any time of a frame.
        await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 17));
      }
      // A burst: twenty keys without waiting, and how late the result of the last one is.
      const before = length();
      for (let i = 0; i < 20; i++) {
        document.execCommand('insertText', false, 'y');
        await new Promise((resolve) => setTimeout(resolve));
      }
      const start = performance.now();
      const total = (text) => Number(text.replace(/\D/g, ''));
      while (!isBare && total(length()) < total(before) + 20) await told();
      const late = performance.now() - start;
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.disconnect();
      return { results, told: answers, busy, late, long };
    },
    [share, keys, isBare],
  );
}

/** Moves the size by keys of its slider. How long until the result is drawn, in ms. */
function slide(page) {
  return page.evaluate(async () => {
    const slider = document.querySelector('input[type=range]');
    const shown = () => document.querySelector('#statistics').textContent;
    const times = [];
    for (let i = 0; i < 15; i++) {
      const before = shown();
      const start = performance.now();
      slider.value = String(Number(slider.value) + 20);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      while (shown() === before) await changed('#statistics');
      await painted();
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return times;
  });
}

async function opened(path) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    // When something is told to the page, and when it has been drawn: told without timers, which wait four milliseconds each.
    globalThis.changed = (selector) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => resolve(observer.disconnect()));
        observer.observe(document.querySelector(selector), { subtree: true, childList: true, characterData: true });
      });
    globalThis.painted = () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(0);
        }),
      );
  });
  await page.goto(`${site}${path}`);
  return page;
}

/** Private memory of the process that runs a page and its worker, in bytes, once what is not needed any more has been collected. */
async function memory(page) {
  const [session, ours] = [await browser.newBrowserCDPSession(), await page.context().newCDPSession(page)];
  for (let i = 0; i < 3; i++) await ours.send('HeapProfiler.collectGarbage');
  for (const worker of page.workers()) await worker.evaluate(() => globalThis.gc());
  await page.waitForTimeout(500);
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) =>
      [...read(`/proc/${id}/smaps_rollup`).matchAll(/^Private_\w+: +(\d+)/gm)].reduce(
        (sum, [, kb]) => sum + Number(kb) * 1024,
        0,
      ),
    );
  return Math.max(...sizes);
}

async function thePage() {
  for (const [name, bytes] of [
    ['100 KB', 1e5],
    ['1 MB', 1e6],
    ['10 MB', 1e7],
  ]) {
    const page = await opened('/');
    await page.waitForSelector('#chunks .text');
    const text = document(reference.English, bytes);
    print({ what: 'open', document: name, times: [await open(page, text)] });
    for (const [place, share] of [
      ['start', 0],
      ['middle', 0.5],
      ['end', 0.98],
    ]) {
      const { results, ...more } = await type(page, share, bytes === 1e7 ? 60 : 30);
      print({ what: 'key', document: `${name}, ${place}`, times: results, ...more });
    }
    print({ what: 'slider', document: name, times: await slide(page) });
    await page.close();
  }
}

/** What ten megabytes take, opened from a file as a person does. */
async function theMemory() {
  for (const [language, text] of Object.entries(reference)) {
    const file = `target/bench/10m.${language}.txt`;
    writeFileSync(file, document(text, 1e7));
    const page = await opened('/');
    await page.waitForSelector('#chunks .text');
    // What typing takes whatever the text, compiled code among it.
    await type(page, 0, 60);
    const blank = await memory(page);
    await page.setInputFiles('#file', file);
    await page.waitForFunction(
      () =>
        Number(
          document
            .querySelector('#length')
            .textContent.match(/[\d,]+/)[0]
            .replaceAll(',', ''),
        ) > 1e6,
    );
    await page.waitForTimeout(5000);
    const loaded = await memory(page);
    await type(page, 0.5, 60);
    print({
      what: 'memory',
      document: `${language} 10 MB`,
      bytes: 1e7,
      loaded: loaded - blank,
      used: (await memory(page)) - blank,
    });
    await page.close();
  }
}

/** A megabyte without a line end, in the page and in an editor with nothing around it. */
async function aLine() {
  const text = document(reference.English, 1e6).replace(/\s+/g, ' ');
  const [page, bare] = [await opened('/'), await opened('/blank.html')];
  await page.waitForSelector('#chunks .text');
  await open(page, text);
  await bare.evaluate(async (text) => (await import('/bare.js')).bare(document.body, text), text);
  for (const [place, share] of [
    ['start', 0],
    ['middle', 0.5],
    ['end', 0.98],
  ]) {
    for (const [tool, where] of [
      ['the page', page],
      ['the editor alone', bare],
    ]) {
      await where.bringToFront();
      print({ what: 'line', document: `${place}, ${tool}`, times: (await type(where, share, 30, where === bare)).results });
    }
  }
  await page.close();
  await bare.close();
}

function sizes() {
  const html = read('dist/index.html');
  const linked = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => `dist/${file}`);
  const packed = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
  const sum = (files) => files.reduce((sum, file) => sum + packed(file), 0);
  print({ what: 'size', document: 'page: script, style, markup', bytes: sum(['dist/index.html', ...linked]) });
  print({
    what: 'size',
    document: 'WebAssembly',
    bytes: packed('www/pkg/chunklab_bg.wasm'),
    raw: statSync('www/pkg/chunklab_bg.wasm').size,
  });
  print({ what: 'size', document: 'glue of the WebAssembly', bytes: packed('www/pkg/chunklab.js') });
}

try {
  sizes();
  await inChromium();
  await thePage();
  await aLine();
  await theMemory();
} finally {
  await browser.close();
  server.close();
}
