// In Node.js, Bun and Deno: the WebAssembly is read from the file beside this one.
import { readFileSync } from 'node:fs';
import { initSync } from './chunklab.js';

initSync({ module: readFileSync(new URL('./chunklab_bg.wasm', import.meta.url)) });

export { chunk, defaults, Exporter, Session } from './chunklab.js';
