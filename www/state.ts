import type { Language } from './messages';
import type {
  Answered,
  BothFields,
  Card,
  Columns,
  Comparison,
  Cut,
  Fields,
  Offsets,
  Outcome,
  Part,
  Refusal,
  Side,
  Sides,
  Strategy,
  Warned,
} from './protocol';

/** What the numbers in the column of cuts mean. */
export const cutNames: readonly Cut[] = ['heading', 'paragraph', 'line', 'sentence', 'word', 'character', 'end'];

/** The strategies, in the order they are offered. */
export const strategies: readonly Strategy[] = ['recursive-char', 'sentence', 'paragraph', 'semantic'];

/** The ways to look at the result. */
export const views = ['cards', 'painted', 'sweep'] as const;
export type View = (typeof views)[number];

/** All the page shows. Replaced, never changed. */
export interface State {
  language: Language;
  fields: BothFields;
  /** The set of settings that is shown and changed; A, unless two are compared. */
  side: Side;
  offsets: Offsets;
  view: View;
  /** The overlap as a share of the size, in percent, where it was given so: it then follows the size. */
  shares: Sides<string>;
  /** What the page itself changed in a field, to say so. */
  clamped: { overlap: number } | undefined;
  /** The most tokens the embedding model reads, if one is chosen. */
  limit: number | undefined;
  refusals: Sides<Refusal>;
  /** The version of the text that `outcomes` and `comparison` are of. */
  version: number;
  /** How much of a long text they are of, while the rest is loaded. */
  part: Part | undefined;
  outcomes: Sides<Outcome>;
  comparison: Comparison | undefined;
  /** What was found in a version of the text, which need not be the newest. */
  warned: Warned | undefined;
  overLimit: Sides<number>;
  /** What cards show, by chunk: of the outcome of `cardsOf` and in its offsets only. */
  cards: ReadonlyMap<number, Card>;
  cardsOf: { side: Side; offsets: Offsets };
  /** The chunk the caret is in, where the result is that of the text in the editor. */
  current: number | undefined;
  /** The chunk the pointer is over. */
  hovered: number | undefined;
  /** Whether the painted document shows blanks and line ends. */
  blanks: boolean;
  /** The cut of one side only that was gone to last. */
  difference: Difference | undefined;
}

/** A cut that only one side has, and its place among all of them. */
export interface Difference {
  side: Side;
  cut: Cut;
  position: number;
  n: number;
  of: number;
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
  language: 'en',
  fields: { A: firstFields },
  side: 'A',
  offsets: 'char',
  view: 'cards',
  shares: {},
  clamped: undefined,
  limit: undefined,
  refusals: {},
  version: -1,
  part: undefined,
  outcomes: {},
  comparison: undefined,
  warned: undefined,
  overLimit: {},
  cards: new Map(),
  cardsOf: { side: 'A', offsets: 'char' },
  current: undefined,
  hovered: undefined,
  blanks: false,
  difference: undefined,
};

/** The fields that are shown and changed. */
export function fieldsOf(state: State): Fields {
  return (state.side === 'B' && state.fields.B) || state.fields.A;
}

/** The settings that there are chunks of: the fields, or where the core refuses those, the last ones it took. */
export function takenFields({ fields, refusals, outcomes }: State): BothFields {
  const taken = (side: Side, given: Fields): Fields => {
    const { settings = {} } = (refusals[side] && outcomes[side]) || {};
    return { ...given, ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])) };
  };
  return { A: taken('A', fields.A), ...(fields.B && { B: taken('B', fields.B) }) };
}

/** The outcome that is shown. */
export function outcomeOf(state: State): Outcome | undefined {
  return state.outcomes[state.side];
}

/** Where the body of a chunk is in the text. */
export function bodyOf(state: State, index: number | undefined): { from: number; to: number } | undefined {
  const columns = outcomeOf(state)?.columns;
  const [from, to] = index === undefined ? [] : [columns?.body[index], columns?.end[index]];
  return from === undefined || to === undefined ? undefined : { from, to };
}

export function otherSide(side: Side): Side {
  return side === 'A' ? 'B' : 'A';
}

/** The state an answer leads to: what it leaves out is as it was, and what comes late about a side that is gone is dropped. */
export function answerOf(state: State, answer: Answered): Partial<State> {
  const { version, part, outcomes, comparison, refusals, overLimit, offsets, shown } = answer;
  const isNew = outcomes.A !== undefined || outcomes.B !== undefined;
  const isOfOthers = isNew || offsets !== state.cardsOf.offsets || shown.side !== state.cardsOf.side;
  const kept = isOfOthers ? [] : [...state.cards].filter(([index]) => Math.abs(index - shown.first) < 200);
  const added = answer.cards.map((card): [number, Card] => [card.record.index, card]);
  const { B, ...alone } = { ...state.outcomes, ...outcomes };
  return {
    version,
    part,
    refusals,
    overLimit,
    cards: new Map([...kept, ...added]),
    cardsOf: { side: shown.side, offsets },
    ...(isNew && { outcomes: state.fields.B && B ? { ...alone, B } : alone, hovered: undefined }),
    ...(comparison && state.fields.B && { comparison }),
  };
}

/** Other settings in the set that is shown. An overlap that is given as a share is that until it is given otherwise. */
export function withFields(state: State, fields: Partial<Fields>, share?: string): Partial<State> {
  const { [state.side]: old, ...others } = state.shares;
  const kept = share ?? ('overlap' in fields ? undefined : old);
  return {
    clamped: undefined,
    fields: { ...state.fields, [state.side]: { ...fieldsOf(state), ...fields } },
    shares: kept === undefined ? others : { ...others, [state.side]: kept },
  };
}

/** A second set of settings beside the first, alike to begin with, and shown. */
export function compared(state: State): Partial<State> {
  const { A } = state.outcomes;
  return { ...copied(state), side: 'B', outcomes: A ? { A, B: A } : {} };
}

/** The second set of settings made like the first. */
export function copied({ fields: { A }, shares }: State): Partial<State> {
  return { fields: { A, B: A }, shares: shares.A === undefined ? {} : { A: shares.A, B: shares.A }, clamped: undefined };
}

/** Only the set of settings that is shown. */
export function alone(state: State): Partial<State> {
  const outcome = outcomeOf(state);
  const share = state.shares[state.side];
  return {
    fields: { A: fieldsOf(state) },
    shares: share === undefined ? {} : { A: share },
    side: 'A',
    outcomes: outcome ? { A: outcome } : {},
    comparison: undefined,
    difference: undefined,
    clamped: undefined,
    cardsOf: { ...state.cardsOf, side: 'A' },
  };
}

/** Each set of settings in the place of the other one. */
export function swapped({ fields: { A, B }, shares }: State): Partial<State> {
  const swappedShares = { ...(shares.B !== undefined && { A: shares.B }), ...(shares.A !== undefined && { B: shares.A }) };
  return { clamped: undefined, ...(B && { fields: { A: B, B: A }, shares: swappedShares }) };
}

/** How many of the ascending positions are not after `position`. */
export function countUpTo(positions: Uint32Array, position: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The chunk whose body a position lies in; the last one for the end of the text. */
export function chunkAt(columns: Columns, position: number): number | undefined {
  const count = countUpTo(columns.body, position);
  return count > 0 ? count - 1 : undefined;
}

/** The next place that only one side is cut at, or the one before. */
export function nextDifference({ comparison, outcomes }: State, position: number, by: 1 | -1): Difference | undefined {
  let [found, before, of]: [Pick<Difference, 'side' | 'cut' | 'position'> | undefined, number, number] = [undefined, 0, 0];
  for (const side of ['A', 'B'] as const) {
    const [columns, shared] = [outcomes[side]?.columns, comparison?.[side]];
    if (!columns || !shared) continue;
    for (let i = 0; i < shared.length; i++) {
      if (shared[i] !== 0) continue;
      const at = columns.body[i] ?? 0;
      of += 1;
      if (by > 0 ? at <= position : at < position) before += 1;
      const isOnTheWay = by > 0 ? at > position : at < position;
      const isNearer = !found || (by > 0 ? at < found.position : at > found.position);
      if (isOnTheWay && isNearer) found = { side, position: at, cut: cutNames[columns.cut[i - 1] ?? 0] ?? 'end' };
    }
  }
  return found && { ...found, n: by > 0 ? before + 1 : before, of };
}
