/** Starts the worker that chunks. */
export function chunker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** Starts the worker that reduces HTML to its text. */
export function reducer(): Worker {
  return new Worker(new URL('./reduce.ts', import.meta.url), { type: 'module' });
}
