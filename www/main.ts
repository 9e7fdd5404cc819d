import './style.css';
import { Address } from './address';
import { CopiedSign, copyOrShow } from './clipboard';
import { Editor } from './editor';
import { Engine } from './engine';
import { languageIn, linked } from './link';
import { recall, remember } from './memory';
import { type Language, languageOf, number, say, speakIn, spoken } from './messages';
import { limitOf, usualModels } from './models';
import { notify, quiet } from './notice';
import { takeKept, workOffline } from './offline/page';
import type { Answered, ChunkRecord, Offsets, Sought } from './protocol';
import { sampleIn } from './samples';
import { Shelf } from './shelf';
import { runsWebAssembly } from './simd';
import { speak } from './spoken';
import {
  alone,
  answerOf,
  bodyOf,
  chunkAt,
  compared,
  copied,
  firstState,
  nextDifference,
  outcomeOf,
  type State,
  swapped,
  takenFields,
  type View,
  views,
  withFields,
} from './state';
import { translatePage } from './translation';
import { ChunkList } from './views/chunks';
import { Models } from './views/models';
import { Painted, sayDifference } from './views/painted';
import { connectPart, showPart } from './views/part';
import { connectPrinting } from './views/print';
import { connectSettings, showSettings } from './views/settings';
import { Share } from './views/share';
import { connectStatistics, showStatistics } from './views/statistics';
import { Sweep } from './views/sweep';
import { TakeAway, type Wanted } from './views/takeaway';
import { WarningList } from './views/warnings';

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;

const remembered = recall();
const link = linked(location.hash);
/** The language that was chosen; without one the page follows the browser. */
const language = languageIn(location.hash) ?? remembered.language;
try {
  await speakIn(language ?? languageOf(navigator.languages));
} catch {
  notify('notice.language');
}
translatePage(spoken());
/** The documents that were open before the page took a newer version of itself. */
const kept = await takeKept();
let models = remembered.models ?? usualModels;
let model = remembered.model ?? '';
let state: State = {
  ...firstState,
  language: spoken(),
  fields: (link?.isNothing ? undefined : link?.fields) ?? { A: remembered.fields ?? firstState.fields.A },
  offsets: remembered.offsets ?? firstState.offsets,
  limit: limitOf(models, model),
};
const isAble = runsWebAssembly();
/** Nothing has come from the worker yet. */
let isLoading = isAble;
let caret = 0;

const cards = new ChunkList({ copy: copyChunk, show: showInDocument, go: goToChunk, pointed: point, scrolled: () => ask() });
const warnings = new WarningList({
  show(from, to) {
    if (state.warned?.version === engine.version) selectInDocument(from, to);
  },
  clean,
});
const sweep = new Sweep({
  measure: (fields) => engine.measure(fields, state.limit),
  use: (fields) => change(withFields(state, fields)),
});
const painted = new Painted(find('#painted'), {
  go,
  step,
  differ,
  pointed: pointAt,
  showBlanks: (blanks) => update({ blanks }),
});
connectPart(() => {
  engine.stop();
  showPart();
  cards.answered();
  notify('notice.given-up');
});
const takeAway = new TakeAway({
  export: exported,
  copy: copyExport,
  failed: () => notify('notice.stopped'),
});
new Share({
  link: (withDocument) => address.linkOf(withDocument),
  copy: (link) => copyOrShow(Promise.resolve(new Blob([link]))),
  name: () => shelf.documents.shown.name,
});
const modelList = new Models(models, { choose: chooseModel, edit: editModels });
const editor = new Editor(find('#editor'), await sampleIn(spoken()), {
  changed(changes, edits) {
    if (edits) {
      engine.edit(edits);
    } else {
      engine.replace();
      cards.fold();
    }
    painted.changed(changes);
    shelf.edited();
    address.dropDocument();
    ask();
  },
  moved(position) {
    caret = position;
    update({ current: currentChunk(state), difference: undefined });
    if (missesCards()) ask();
  },
  pointed: pointAt,
});
const engine = new Engine(() => editor.text.toString(), {
  answered,
  warned: (warned) => update({ warned }),
  progressed: showPart,
  restarted: () => notify('notice.restarted'),
  stopped() {
    cards.answered();
    notify('notice.stopped');
  },
  unloaded() {
    isLoading = false;
    showView();
    cards.answered();
    notify('notice.load');
  },
});

const shelf: Shelf = new Shelf(editor, () => {
  update({ difference: undefined });
  ask();
});

const address = new Address(language, {
  fields: () => takenFields(state),
  shown: () => shelf.documents.closedOf(shelf.documents.shown),
  take: (fields) => change({ ...(fields.B ? compared(state) : alone(state)), side: 'A', shares: {}, fields }),
  open: (document) => shelf.open([document]),
  speak: changeLanguage,
});

function answered(answer: Answered): void {
  isLoading = false;
  if (!answer.part) showPart();
  const change = answerOf(state, answer);
  const { refusals } = state;
  update({ ...change, current: currentChunk({ ...state, ...change }) });
  // Whether settings hold is known only now.
  if (JSON.stringify(refusals) !== JSON.stringify(state.refusals)) keepSettings();
  cards.answered();
  if (engine.isBehind) cards.waits();
  // The same question has the same answer.
  if (missesCards() && JSON.stringify(answer.shown) !== JSON.stringify(shown())) ask();
}

function update(change: Partial<State>): void {
  state = { ...state, ...change };
  showSettings(state);
  showStatistics(state);
  warnings.update(state);
  showView();
  cards.update(state);
  painted.update(state, isCurrent(state) ? editor.text : undefined);
  sweep.update(state);
  takeAway.update(state, shelf.documents.shown.name, shelf.documents.all.length);
}

function showView(): void {
  const { view } = state;
  const isEmpty = outcomeOf(state)?.statistics.chunks === 0;
  find('#loading').hidden = !isLoading;
  find('#empty').hidden = !isEmpty;
  find('#scroller').hidden = isLoading || isEmpty || view !== 'cards';
  find('#painted-panel').hidden = isEmpty || view !== 'painted';
  find('#sweep').hidden = isEmpty || view !== 'sweep';
  for (const name of views) find<HTMLInputElement>(`[name=view][value=${name}]`).checked = name === view;
}

function ask(isAfresh = false): void {
  if (!isAble) return;
  const { fields, offsets, limit } = state;
  const isAsked = engine.ask({ metadata: shelf.documents.metadata, fields, offsets, limit, shown: shown(), isAfresh });
  if (isAsked) cards.waits();
}

function shown() {
  const { view, side, current = 0 } = state;
  return { side, ...(view === 'cards' ? cards.shown : { first: current, last: current + 1 }) };
}

/** Whether a card in view has nothing to show yet, or is of the other side. */
function missesCards(): boolean {
  const { side, first, last } = shown();
  const end = Math.min(last, outcomeOf(state)?.statistics.chunks ?? 0);
  if (end > first && side !== state.cardsOf.side) return true;
  for (let index = first; index < end; index++) if (!state.cards.has(index)) return true;
  return false;
}

/** Only a result for the text in the editor can tell where something is in it. */
function isCurrent({ version }: State): boolean {
  return version === engine.version;
}

/** The chunk the caret is in. */
function currentChunk(state: State): number | undefined {
  const columns = outcomeOf(state)?.columns;
  return columns && isCurrent(state) ? chunkAt(columns, caret) : state.current;
}

/** Puts the caret somewhere, and shows the place in every view. */
function go(position: number): void {
  if (!isCurrent(state)) return;
  editor.place(position);
  painted.reveal(position);
}

function goToChunk(index: number): void {
  const body = bodyOf(state, index);
  if (body) go(body.from);
}

/** The same, and has it spoken which one of how many it is. */
function goToChunkAloud(index: number): void {
  goToChunk(index);
  speak(say('chunk.of', { n: number(index + 1), all: number(outcomeOf(state)?.statistics.chunks ?? 0) }));
}

function step(by: 1 | -1): void {
  const count = outcomeOf(state)?.statistics.chunks ?? 0;
  goToChunkAloud(Math.min(count - 1, Math.max(0, (state.current ?? -1) + by)));
  keepPaintedInView();
}

/** Goes to the next place that only one side is cut at, or to the one before. */
function differ(by: 1 | -1): void {
  const difference = nextDifference(state, caret, by);
  if (difference) go(difference.position);
  update({ difference });
  speak(difference ? sayDifference(difference) : say('difference.none'));
  keepPaintedInView();
}

/** Where the parts stand one below the other, what is gone to is of no use below the screen. */
function keepPaintedInView(): void {
  if (state.view === 'painted' && matchMedia('(max-width: 899px)').matches)
    find('#painted-panel').scrollIntoView({ block: 'nearest' });
}

/** Goes to the next chunk that a number counts. */
async function seek(sought: Sought): Promise<void> {
  const { side, limit, current = 0 } = state;
  try {
    const index = await engine.find({ sought, after: current, limit, side });
    if (index === undefined) return;
    if (state.view === 'sweep') chooseView('cards');
    goToChunkAloud(index);
  } catch {
    notify('notice.stopped');
  }
}

function point(index: number | undefined): void {
  if (index === state.hovered) return;
  const stretch = isCurrent(state) ? bodyOf(state, index) : undefined;
  editor.mark(stretch);
  painted.mark(stretch);
  update({ hovered: index });
}

function pointAt(position: number | undefined): void {
  const columns = outcomeOf(state)?.columns;
  point(columns && position !== undefined && isCurrent(state) ? chunkAt(columns, position) : undefined);
}

function showInDocument({ index }: ChunkRecord): void {
  const body = bodyOf(state, index);
  if (body) selectInDocument(body.from, body.to);
}

function selectInDocument(from: number, to: number): void {
  if (isCurrent(state)) editor.select(from, to);
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

/** Changes which sets of settings there are, or which one is shown. */
function change(sides: Partial<State>): void {
  update({ ...sides, current: currentChunk({ ...state, ...sides }) });
  // What the page shows of a side until the answer comes may be another one's.
  ask(sides.outcomes !== undefined);
  keepSettings();
}

/** Where they are found again: in this browser and in the address. */
function keepSettings(): void {
  remember({ fields: takenFields(state).A });
  address.show();
}

/** Changes the view and keeps the place: the chunk the caret is in if it was in view, or else the first one that was. */
function chooseView(view: View): void {
  const columns = outcomeOf(state)?.columns;
  const [first = 0, last = 0] =
    state.view === 'painted' ? painted.inView.map((at) => columns && chunkAt(columns, at)) : cards.inView;
  const { current } = state;
  const isSeen = state.view === 'sweep' || (current !== undefined && first <= current && current <= last);
  update({ view });
  if (!isSeen) goToChunk(first);
  else if (view === 'cards') cards.reveal(current ?? 0);
  else if (view === 'painted') painted.reveal(caret);
  if (missesCards()) ask();
}

function chooseModel(name: string): void {
  model = name;
  modelList.update(models, model);
  update({ limit: limitOf(models, model) });
  remember({ model });
  ask();
}

function editModels(changed: typeof models): void {
  models = changed;
  remember({ models: [...models] });
  chooseModel(limitOf(models, model) === undefined ? '' : model);
}

async function copyChunk({ index, text }: ChunkRecord): Promise<void> {
  const isCopied = await copyOrShow(Promise.resolve(new Blob([text])));
  cards.copied(isCopied ? index : undefined);
}

function exported({ all, ...wanted }: Wanted): Promise<Blob> {
  const { offsets, side } = state;
  const others = all ? { others: shelf.documents.others(wanted.first !== undefined) } : {};
  return engine.export({ ...wanted, ...others, offsets, side });
}

/** Copies what an export gives, or shows it to be copied by hand. True only if it was copied. */
async function copyExport(wanted: Wanted): Promise<boolean> {
  try {
    return await copyOrShow(exported(wanted));
  } catch {
    notify('notice.stopped');
    return false;
  }
}

const jsonSign = new CopiedSign(() => {
  find('#copy').textContent = say(jsonSign.isShown ? 'copy.done' : 'copy.json');
});

async function copyJson(): Promise<void> {
  jsonSign.set(false);
  jsonSign.set(await copyExport({ format: 'json', all: false }));
}

/** Has the page speak another language. What is not loaded leaves it in the one it has. */
async function changeLanguage(chosen: Language): Promise<void> {
  if (chosen === spoken()) return;
  try {
    if (!(await speakIn(chosen))) return;
  } catch {
    find<HTMLSelectElement>('#language').value = spoken();
    notify('notice.language');
    return;
  }
  quiet();
  address.language = chosen;
  remember({ language: chosen });
  translatePage(chosen);
  modelList.update(models, model);
  update({ language: chosen });
  address.show();
  const sample = await sampleIn(chosen);
  // Another one may have been chosen meanwhile.
  if (chosen === spoken()) shelf.translate(sample);
}

function setTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  find<HTMLSelectElement>('#theme').value = theme;
}

function connect(): void {
  connectSettings({
    changed: (fields, share, clamped) => change({ ...withFields(state, fields, share), clamped }),
    compare: (isOn) => change(isOn ? compared(state) : alone(state)),
    choose: (side) => change({ side, clamped: undefined, cards: new Map() }),
    swap: () => change(swapped(state)),
    copy: () => change(copied(state)),
  });
  for (const name of views) find(`[name=view][value=${name}]`).addEventListener('change', () => chooseView(name));
  find<HTMLSelectElement>('#offsets').addEventListener('change', (event) => {
    update({ offsets: (event.target as HTMLSelectElement).value as Offsets });
    remember({ offsets: state.offsets });
    ask();
  });
  const languages = find<HTMLSelectElement>('#language');
  languages.value = spoken();
  languages.addEventListener('change', () => changeLanguage(languages.value as Language));
  find('#theme').addEventListener('change', (event) => {
    setTheme((event.target as HTMLSelectElement).value);
    remember({ theme: document.documentElement.dataset.theme ?? 'auto' });
  });
  connectStatistics(seek);
  connectPrinting(() => ({ state, text: editor.text, name: shelf.documents.shown.name }));
  for (const button of document.querySelectorAll('.sample')) button.addEventListener('click', () => shelf.showSample());
  find('#clear').addEventListener('click', () => {
    editor.replace('');
    editor.focus();
  });
  find('#copy').addEventListener('click', copyJson);
  // The part of the address behind # is the settings': it stays, whatever is gone to.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      link.closest('dialog')?.close();
      find(link.hash).focus();
    });
}

find('#unstarted').hidden = true;
setTheme(remembered.theme ?? 'auto');
find<HTMLSelectElement>('#offsets').value = state.offsets;
modelList.update(models, model);
connect();
shelf.start(kept);
// The documents that were kept have that of the link among them.
address.start(kept ? undefined : link);
if (!isAble) notify('notice.simd');
workOffline(import.meta.url, {
  ready() {
    find('#offline').hidden = false;
  },
  newer(keep) {
    notify('notice.version', {}, { name: say('notice.version.reload'), act: () => shelf.reload(keep) });
  },
});
