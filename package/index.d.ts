export type * from './chunklab.js';
export { chunk, defaults, Exporter, Session } from './chunklab.js';
