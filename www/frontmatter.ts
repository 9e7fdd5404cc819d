import type { Field } from './documents';

/** Front matter at the very start of a text: the mark of its kind, and what stands between the marks. */
const frontMatter = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*(?:\r?\n|$)/;

/** Its fields, each as it is written (YAML 1.2, failsafe schema; TOML 1.0): a version 1.10 is not 1.1. What is nested deeper than a list is left out. */
export async function frontMatterOf(start: string): Promise<Field[]> {
  const [, mark, matter = ''] = frontMatter.exec(start) ?? [];
  if (!mark) return [];
  try {
    const fields = mark === '---' ? await yaml(matter) : await toml(matter);
    return Object.entries(fields).flatMap(([key, value]) => {
      const words = wordsOf(value);
      return words ? [[key, words] as const] : [];
    });
  } catch {
    // What its language does not allow is text like any other.
    return [];
  }
}

async function yaml(matter: string): Promise<object> {
  const { parse } = await import('yaml');
  const parsed: unknown = parse(matter, { schema: 'failsafe', logLevel: 'silent' });
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
}

/** Numbers are taken from the text: as values they have lost their last zeros. */
async function toml(matter: string): Promise<object> {
  const { parse } = await import('smol-toml');
  const written = (key: string, value: unknown) => {
    const line = matter.split(/\r?\n/).find((line) => line.split('=')[0]?.trim() === key);
    return typeof value === 'number' ? (/=\s*([^\s#]+)/.exec(line ?? '')?.[1] ?? value) : value;
  };
  return Object.fromEntries(Object.entries(parse(matter)).map(([key, value]) => [key, written(key, value)]));
}

/** A value as text: a list of texts is one, with commas. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.every(isPlain) ? value.join(', ') : '';
  // A date of TOML gives the form it was written in.
  if (value instanceof Date) return value.toISOString();
  return isPlain(value) ? String(value).trimEnd() : '';
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}
