import type { Fields } from './protocol';
import { firstFields, strategies } from './state';

/** What a link says, and what in it means nothing here. */
export interface Linked {
  fields: Fields;
  unknown: string[];
}

const names = Object.keys(firstFields) as (keyof Fields)[];

/** Settings as the part of an address behind `#`, which no server sees: those that are not the usual ones, in a fixed order. */
export function hashOf(fields: Fields): string {
  const said = names.filter((name) => fields[name] !== firstFields[name]).map((name) => [name, fields[name]]);
  return said.length > 0 ? `#${new URLSearchParams(said)}` : '';
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

function isKnown([name, value]: [string, string]): boolean {
  return names.includes(name as keyof Fields) && (choices[name]?.includes(value) ?? true);
}

/** The settings that an address holds, what it leaves out being as usual; undefined if it holds none. */
export function linked(hash: string): Linked | undefined {
  const said = [...new URLSearchParams(hash.slice(1))];
  if (said.length === 0) return undefined;
  const known = said.filter(isKnown);
  const unknown = said.filter((entry) => !isKnown(entry)).map(([name]) => name);
  return { fields: { ...firstFields, ...Object.fromEntries(known) }, unknown };
}
