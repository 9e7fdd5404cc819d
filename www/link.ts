import type { Field, NewDocument } from './documents';
import { isLanguage, type Language } from './messages';
import { pack, unpack } from './packing';
import type { BothFields, Fields } from './protocol';
import { firstFields, strategies } from './state';

/** The language an address says, if it is one of the page's. */
export function languageIn(hash: string): Language | undefined {
  const said = new URLSearchParams(hash.slice(1)).get('lang');
  return isLanguage(said) ? said : undefined;
}

/** What a link says, and what in it means nothing here. */
export interface Linked {
  fields: BothFields;
  unknown: string[];
  /** Nothing in it means anything here. */
  isNothing: boolean;
  /** The document, if it brings one; undefined if that cannot be read. */
  document?: Promise<NewDocument | undefined>;
  /** The part of the address that holds it. */
  carried: string;
}

const names = Object.keys(firstFields) as (keyof Fields)[];
/** In front of the names of the second set of settings. */
const second = 'b.';

/**
 * Settings as the part of an address behind `#`, which no server sees: those that are not the usual ones, in a fixed order. With them go the
 * language, if it was chosen, and what there is of a document.
 */
export function hashOf({ A, B }: BothFields, language: Language | undefined, carried = ''): string {
  const said = names.filter((name) => A[name] !== firstFields[name]).map((name) => [name, A[name]]);
  // That there is a second set is said by its strategy.
  const ofB = B ? names.filter((name) => name === 'strategy' || B[name] !== firstFields[name]) : [];
  const lang = language ? [['lang', language]] : [];
  const all = [...lang, ...said, ...ofB.map((name) => [second + name, B?.[name] ?? ''])];
  const parts = [new URLSearchParams(all).toString(), carried].filter((part) => part !== '');
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

/** A document as a part of an address: its name and fields, and its text as deflate (RFC 1950) in base64url (RFC 4648, section 5). */
export async function carriedOf({ name, fields = [], text }: NewDocument): Promise<string> {
  const said = [...(name ? [['name', name]] : []), ...fields.map(([key, value]) => ['field', `${key}=${value}`])];
  return new URLSearchParams([...said, ['text', await pack(text)]]).toString();
}

/** Settings that are one of a few, and which; a number that is none is explained at its field. */
const choices: Partial<Record<string, readonly string[]>> = {
  strategy: strategies,
  unit: ['tokens', 'characters'],
  keep_blocks: ['true', 'false'],
  split_oversize: ['true', 'false'],
  trim: ['true', 'false'],
  breadcrumb: ['true', 'false'],
};

function isSetting([name, value]: [string, string]): boolean {
  return names.includes(name as keyof Fields) && (choices[name]?.includes(value) ?? true);
}

/** Of a setting that is known it is the value that means nothing. */
function shown([name, value]: [string, string]): string {
  return names.includes(name as keyof Fields) ? `${name}=${value.slice(0, 40)}` : name;
}

/** What an address holds, what it leaves out being as usual; undefined if it holds nothing but a language. */
export function linked(hash: string): Linked | undefined {
  const said = [...new URLSearchParams(hash.slice(1))].filter(([name, value]) => name !== 'lang' || !isLanguage(value));
  if (said.length === 0) return undefined;
  const ofB = said.filter(([name]) => name.startsWith(second));
  const inB = ofB.map(([name, value]): [string, string] => [name.slice(second.length), value]);
  const ofDocument = said.filter(([name]) => ['name', 'field', 'text'].includes(name));
  const rest = said.filter((entry) => !ofB.includes(entry) && !ofDocument.includes(entry));
  const unknown = [
    ...rest.filter((entry) => !isSetting(entry)).map(shown),
    ...inB.filter((entry) => !isSetting(entry)).map((entry) => second + shown(entry)),
  ];
  const settings = (entries: [string, string][]) => ({ ...firstFields, ...Object.fromEntries(entries.filter(isSetting)) });
  const fields: BothFields = { A: settings(rest), ...(ofB.length > 0 && { B: settings(inB) }) };
  const packed = ofDocument.find(([name]) => name === 'text')?.[1];
  const document = packed === undefined ? {} : { document: documentOf(packed, ofDocument) };
  const isNothing = unknown.length === rest.length + inB.length && ofDocument.length === 0;
  return { fields, unknown, isNothing, carried: new URLSearchParams(ofDocument).toString(), ...document };
}

async function documentOf(packed: string, said: [string, string][]): Promise<NewDocument | undefined> {
  const text = await unpack(packed);
  const name = said.find(([name]) => name === 'name')?.[1] ?? '';
  const fields = said.flatMap(([name, value]): Field[] => {
    const at = value.indexOf('=');
    return name === 'field' && at > 0 ? [[value.slice(0, at), value.slice(at + 1)]] : [];
  });
  return text === undefined ? undefined : { name, fields, text };
}
