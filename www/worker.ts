import init, { defaults, Session } from './pkg/chunklab.js';
import wasm from './pkg/chunklab_bg.wasm?url';
import type { Answer, Ask, AskCleaning, AskExport, Card, ChunkState, Fields, Refusal, Result, Settings } from './protocol';

// Set before anything is awaited: Chromium drops messages that come to a worker without a listener.
self.onmessage = async (event: MessageEvent<Ask | AskExport | AskCleaning>) => {
  const ask = event.data;
  try {
    await loaded;
  } catch (error) {
    post({ type: 'unloaded', message: String(error) });
    return;
  }
  try {
    post(...(ask.type === 'ask' ? answer(ask) : ask.type === 'export' ? exported(ask) : cleaned()));
  } catch (error) {
    post({ type: 'trapped', message: String(error) });
  }
};

const loaded = init({ module_or_path: wasm }).then(() => {
  session = new Session();
  taken = defaults();
});
// A failure is told to whoever asks first.
loaded.catch(() => {});

let session: Session;
let version = -1;
let result: Result | undefined;
/** The last settings the core took, and the fields they came from. */
let taken: Settings;
let takenFrom = '';
let refusal: Refusal | undefined;

function post(message: Answer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function answer(ask: Ask): [Answer, Transferable[]] {
  if (ask.text !== undefined) session.load(new TextEncoder().encode(ask.text));
  for (const { from, to, insert } of ask.edits) session.edit(from, to, insert);
  const chunked = chunk(ask);
  const rest = {
    type: 'answer' as const,
    ...(refusal && { refusal }),
    offsets: ask.offsets,
    shown: ask.shown,
    cards: cards(ask),
  };
  if (!chunked || !result) return [rest, []];
  return [{ ...rest, result }, Object.values(result.columns).map((column: Uint32Array) => column.buffer as ArrayBuffer)];
}

function cards({ shown: { first, last }, offsets }: Ask): Card[] {
  const states = session.states(first, last);
  return session.records(first, last, offsets).map((record, i) => ({ record, state: states[i] as ChunkState }));
}

/** Chunks if the text or the settings changed, with the last settings that were allowed if these are not. */
function chunk(ask: Ask): boolean {
  const from = JSON.stringify(ask.fields);
  const ofThisText = result && ask.version === version ? result : undefined;
  if (ofThisText && from === takenFrom) return false;
  let statistics: Result['statistics'];
  try {
    statistics = session.chunk(ask.fields as unknown as Settings);
    taken = settingsOf(ask.fields);
    refusal = undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    refusal = { code: error.code, setting: error.setting, given: error.given, allowed: error.allowed };
    statistics = session.chunk(taken);
  }
  version = ask.version;
  takenFrom = from;
  const warnings = ofThisText?.warnings ?? session.warnings();
  result = { version, settings: taken, statistics, columns: session.columns(), warnings };
  return true;
}

function exported(ask: AskExport): [Answer, Transferable[]] {
  return [{ type: 'exported', text: session.export(ask.format, ask.offsets) }, []];
}

function cleaned(): [Answer, Transferable[]] {
  const cleaning = session.cleaning();
  return [{ type: 'cleaned', cleaning }, [cleaning.from.buffer as ArrayBuffer, cleaning.to.buffer as ArrayBuffer]];
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
