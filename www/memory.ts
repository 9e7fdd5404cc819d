import { isModel, type Model } from './models';
import type { Fields, Offsets } from './protocol';
import { firstFields } from './state';

/** What is remembered between visits: settings, models and theme, never the text. */
interface Remembered {
  fields: Fields;
  offsets: Offsets;
  theme: string;
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
    return { theme, offsets, model, ...models, fields: { ...firstFields, ...Object.fromEntries(known) } };
  } catch {
    return {};
  }
}

export function remember(remembered: Partial<Remembered>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...recall(), ...remembered }));
  } catch {
    // Storage may be denied or full: the page works the same without.
  }
}
