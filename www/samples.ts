import type { Language } from './messages';
import en from './samples/en.md?raw';

const others = import.meta.glob<string>(['./samples/*.md', '!./samples/en.md'], { query: '?raw', import: 'default' });

/** The sample document in a language; where it does not come, the English one. */
export async function sampleIn(language: Language): Promise<string> {
  try {
    return (await others[`./samples/${language}.md`]?.()) ?? en;
  } catch {
    return en;
  }
}
