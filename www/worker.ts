import { live } from './living';
import init, { defaults, Exporter, Session } from './pkg/chunklab.js';
import wasm from './pkg/chunklab_bg.wasm?url';
import type {
  Answer,
  Answered,
  Ask,
  AskExport,
  Card,
  ChunkState,
  Fields,
  Other,
  Outcome,
  Refusal,
  Request,
  Settings,
  Side,
  Sides,
} from './protocol';

// Set before anything is awaited: Chromium drops messages that come to a worker without a listener.
self.onmessage = async (event: MessageEvent<Ask | Request>) => {
  const ask = event.data;
  try {
    await loaded;
  } catch (error) {
    post({ type: 'unloaded', message: String(error) });
    return;
  }
  try {
    reply(ask);
  } catch (error) {
    post({ type: 'trapped', message: String(error) });
  }
};

live((lock) => post({ type: 'living', lock }));

const loaded = init({ module_or_path: wasm }).then(() => {
  session = new Session();
});
// A failure is told to whoever asks first.
loaded.catch(() => {});

let session: Session;
/** How long no request may have come before the text is looked at for warnings, in ms: that reads all of it. */
const rest = 200;
/** The text that has been looked at for warnings, and what will have the next one looked at. */
let warned = -1;
let warning: ReturnType<typeof setTimeout> | undefined;
/** What the person says of the document, as JSON. */
let metadata = '';

/** What a side was chunked with: the text, its fields with the document's, and the last settings that the core took. */
interface Done {
  version: number;
  fields: string;
  taken: Settings;
  refusal: Refusal | undefined;
}
const chunked: Sides<Done> = {};

function post(message: Answer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function reply(ask: Ask | Request): void {
  if (ask.type === 'ask') answer(ask);
  else if (ask.type === 'export') exported(ask);
  else if (ask.type === 'measure')
    post({ type: 'measured', statistics: session.measure(ask.fields as unknown as Settings, ask.limit) });
  else if (ask.type === 'find') post({ type: 'found', index: session.find(ask.sought, ask.after, ask.limit, ask.side) });
  else clean();
}

/** Made of pieces, so that no more of it than a piece is in WebAssembly memory at a time. */
function exported({ format, offsets, side, ollama, first, others }: AskExport): void {
  const exporter = new Exporter(format, offsets, ollama);
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [exporter.head()];
  const write = (session: Session, side?: Side) => session.write(exporter, (piece) => parts.push(piece), side, first);
  const writeOther = ({ text, metadata }: Other) => {
    const other = new Session();
    other.load(new TextEncoder().encode(text));
    other.setFields(metadata);
    other.chunk(chunked[side]?.taken ?? defaults());
    write(other);
    other.free();
  };
  const { before = [], behind = [] } = others ?? {};
  before.forEach(writeOther);
  // The first chunks are those of the first document.
  if (first === undefined || before.length === 0) write(session, side);
  behind.forEach(writeOther);
  parts.push(exporter.tail());
  exporter.free();
  post({ type: 'exported', blob: new Blob(parts) });
}

function clean(): void {
  const cleaning = session.cleaning();
  post({ type: 'cleaned', cleaning }, [cleaning.from.buffer, cleaning.to.buffer] as ArrayBuffer[]);
}

/** A text with more bytes than this is loaded in pieces, and what its first ones give is told before the others come. */
const [firstPiece, nextPiece] = [2 ** 18, 2 ** 22];
/** How long loading may take before it is told how far it is, in ms. */
const patience = 500;

function answer(ask: Ask): void {
  if (ask.text !== undefined) load(ask, new TextEncoder().encode(ask.text));
  for (const { from, to, insert } of ask.edits) session.edit(from, to, insert);
  if (ask.text === undefined) takeFields(ask);
  if (ask.isAfresh) outdate();
  post(...answerTo(ask));
  clearTimeout(warning);
  if (ask.version !== warned) warning = setTimeout(warn, rest, ask.version);
}

/** Loads a text; of a long one tells what the beginning gives, then how far it is. */
function load(ask: Ask, bytes: Uint8Array): void {
  const total = bytes.length;
  const start = performance.now();
  let done = total > 4 * firstPiece ? lineEnd(bytes, firstPiece) : total;
  session.load(bytes.subarray(0, done), total);
  takeFields(ask);
  if (done === total) return;
  const [message, transfer] = answerTo(ask);
  post({ ...message, part: { done, total } }, transfer);
  while (done < total) {
    const end = lineEnd(bytes, done + nextPiece);
    session.append(bytes.subarray(done, end));
    done = end;
    if (performance.now() - start > patience) post({ type: 'progress', part: { done, total } });
  }
  outdate();
}

/** What was told of the sides is not what there is now. */
function outdate(): void {
  for (const side of Object.values(chunked)) side.version = -1;
}

/** The end of the last line that ends up to a place, or else of a character. */
function lineEnd(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  const from = at - firstPiece / 2;
  const found = bytes.subarray(from, at).lastIndexOf(0x0a);
  if (found >= 0) return from + found + 1;
  let place = at;
  while (((bytes[place] ?? 0) & 0xc0) === 0x80) place--;
  return place;
}

function takeFields(ask: Ask): void {
  const named = JSON.stringify([...ask.metadata]);
  if (ask.text !== undefined || named !== metadata) session.setFields(ask.metadata);
  metadata = named;
}

function answerTo(ask: Ask): [Answered, Transferable[]] {
  const { version, offsets, shown } = ask;
  const outcomes: Sides<Outcome> = {};
  for (const [side, fields] of Object.entries(ask.fields) as [Side, Fields][]) {
    const outcome = chunk(version, side, fields);
    if (outcome) outcomes[side] = outcome;
  }
  if (!ask.fields.B) delete chunked.B;
  const message: Answered = { type: 'answer', version, outcomes, refusals: {}, overLimit: {}, offsets, shown, cards: cards(ask) };
  for (const side of Object.keys(chunked) as Side[]) {
    const refusal = chunked[side]?.refusal;
    if (refusal) message.refusals[side] = refusal;
    if (ask.limit !== undefined) message.overLimit[side] = session.over(ask.limit, side);
  }
  if (chunked.B && (outcomes.A || outcomes.B)) message.comparison = session.compare();
  const columns = Object.values(outcomes).flatMap((outcome) => Object.values(outcome.columns) as Uint8Array[]);
  const compared = message.comparison ? [message.comparison.A, message.comparison.B] : [];
  return [message, [...columns, ...compared].map((column) => column.buffer as ArrayBuffer)];
}

function warn(version: number): void {
  warned = version;
  try {
    post({ type: 'warned', version, warnings: session.warnings() });
  } catch (error) {
    post({ type: 'trapped', message: String(error) });
  }
}

function cards({ shown: { side, first, last }, offsets }: Ask): Card[] {
  const states = session.states(first, last, side);
  return session.records(first, last, offsets, side).map((record, i) => ({ record, state: states[i] as ChunkState }));
}

/** Chunks if the text or the side's fields changed, with the last settings that were allowed if these are not. */
function chunk(version: number, side: Side, given: Fields): Outcome | undefined {
  const fields = JSON.stringify(given) + metadata;
  const last = chunked[side];
  if (last?.version === version && last.fields === fields) return undefined;
  let taken = last?.taken ?? defaults();
  let refusal: Refusal | undefined;
  let statistics: Outcome['statistics'];
  try {
    statistics = session.chunk(given as unknown as Settings, side);
    taken = settingsOf(given);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    refusal = { code: error.code, setting: error.setting, given: error.given, allowed: error.allowed };
    statistics = session.chunk(taken, side);
  }
  chunked[side] = { version, fields, taken, refusal };
  return { settings: taken, statistics, columns: session.columns(side) };
}

function isRefusal(error: unknown): error is Refusal & Error {
  return error instanceof Error && error.name === 'SettingsError';
}

/** What the fields mean, once the core has taken them. */
function settingsOf(fields: Fields): Settings {
  return {
    strategy: fields.strategy as Settings['strategy'],
    size: Number(fields.size),
    overlap: Number(fields.overlap),
    unit: fields.unit as Settings['unit'],
    chars_per_token: Number(fields.chars_per_token),
    keep_blocks: fields.keep_blocks === 'true',
    split_oversize: fields.split_oversize === 'true',
    trim: fields.trim === 'true',
    breadcrumb: fields.breadcrumb === 'true',
  };
}
