// In browsers and bundlers: the WebAssembly lies beside this file and is fetched before anything is exported.
import init from './chunklab.js';

await init();

export { chunk, defaults, Exporter, Session } from './chunklab.js';
