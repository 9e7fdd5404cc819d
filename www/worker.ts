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
const done: Sides<Done> = {};

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
    other.chunk(done[side]?.taken ?? defaults());
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

function answer(ask: Ask): void {
  if (ask.text !== undefined) session.load(new TextEncoder().encode(ask.text));
  for (const { from, to, insert } of ask.edits) session.edit(from, to, insert);
  const { version, offsets, shown } = ask;
  const named = JSON.stringify([...ask.metadata]);
  if (ask.text !== undefined || named !== metadata) session.setFields(ask.metadata);
  metadata = named;
  const outcomes: Sides<Outcome> = {};
  for (const [side, fields] of Object.entries(ask.fields) as [Side, Fields][]) {
    const outcome = chunk(version, side, fields);
    if (outcome) outcomes[side] = outcome;
  }
  if (!ask.fields.B) delete done.B;
  const message: Answered = { type: 'answer', version, outcomes, refusals: {}, overLimit: {}, offsets, shown, cards: cards(ask) };
  for (const side of Object.keys(done) as Side[]) {
    const refusal = done[side]?.refusal;
    if (refusal) message.refusals[side] = refusal;
    if (ask.limit !== undefined) message.overLimit[side] = session.over(ask.limit, side);
  }
  if (done.B && (outcomes.A || outcomes.B)) message.comparison = session.compare();
  const columns = Object.values(outcomes).flatMap((outcome) => Object.values(outcome.columns) as Uint8Array[]);
  const compared = message.comparison ? [message.comparison.A, message.comparison.B] : [];
  post(
    message,
    [...columns, ...compared].map((column) => column.buffer as ArrayBuffer),
  );
  clearTimeout(warning);
  if (version !== warned) warning = setTimeout(warn, rest, version);
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
  const last = done[side];
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
  done[side] = { version, fields, taken, refusal };
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
