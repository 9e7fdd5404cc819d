// Makes the tables of docs/benchmarks.md out of what the benchmarks printed.

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const results = ['native', 'web'].flatMap((name) =>
  readFileSync(`target/bench/${name}.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line)),
);

const at = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const ms = (value) => (value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(0));
const rate = ({ bytes, times }) => Math.round(bytes / 1000 / at(times, 0.5));
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
const of = (what) => results.filter((result) => result.what === what);

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row))].join('\n');
}

/** One row for each document, one column for each tool, and how many times as fast as the peers. */
function race(rows, own, where) {
  const documents = [...new Set(rows.map(({ document }) => document))];
  const peers = [...new Set(rows.filter(({ tool }) => tool !== own).map(({ tool }) => tool))];
  return table(
    ['document', `chunklab${where}`, ...peers.flatMap((peer) => [peer, 'ratio'])],
    documents.map((document) => {
      const find = (tool) => rows.find((row) => row.document === document && row.tool === tool);
      const ours = find(own);
      const cells = peers.flatMap((peer) =>
        find(peer) ? [`${rate(find(peer))} MB/s`, `${(rate(ours) / rate(find(peer))).toFixed(1)}`] : ['', ''],
      );
      return [document, `${rate(ours)} MB/s`, ...cells];
    }),
  );
}

const inWeb = (where) => {
  const rows = of('string in, columns out')
    .concat(of('string in, chunks out'))
    .filter((row) => row.where === where);
  return race(rows, 'chunklab', '');
};

console.log(`# Measured

\`make bench\` writes this page. Everything here is of one run on one machine (${cpus().length} cores, ${cpus()[0]?.model.trim()}): compare within it. Each time
is the median of many with a new string every time; MB is a million bytes of UTF-8. Size 500, overlap 50, the estimate of 3.8 characters a token as
length function. The documents are Debian's reference manual in English and Japanese, full of lists, tables and short lines.

## Native

From a text of which nothing is known to its chunks, overlap included. Peer: \`text-splitter\`.

${race(of('chunk'), 'chunklab', '')}

Growth with the length of the text, \`recursive-char\`:

${table(
  ['document', 'time', 'rate'],
  of('growth').map((row) => [row.document, `${ms(at(row.times, 0.5))} ms`, `${rate(row)} MB/s`]),
)}

A megabyte of what tempts a chunker into reading the same again and again:

${table(
  ['text', 'time', 'rate'],
  of('shape').map((row) => [row.document.replaceAll('|', '\\|'), `${ms(at(row.times, 0.5))} ms`, `${rate(row)} MB/s`]),
)}

All sentences of a text, with its lines, blocks, headings and paragraphs. The peers find the boundaries of UAX #29 alone.

${race(of('sentences'), 'chunklab', '')}

One key typed into a text that is chunked: the edit, and the chunks after it.

${table(
  ['document', 'median', 'p99'],
  of('edit').map(({ document, times }) => [document, `${ms(at(times, 0.5) * 1000)} µs`, `${ms(at(times, 0.99) * 1000)} µs`]),
)}

## WebAssembly beside JavaScript

A string in, the columns of all chunks and the numbers of the page out; the peers give their chunks. In Chromium:

${inWeb('Chromium')}

In Node:

${inWeb('Node')}

Other settings for a text that is inside already, numbers included: ${of('text inside')
  .map((row) => `${row.document} in ${row.where}: ${rate(row)} MB/s`)
  .join('; ')}.

## The page

From a key to the frame that shows its result, in Chromium; what of it keeps the page itself busy; the result of the last of twenty keys; and how many tasks
took over 50 ms.

${table(
  ['document, caret', 'median', 'p95', 'result told', 'page busy', 'last of 20 keys', 'long tasks'],
  of('key').map(({ document, times, told, busy, late, long }) => [
    document,
    ...[at(times, 0.5), at(times, 0.95), at(told, 0.5), at(busy, 0.5), late].map((time) => `${time.toFixed(1)} ms`),
    long,
  ]),
)}

${table(
  ['document', 'opened, first chunks drawn', 'a step of the size, median', 'p95'],
  of('open').map(({ document, times }) => {
    const slider = of('slider').find((row) => row.document === document);
    return [
      document,
      `${times[0].toFixed(0)} ms`,
      `${at(slider.times, 0.5).toFixed(0)} ms`,
      `${at(slider.times, 0.95).toFixed(0)} ms`,
    ];
  }),
)}

A megabyte without a single line end, beside an editor (CodeMirror) with nothing around it:

${table(
  ['caret', 'median', 'p95'],
  of('line').map(({ document, times }) => [document, ...[0.5, 0.95].map((share) => `${at(times, share).toFixed(1)} ms`)]),
)}

Memory of the process that runs the page and its worker, above that of the page in which the
same keys were typed into its sample, in multiples of the text's bytes, once what is not needed any more has been collected:

${table(
  ['document', 'loaded', 'after 80 keys'],
  of('memory').map(({ document, bytes, loaded, used }) => [
    document,
    ...[loaded, used].map((size) => `${(size / bytes).toFixed(1)} ×`),
  ]),
)}

## Sizes

Compressed with gzip, as most hosts send them; languages and readers for rare files are loaded when they are needed and not counted.

${table(
  ['what', 'size'],
  of('size').map(({ document, bytes }) => [document, kb(bytes)]),
)}`);
