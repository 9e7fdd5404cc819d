import type {
  ChunkRecord,
  ChunkState,
  Cleaning,
  Columns,
  Format,
  Oddities,
  Offsets,
  Settings,
  SettingsError,
  Statistics,
  Warnings,
} from './pkg/chunklab.js';

export type { ChunkRecord, ChunkState, Cleaning, Columns, Format, Oddities, Offsets, Settings, Statistics, Warnings };

/** A change of the text, in UTF-16 positions of the text before it. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** Settings as they stand in the fields: texts go to the core as they are, which says what is wrong with them. */
export type Fields = Record<keyof Settings, string>;

/** Which records are wanted: from `first` up to, not including, `last`. */
export interface Shown {
  first: number;
  last: number;
}

/** What a card shows. */
export interface Card {
  record: ChunkRecord;
  state: ChunkState;
}

/** What the page asks: take the changes, chunk if anything changed, give these records. */
export interface Ask {
  type: 'ask';
  /** Of the text after the changes. */
  version: number;
  /** The whole text, where it is not what the worker has with edits. */
  text?: string;
  edits: Edit[];
  fields: Fields;
  offsets: Offsets;
  shown: Shown;
}

export interface AskExport {
  type: 'export';
  format: Format;
  offsets: Offsets;
}

/** Asks what cleaning the text changes. */
export interface AskCleaning {
  type: 'clean';
}

export type Refusal = Pick<SettingsError, 'code' | 'setting' | 'given' | 'allowed'>;

/** The chunks of one version of the text under one set of settings. */
export interface Result {
  version: number;
  settings: Settings;
  statistics: Statistics;
  columns: Columns;
  warnings: Warnings;
}

export type Answer =
  | {
      type: 'answer';
      /** Left out where nothing changed but the records wanted. */
      result?: Result;
      /** Why the fields were not taken; the result is then that of the last settings that were. */
      refusal?: Refusal;
      offsets: Offsets;
      shown: Shown;
      cards: Card[];
    }
  | { type: 'exported'; text: string }
  | { type: 'cleaned'; cleaning: Cleaning }
  | { type: 'trapped'; message: string }
  | { type: 'unloaded'; message: string };
