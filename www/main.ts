import './style.css';
import { copy, copyByHand } from './clipboard';
import { Editor } from './editor';
import { Engine } from './engine';
import { recall, remember } from './memory';
import { type Message, say } from './messages';
import { readText } from './open';
import type { Card, ChunkRecord, Offsets } from './protocol';
import sample from './sample.md?raw';
import { runsWebAssembly } from './simd';
import { chunkAt, firstState, type State } from './state';
import { ChunkList } from './views/chunks';
import { connectSettings, showSettings } from './views/settings';
import { showStatistics } from './views/statistics';
import { WarningList } from './views/warnings';

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;

const remembered = recall();
let state: State = { ...firstState, fields: remembered.fields ?? firstState.fields, offsets: remembered.offsets ?? 'char' };
let caret = 0;

const list = new ChunkList({ copy: copyChunk, show: showInDocument }, ask);
const warnings = new WarningList({ show: selectInDocument, clean });
const editor = new Editor(find('#editor'), sample, {
  changed(edits) {
    if (edits) {
      engine.edit(edits);
    } else {
      engine.replace();
      list.fold();
    }
    ask();
  },
  moved(position) {
    caret = position;
    update({ current: currentChunk(state.result) });
  },
});
const engine = new Engine(() => editor.text, {
  answered({ result, refusal, offsets, shown, cards }) {
    const kept =
      result || offsets !== state.cardsIn ? [] : [...state.cards].filter(([index]) => Math.abs(index - shown.first) < 200);
    const added = cards.map((card): [number, Card] => [card.record.index, card]);
    const fresh = result && { result, current: currentChunk(result) };
    update({ ...fresh, refusal, cards: new Map([...kept, ...added]), cardsIn: offsets });
    list.answered();
    if (engine.isBehind) list.waits();
    if (missesCards()) ask();
  },
  restarted: () => notify('notice.restarted'),
  stopped() {
    list.answered();
    notify('notice.stopped');
  },
  unloaded() {
    list.answered();
    notify('notice.load');
  },
});

function update(change: Partial<State>): void {
  state = { ...state, ...change };
  showSettings(state);
  showStatistics(state);
  warnings.update(state);
  list.update(state);
}

function ask(): void {
  const { fields, offsets } = state;
  list.waits();
  engine.ask({ fields, offsets, shown: list.shown });
}

/** Whether a card in view has nothing to show yet. */
function missesCards(): boolean {
  const { first, last } = list.shown;
  const end = Math.min(last, state.result?.statistics.chunks ?? 0);
  for (let index = first; index < end; index++) if (!state.cards.has(index)) return true;
  return false;
}

/** The chunk the caret is in: only a result for the text in the editor can tell. */
function currentChunk(result: State['result']): number | undefined {
  return result && result.version === engine.version ? chunkAt(result.columns.body, caret) : state.current;
}

function showInDocument({ index }: ChunkRecord): void {
  const { result } = state;
  const [from, to] = [result?.columns.body[index], result?.columns.end[index]];
  if (from !== undefined && to !== undefined) selectInDocument(from, to);
}

/** Positions of the last result mean nothing in a newer text. */
function selectInDocument(from: number, to: number): void {
  if (state.result?.version === engine.version) editor.select(from, to);
}

/** Takes the odd characters out of the document, if it is still the one that was looked at. */
async function clean(): Promise<void> {
  try {
    const cleaned = await engine.cleaning();
    if (cleaned?.version === engine.version) editor.clean(cleaned.cleaning);
  } catch {
    notify('notice.stopped');
  }
}

async function copyChunk({ index, text }: ChunkRecord): Promise<void> {
  const copied = await copy(Promise.resolve(text));
  list.copied(copied ? index : undefined);
  if (!copied) copyByHand(text);
}

async function copyJson(): Promise<void> {
  const button = find('#copy');
  button.textContent = say('copy.json');
  const text = engine.export('json', state.offsets);
  const copied = await copy(text);
  if (copied) {
    button.textContent = say('copy.done');
    setTimeout(() => {
      button.textContent = say('copy.json');
    }, 2000);
  } else {
    await text.then(copyByHand, () => notify('notice.stopped'));
  }
}

async function open(file: File | undefined): Promise<void> {
  if (!file) return;
  const text = await readText(file);
  if (typeof text === 'string') {
    quiet();
    editor.replace(text);
  } else {
    notify(text.refused, { name: file.name });
  }
}

/** A file may be dropped anywhere: where a page does nothing about it, the browser leaves the page for the file. */
function takeDrop(event: DragEvent): void {
  const dropped = event.dataTransfer;
  if (!dropped?.types.includes('Files')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.type === 'drop') open(dropped.files[0]);
}

function notify(key: Message, places: Record<string, string> = {}): void {
  find('#notice-text').textContent = say(key, places);
  find('#notice').hidden = false;
}

function quiet(): void {
  find('#notice').hidden = true;
}

function setTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  find<HTMLSelectElement>('#theme').value = theme;
}

function connect(): void {
  connectSettings((fields, clamped) => {
    update({ fields: { ...state.fields, ...fields }, clamped });
    remember({ fields: state.fields });
    ask();
  });
  find<HTMLSelectElement>('#offsets').addEventListener('change', (event) => {
    update({ offsets: (event.target as HTMLSelectElement).value as Offsets });
    remember({ offsets: state.offsets });
    ask();
  });
  find('#theme').addEventListener('change', (event) => {
    setTheme((event.target as HTMLSelectElement).value);
    remember({ theme: document.documentElement.dataset.theme ?? 'auto' });
  });
  const file = find<HTMLInputElement>('#file');
  find('#open').addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    open(file.files?.[0]);
    file.value = '';
  });
  for (const button of document.querySelectorAll('.sample')) button.addEventListener('click', () => editor.replace(sample));
  find('#clear').addEventListener('click', () => {
    editor.replace('');
    editor.focus();
  });
  find('#copy').addEventListener('click', copyJson);
  find('#notice-close').addEventListener('click', quiet);
  for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, takeDrop, { capture: true });
}

setTheme(remembered.theme ?? 'auto');
find<HTMLSelectElement>('#offsets').value = state.offsets;
connect();
showSettings(state);
if (runsWebAssembly()) ask();
else notify('notice.simd');
