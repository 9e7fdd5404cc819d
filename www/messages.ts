import messages from './locales/en.json';

export type Message = keyof typeof messages;

const language = 'en';
const plurals = new Intl.PluralRules(language);
const whole = new Intl.NumberFormat(language);
const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });

/** A message with its places filled in. */
export function say(key: Message, places: Record<string, string> = {}): string {
  return messages[key].replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);
}

/** A message that says how many: its form for the number, with the number at {n}. */
export function sayHowMany(
  key: Message extends infer Key ? (Key extends `${infer Stem}.other` ? Stem : never) : never,
  n: number,
): string {
  const form = plurals.select(n) === 'one' ? 'one' : 'other';
  return say(`${key}.${form}` as Message, { n: number(n) });
}

export function number(n: number): string {
  return whole.format(n);
}

export function share(part: number): string {
  return percent.format(part);
}
