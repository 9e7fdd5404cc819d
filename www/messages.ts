import messages from './locales/en.json';

export type Message = keyof typeof messages;

/** A message that has a form for each plural, by what these forms have in common. */
type Counted<Key = Message> = Key extends `${infer Stem}.other` ? Stem : never;

const language = 'en';
const plurals = new Intl.PluralRules(language);
const whole = new Intl.NumberFormat(language);
const mega = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });

/** A message with its places filled in. */
export function say(key: Message, places: Record<string, string> = {}): string {
  return messages[key].replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);
}

/** A message that says how many: its form for the number, with the number at {n}. */
export function sayHowMany(key: Counted, n: number): string {
  const form = plurals.select(n) === 'one' ? 'one' : 'other';
  return say(`${key}.${form}` as Message, { n: number(n) });
}

export function number(n: number): string {
  return whole.format(n);
}

export function megabytes(bytes: number): string {
  return mega.format(bytes / 1e6);
}

export function share(part: number): string {
  return percent.format(part);
}
