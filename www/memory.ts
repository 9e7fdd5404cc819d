import type { NewDocument } from './documents';
import { isLanguage, type Language, type Message } from './messages';
import { isModel, type Model } from './models';
import { notify } from './notice';
import type { Fields, Offsets } from './protocol';
import { firstFields } from './state';

/** What is remembered between visits, whether asked or not: settings, models and theme. */
interface Remembered {
  fields: Fields;
  offsets: Offsets;
  theme: string;
  /** The language, if it was chosen. */
  language: Language;
  /** The list of models, if it is not the usual one. */
  models: Model[];
  /** The name of the one chunks are checked against, or nothing. */
  model: string;
}

const key = 'chunklab';
const themes = ['auto', 'light', 'dark'];
const mostModels = 100;
const offsetUnits: Offsets[] = ['char', 'utf16', 'byte'];

/** Nothing remembered, or nothing that can be read, is an empty object. Only known fields with text in them are taken. */
export function recall(): Partial<Remembered> {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Remembered>;
    const given: Record<string, unknown> = { ...stored.fields };
    const names = Object.keys(firstFields) as (keyof Fields)[];
    const known = names.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]);
    const offsets = offsetUnits.find((unit) => unit === stored.offsets) ?? 'char';
    const theme = themes.find((theme) => theme === stored.theme) ?? 'auto';
    const model = typeof stored.model === 'string' ? stored.model : '';
    const models = Array.isArray(stored.models) && { models: stored.models.filter(isModel).slice(0, mostModels) };
    const language = isLanguage(stored.language) && { language: stored.language };
    return { theme, offsets, model, ...language, ...models, fields: { ...firstFields, ...Object.fromEntries(known) } };
  } catch {
    return {};
  }
}

export function remember(remembered: Partial<Remembered>): void {
  if (!store(key, () => JSON.stringify({ ...recall(), ...remembered }))) sayOnce('notice.storage');
}

/** The texts, only if the person wants that. */
export interface RememberedDocuments {
  documents: NewDocument[];
  shown: number;
}

const documentsKey = 'chunklab.documents';

/** Whether what was stored under a name are the documents. */
export function isOfDocuments(name: string | null): boolean {
  return name === documentsKey;
}

/** In UTF-16 units. No browser stores more than five million, and the trial alone would take its time. */
const most = 5_000_000;

/** Undefined where nothing is remembered, or nothing that can be read. */
export function recallDocuments(): RememberedDocuments | undefined {
  try {
    const { documents, shown } = JSON.parse(localStorage.getItem(documentsKey) ?? '{}') as Partial<RememberedDocuments>;
    const known = (documents ?? []).filter(isDocument);
    return known.length > 0 ? { documents: known, shown: Math.min(Number(shown) || 0, known.length - 1) } : undefined;
  } catch {
    return undefined;
  }
}

function isDocument(stored: Partial<NewDocument> | null): boolean {
  const { name, text, encoding = '', html = '', fields = [] } = stored ?? {};
  const texts = [name, text, encoding, html, ...fields.flat()];
  return texts.every((value) => typeof value === 'string') && fields.every((field) => field.length === 2);
}

/** `length` is that of all texts. What does not fit is not remembered, not in part either, and that is said. */
export function rememberDocuments(length: number, documents: () => RememberedDocuments): boolean {
  const done = length <= most && store(documentsKey, () => JSON.stringify(documents()));
  if (!done) sayOnce('notice.storage.text');
  return done;
}

export function forgetDocuments(): void {
  try {
    localStorage.removeItem(documentsKey);
  } catch {
    // Where storage is denied there is nothing to forget.
  }
}

/** Storage may be denied or full: the page works the same without. */
function store(name: string, value: () => string): boolean {
  try {
    localStorage.setItem(name, value());
    return true;
  } catch {
    return false;
  }
}

const said = new Set<Message>();

function sayOnce(message: Message): void {
  if (!said.has(message)) notify(message);
  said.add(message);
}
