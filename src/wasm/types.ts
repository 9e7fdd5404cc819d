// The types of what crosses the boundary: they go into the declarations of the WebAssembly package as they stand.

export type Strategy = 'recursive-char' | 'sentence' | 'paragraph' | 'semantic';
export type Offsets = 'utf16' | 'char' | 'byte';
export type Format =
  | 'json'
  | 'jsonl'
  | 'csv'
  | 'ollama'
  | 'ollama-bash'
  | 'ollama-powershell'
  | 'langchain'
  | 'llamaindex'
  | 'text';
/** What the formats for Ollama ask of it. */
export interface Ollama {
  model: string;
  truncate: boolean;
  server: string;
}
export type Cut = 'heading' | 'paragraph' | 'line' | 'sentence' | 'word' | 'character' | 'end';
/** A document's own fields, by name: they go into every record. `doc_id` is part of a chunk's id, `title` begins the breadcrumb. */
export type Metadata = ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>;
/** Every field may be left out when given in. */
export interface Settings {
  strategy: Strategy;
  size: number;
  overlap: number;
  unit: 'tokens' | 'characters';
  chars_per_token: number;
  keep_blocks: boolean;
  split_oversize: boolean;
  trim: boolean;
  breadcrumb: boolean;
}
export interface ChunkRecord {
  index: number;
  id: string;
  text: string;
  tokens: number;
  characters: number;
  start: number;
  end: number;
  overlap: number;
  offsets: Offsets;
  line: number;
  headings: string[];
  cut: Cut;
  oversize?: true;
  table?: string;
  metadata?: Record<string, unknown>;
}
export interface Statistics {
  chunks: number;
  tokens: { min: number; mean: number; median: number; max: number };
  source_tokens: number;
  source_characters: number;
  total_tokens: number;
  overlap_tokens: number;
  /** Of heading paths and table headers in front of chunks. */
  prefix_tokens: number;
  /** Without overlap and what stands in front. */
  new_tokens: number;
  /** Whether the bodies, one behind the other, give the text back. */
  joined: 'whole' | 'trimmed' | 'broken';
  over_size: number;
  duplicates: number;
  /** How many bodies end for which reason. */
  cuts: { cut: Cut; count: number }[];
  /** Cuts where neither a paragraph nor a list item starts. */
  in_paragraph: number;
  in_sentence: number;
  stranded_headings: number;
  /** Tables, fences, HTML elements and front matter that are cut. */
  cut_blocks: number;
  /** Chunks whose overlap begins where no sentence starts. */
  overlaps_in_sentence: number;
  /** In the unit of the settings; `to` is included; a last bin counts what is over the size. */
  histogram: { from: number; to: number; count: number }[];
}
/** What there is to know about a chunk besides its record. */
export interface ChunkState {
  index: number;
  starts_in_sentence: boolean;
  ends_in_sentence: boolean;
  /** Under a tenth of the size. */
  tiny: boolean;
  duplicate_of: number | null;
  /** In the unit of the settings; `why` where less was got than asked. */
  overlap: { got: number; asked: number; why: 'first' | 'section' | 'room' | 'sentence' | 'word' | null };
}
/** One value a chunk: UTF-16 positions in the text, and why the body ends, as a place in heading, paragraph, line, sentence, word, character, end. */
export interface Columns {
  start: Uint32Array;
  end: Uint32Array;
  body: Uint32Array;
  cut: Uint8Array;
}
/** Numbers of the statistics that chunks can be found for. */
export type Sought =
  | 'over_size'
  | 'over_limit'
  | 'duplicates'
  | 'in_paragraph'
  | 'in_sentence'
  | 'stranded_headings'
  | 'cut_blocks'
  | 'overlaps_in_sentence';
/** A session can hold two chunkings of its document, to compare them. */
export type Side = 'A' | 'B';
/** For each chunk of a side 1 if the other side is cut where it begins, too, else 0; the first of each begins where the text does. */
export interface Comparison {
  A: Uint8Array;
  B: Uint8Array;
  /** Cuts both have, and only one has. */
  shared: number;
  only_a: number;
  only_b: number;
}
export type DocumentKind = 'json' | 'json-lines' | 'csv' | 'tsv' | 'html' | 'xml' | 'log' | 'code';
export type OddityKind =
  | 'byte-order-mark'
  | 'no-break-blank'
  | 'odd-blank'
  | 'zero-width'
  | 'soft-hyphen'
  | 'direction-control'
  | 'replacement'
  | 'control'
  | 'trailing-blanks'
  | 'mixed-line-end';
export interface Oddities {
  kind: OddityKind;
  count: number;
  /** Where the first ones are, from and to, in UTF-16 units. */
  places: [number, number][];
}
/** What is worth knowing about the document. */
export interface Warnings {
  /** What it is, if it is no prose; `confidence` in percent, `language` of source code where that is plain. */
  document: { kind: DocumentKind; language?: string; confidence: number } | null;
  oddities: Oddities[];
}
/** What cleaning changes, in UTF-16 units of the text before; `insert` comes in the place of each. */
export interface Cleaning {
  from: Uint32Array;
  to: Uint32Array;
  insert: string[];
}
/** Thrown for settings that are not allowed. */
export interface SettingsError extends Error {
  name: 'SettingsError';
  code: 'name' | 'choice' | 'whole_number' | 'overlap' | 'chars_per_token';
  setting: string;
  given: string;
  allowed: string;
}
