import en from './locales/en.json';

export type Message = keyof typeof en;
type Messages = Record<Message, string>;

/** A message that has a form for each plural, by what these forms have in common. */
type Counted<Key = Message> = Key extends `${infer Stem}.other` ? Stem : never;

/** The languages of the page, each by its own name. */
export const languages = { en: 'English', cs: 'Čeština', it: 'Italiano', ja: '日本語', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** The first of these languages (BCP 47) that the page has; English if it has none. */
export function languageOf(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
}

const others = import.meta.glob<Messages>(['./locales/*.json', '!./locales/en.json'], { import: 'default' });

let messages: Messages = en;
let language: Language = 'en';
let wanted: Language = 'en';
let forms = formsOf('en');

function formsOf(language: Language) {
  return {
    plurals: new Intl.PluralRules(language),
    whole: new Intl.NumberFormat(language),
    percent: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }),
    mega: new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }),
    list: new Intl.ListFormat(language, { type: 'conjunction' }),
  };
}

/**
 * Has the page speak a language from now on, unless another one was asked for meanwhile: false then. Throws where its messages cannot be
 * loaded; the page goes on in the one it has.
 */
export async function speakIn(next: Language): Promise<boolean> {
  wanted = next;
  const loaded = next === 'en' ? en : await others[`./locales/${next}.json`]?.();
  if (wanted !== next) return false;
  if (!loaded) throw new Error(`there are no messages in ${next}`);
  messages = loaded;
  language = next;
  forms = formsOf(next);
  return true;
}

/** The language the page speaks. */
export function spoken(): Language {
  return language;
}

/** A message with its places filled in. */
export function say(key: Message, places: Record<string, string> = {}): string {
  return messages[key].replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);
}

/** A message that says how many: its form for the number, with the number at {n}. */
export function sayHowMany(key: Counted, n: number): string {
  return say(formOf(key, n), { n: number(n) });
}

/** The form of a message for a number (Unicode CLDR plural rules). */
export function formOf(key: Counted, n: number): Message {
  return `${key}.${forms.plurals.select(n)}` as Message;
}

export function number(n: number): string {
  return forms.whole.format(n);
}

/** A part as a percentage. */
export function share(part: number): string {
  return forms.percent.format(part);
}

export function megabytes(bytes: number): string {
  return forms.mega.format(bytes / 1e6);
}

/** Names one after the other, the last one with "and". */
export function list(names: readonly string[]): string {
  return forms.list.format(names);
}
