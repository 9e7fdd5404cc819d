import type {
  ChunkRecord,
  ChunkState,
  Cleaning,
  Columns,
  Comparison,
  Format,
  Offsets,
  Ollama,
  Settings,
  SettingsError,
  Side,
  Sought,
  Statistics,
  Warnings,
} from './pkg/chunklab.js';

export type * from './pkg/chunklab.js';

/** A change of the text, in UTF-16 positions of the text before it. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** Settings as they stand in the fields: texts go to the core as they are, which says what is wrong with them. */
export type Fields = Record<keyof Settings, string>;

/** The fields of both sides. B is there while two sets of settings are compared. */
export interface BothFields {
  A: Fields;
  B?: Fields;
}

/** What there is of each side. */
export type Sides<T> = Partial<Record<Side, T>>;

/** Which chunks are on screen: of a side, from `first` up to, not including, `last`. */
export interface Shown {
  side: Side;
  first: number;
  last: number;
}

/** What a card shows. */
export interface Card {
  record: ChunkRecord;
  state: ChunkState;
}

/** What the person says of a document: it goes into every record. */
export type Metadata = ReadonlyMap<string, string>;

/** What the page asks: take the changes, chunk if anything changed, give these records. */
export interface Ask {
  type: 'ask';
  /** Of the text after the changes. */
  version: number;
  /** The whole text, where it is not what the worker has with edits. */
  text?: string;
  edits: Edit[];
  metadata: Metadata;
  fields: BothFields;
  offsets: Offsets;
  shown: Shown;
  /** The most tokens that the embedding model reads, if one is chosen. */
  limit: number | undefined;
  /** The outcomes are wanted of all sides, not only of those that are not as they were: the page has put others in their places. */
  isAfresh: boolean;
}

/** A document that the worker does not hold. */
export interface Other {
  text: string;
  metadata: Metadata;
}

/** Asks for the chunks in a format, or for the first of them. */
export interface AskExport {
  type: 'export';
  format: Format;
  offsets: Offsets;
  side: Side;
  ollama?: Ollama;
  first?: number;
  /** The documents that are taken along, before and behind the one the worker holds; they are chunked as that one is. */
  others?: { before: Other[]; behind: Other[] };
}

/** Asks what cleaning the text changes. */
export interface AskCleaning {
  type: 'clean';
}

/** Asks for the numbers that other settings would give. */
export interface AskMeasure {
  type: 'measure';
  fields: Fields;
  limit: number | undefined;
}

/** Those numbers, and how many chunks hold more than the model reads, if one is chosen. */
export type Measured = Statistics & { over_limit: number | null };

/** Asks for the next chunk that a number counts. */
export interface AskFind {
  type: 'find';
  sought: Sought;
  after: number;
  limit: number | undefined;
  side: Side;
}

/** What is asked besides chunking, in turn. */
export type Request = AskExport | AskCleaning | AskMeasure | AskFind;

export type Refusal = Pick<SettingsError, 'code' | 'setting' | 'given' | 'allowed'>;

/** The chunks of the text under one set of settings. */
export interface Outcome {
  settings: Settings;
  statistics: Statistics;
  columns: Columns;
}

/** How much of a text is chunked, in bytes. */
export interface Part {
  done: number;
  total: number;
}

export interface Answered {
  type: 'answer';
  /** Of the text that all of this is about. */
  version: number;
  /** Where this is about the beginning of the text only: the same about the whole of it follows. */
  part?: Part;
  /** Of the sides that are not as they were. */
  outcomes: Sides<Outcome>;
  /** Why a side's fields were not taken; its outcome is then that of the last settings that were. */
  refusals: Sides<Refusal>;
  /** Which cuts the sides share, where either changed. */
  comparison?: Comparison;
  /** How many chunks hold more than the model reads. */
  overLimit: Sides<number>;
  offsets: Offsets;
  shown: Shown;
  cards: Card[];
}

/** What is worth knowing about a version of the text. */
export interface Warned {
  type: 'warned';
  version: number;
  warnings: Warnings;
}

export type Answer =
  | Answered
  /** A blob goes to the page without being copied. */
  | { type: 'exported'; blob: Blob }
  | { type: 'cleaned'; cleaning: Cleaning }
  | { type: 'measured'; statistics: Measured }
  | { type: 'found'; index: number | undefined }
  /** Comes while a long text is loaded. */
  | { type: 'progress'; part: Part }
  /** Comes unasked once the text rests. */
  | Warned
  /** The worker lives as long as it holds this lock. */
  | { type: 'living'; lock: string }
  | { type: 'trapped'; message: string }
  | { type: 'unloaded'; message: string };
