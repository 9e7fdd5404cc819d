import type { Card, Fields, Offsets, Refusal, Result } from './protocol';

/** All the page shows. Replaced, never changed. */
export interface State {
  fields: Fields;
  offsets: Offsets;
  /** What the page itself changed in a field, to say so. */
  clamped: { overlap: number } | undefined;
  refusal: Refusal | undefined;
  result: Result | undefined;
  /** What cards show, by chunk: of `result` and in `cardsIn` only. */
  cards: ReadonlyMap<number, Card>;
  cardsIn: Offsets;
  /** The chunk the caret is in, where the result is that of the text in the editor. */
  current: number | undefined;
}

export const firstFields: Fields = {
  strategy: 'recursive-char',
  size: '500',
  overlap: '50',
  unit: 'tokens',
  chars_per_token: '3.8',
  keep_blocks: 'true',
  split_oversize: 'false',
  trim: 'false',
  breadcrumb: 'false',
};

export const firstState: State = {
  fields: firstFields,
  offsets: 'char',
  clamped: undefined,
  refusal: undefined,
  result: undefined,
  cards: new Map(),
  cardsIn: 'char',
  current: undefined,
};

/** The chunk whose body a position lies in; the last one for the end of the text. */
export function chunkAt(bodies: Uint32Array, position: number): number | undefined {
  let [low, high] = [0, bodies.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bodies[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? low - 1 : undefined;
}
