// In browsers and bundlers: the WebAssembly lies beside this file and is fetched before anything is exported.
import init from './chunklab.js';

await init({ module_or_path: new URL('./chunklab_bg.wasm', import.meta.url) });

export { chunk, defaults, Exporter, Session } from './chunklab.js';
