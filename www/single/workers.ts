/** In the place of `../workers` where the page is a single file: the workers are inside it. */

import Reducer from '../reduce.ts?worker&inline';
import Chunker from '../worker.ts?worker&inline';

export function chunker(): Worker {
  return new Chunker();
}

export function reducer(): Worker {
  return new Reducer();
}
