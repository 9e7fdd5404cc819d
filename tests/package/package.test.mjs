// The packed package, installed as its users install it: in a plain Node script and in an empty Vite project, against the command.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../scripts/chromium.mjs';

const { version, name } = JSON.parse(readFileSync('package/package.json', 'utf8'));
const tarball = resolve(`${name}-${version}.tgz`);
const command = resolve('target/release/chunklab');
const folder = mkdtempSync(join(tmpdir(), 'chunklab-'));
const vite = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.vite;

const run = (program, args, options = {}) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
const write = (name, text) => writeFileSync(join(folder, name), text);

before(() => {
  write('package.json', '{ "private": true, "type": "module" }');
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball, `vite@${vite}`]);
});

after(() => rmSync(folder, { recursive: true }));

test('it has the version of the crate', () => {
  assert.match(readFileSync('Cargo.toml', 'utf8'), new RegExp(`^version = "${version}"$`, 'm'));
});

test('it holds what it says, the licences of what is in it, and nothing else', () => {
  const files = readdirSync(join(folder, 'node_modules/chunklab')).sort();
  assert.deepEqual(files, [
    'LICENSE',
    'README.md',
    'chunklab.d.ts',
    'chunklab.js',
    'chunklab_bg.wasm',
    'index.d.ts',
    'index.js',
    'licences.txt',
    'node.js',
    'package.json',
  ]);
  assert.match(
    readFileSync(join(folder, 'node_modules/chunklab/licences.txt'), 'utf8'),
    /^## serde_json .*\n\n.*Permission is hereby granted/ms,
  );
  const wasm = 'chunklab_bg.wasm';
  assert.deepEqual(readFileSync(join(folder, 'node_modules/chunklab', wasm)), readFileSync(join('www/pkg', wasm)));
});

const examples = [...readFileSync('package/README.md', 'utf8').matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
assert.equal(examples.length, 5);
for (const [i, [, code, printed]] of examples.entries()) {
  test(`example ${i + 1} of its README prints what stands there`, () => {
    write(`example${i}.js`, code);
    assert.equal(
      run('node', [`example${i}.js`])
        .replaceAll('\r\n', '\n')
        .trim(),
      printed.trim(),
    );
  });
}

/** Settings that differ in everything. */
const settings = ['recursive-char', 'sentence', 'paragraph', 'semantic'].flatMap((strategy) => [
  { strategy },
  { strategy, size: 60, overlap: 20, unit: 'characters', trim: true, split_oversize: true },
  { strategy, size: 120, overlap: 30, chars_per_token: 4.2, breadcrumb: true, keep_blocks: false },
]);

const corpus = readdirSync('tests/corpus').filter((name) => /^[a-z].*\.(md|txt)$/.test(name));

test('its records are those of the command, to the byte', async () => {
  const { chunk, Exporter, Session } = await import(pathToFileURL(join(folder, 'node_modules/chunklab/node.js')));
  assert.equal(corpus.length, 8);
  for (const name of corpus) {
    const text = readFileSync(`tests/corpus/${name}`, 'utf8');
    for (const given of settings) {
      write('settings.json', JSON.stringify(given));
      const printed = run(command, ['--settings', 'settings.json', '--field', `doc_id=${name}`, resolve('tests/corpus', name)]);
      const metadata = { doc_id: name };
      const lines = chunk(text, given, { metadata, offsets: 'char' }).map((record) => `${JSON.stringify(record)}\n`);
      assert.equal(lines.join(''), printed);
      const session = new Session();
      session.load(text);
      session.setFields(metadata);
      session.chunk(given);
      const [exporter, pieces] = [new Exporter('jsonl', 'char'), []];
      session.write(exporter, (piece) => pieces.push(piece));
      assert.equal(Buffer.concat(pieces).toString(), printed);
      session.free();
    }
  }
});

test('metadata that is no text keeps its kind, as lines of the command do', async () => {
  const { chunk } = await import(pathToFileURL(join(folder, 'node_modules/chunklab/node.js')));
  const metadata = { pages: 2, score: -0.25, large: 1e21, draft: false, none: null, tags: ['a', { b: [] }], title: '水' };
  const [record] = chunk('Boil it.', {}, { metadata: { ...metadata, left_out: undefined }, offsets: 'char' });
  assert.deepEqual(record.metadata, metadata);
  assert.deepEqual(chunk('Boil it.', {}, { metadata: new Map(Object.entries(metadata)) })[0].metadata, metadata);
  const line = JSON.stringify({ text: 'Boil it.', ...metadata });
  const printed = run(command, ['--jsonl-in', '--text-field', 'text'], { input: line });
  assert.deepEqual(JSON.parse(printed), record);
  assert.throws(() => chunk('Boil it.', {}, { metadata: { count: 2n } }), TypeError);
});

test('a text is a string or UTF-8, and anything else is refused', async () => {
  const { chunk } = await import(pathToFileURL(join(folder, 'node_modules/chunklab/node.js')));
  assert.deepEqual(chunk(Buffer.from('Füll it.')), chunk('Füll it.'));
  for (const text of [42, {}, ['a'], true, undefined, null]) {
    assert.throws(() => chunk(text), { name: 'TypeError', message: 'a text is a string or UTF-8 in a Uint8Array' });
  }
  assert.throws(() => chunk(new Uint8Array([0xff])), { name: 'TypeError', message: /invalid utf-8/ });
});

test('what is no object of names and values is refused, and nothing is nothing', async () => {
  const { chunk, Session } = await import(pathToFileURL(join(folder, 'node_modules/chunklab/node.js')));
  const session = new Session();
  for (const wrong of ['semantic', ['semantic'], 400, true]) {
    for (const use of [
      () => chunk('Fill it.', wrong),
      () => chunk('Fill it.', {}, { metadata: wrong }),
      () => session.setFields(wrong),
    ])
      assert.throws(use, { name: 'TypeError', message: 'names and values come in an object or a Map' });
  }
  assert.throws(() => session.edit(0, 0), { name: 'TypeError', message: 'a text is a string or UTF-8 in a Uint8Array' });
  for (const position of [-1, Number.NaN, undefined]) assert.throws(() => session.edit(position, 1, 'x'), { name: 'RangeError' });
  session.free();
  for (const nothing of [undefined, null]) assert.deepEqual(chunk('Fill it.', nothing, nothing), chunk('Fill it.'));
});

test('a wish with a mistyped name is refused, and a lone surrogate is what TextEncoder makes of it', async () => {
  const { chunk, Exporter } = await import(pathToFileURL(join(folder, 'node_modules/chunklab/node.js')));
  const message = '"metdata" is none of metadata, offsets';
  assert.throws(() => chunk('Fill it.', {}, { metdata: {} }), { name: 'TypeError', message });
  assert.throws(() => new Exporter('ollama', 'char', { modell: 'x' }), TypeError);
  assert.throws(() => chunk('Fill it.', { sise: 3 }), { name: 'SettingsError', code: 'name' });
  assert.deepEqual(chunk('Fill it.', { size: '3', overlap: '1' }), chunk('Fill it.', { size: 3, overlap: 1 }));
  const [{ text, end }] = chunk('a\ud800b');
  assert.deepEqual([text, end], ['a\ufffdb', 3]);
});

test('its types are those of what it gives', () => {
  write(
    'typed.ts',
    `import { chunk, type ChunkRecord, type Settings, Session } from 'chunklab';
const settings: Partial<Settings> = { strategy: 'semantic', size: 400 };
const records: ChunkRecord[] = chunk('Boil it.', settings, { metadata: { doc_id: 'a', pages: 2 }, offsets: 'char' });
const session = new Session();
session.load(records[0]!.text);
const starts: Uint32Array = (session.chunk(settings), session.columns().start);
// @ts-expect-error no such strategy
chunk('Boil it.', { strategy: 'fixed' });
export { starts };
`,
  );
  const [, example] = readFileSync('package/README.md', 'utf8').match(/```ts\n(.*?)```/s);
  write('example.ts', `${example}export { records };\n`);
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,esnext.disposable',
    'typed.ts',
    'example.ts',
  ];
  for (const resolution of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ])
    run(resolve('node_modules/.bin/tsc'), [...resolution, ...options]);
});

test('in an empty Vite project it runs in a browser, served as it is written and built', async () => {
  write('index.html', '<!doctype html><title>Empty</title><pre id="out"></pre><script type="module" src="./main.js"></script>');
  const text = readFileSync('tests/corpus/ja-manual.md', 'utf8');
  const given = { strategy: 'semantic', size: 80, overlap: 10 };
  write(
    'main.js',
    `import { chunk } from 'chunklab';
const records = chunk(${JSON.stringify(text)}, ${JSON.stringify(given)}, { offsets: 'char' });
document.querySelector('#out').textContent = JSON.stringify(records);
`,
  );
  write('settings.json', JSON.stringify(given));
  const printed = run(command, ['--settings', 'settings.json', '--format', 'json'], { input: text });
  const { build, createServer, preview } = await import(pathToFileURL(join(folder, 'node_modules/vite/dist/node/index.js')));
  const options = { root: folder, configFile: false, logLevel: 'warn' };
  const at = { host: '127.0.0.1', port: 0 };
  const servers = [];
  const browser = await chromium.launch(launchOptions('--shell'));
  const shown = async (server) => {
    const page = await browser.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    const { port } = server.httpServer.address();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page
      .waitForFunction(() => document.querySelector('#out').textContent !== '', undefined, { timeout: 20_000 })
      .catch(() => {});
    assert.deepEqual(faults, []);
    return JSON.parse(await page.locator('#out').textContent());
  };
  try {
    await build({ ...options, build: { target: 'es2022' } });
    servers.push(await preview({ ...options, preview: at }), await (await createServer({ ...options, server: at })).listen());
    for (const server of servers) assert.deepEqual(await shown(server), JSON.parse(printed));
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
  }
});
