import type { Message } from './messages';
import type { Fields } from './protocol';

/** Settings for a kind of content, in tokens; without any where a text chunker is the wrong tool. */
export interface Preset {
  name: Message;
  about: Message;
  /** The overlap as a share of the size, in percent: it follows the size. */
  fields: (Pick<Fields, 'strategy' | 'size'> & { share: string }) | undefined;
}

/** Sizes and shares of overlap are the middle of what is usual for each kind. */
export const presets: readonly Preset[] = [
  { name: 'preset.faq', about: 'preset.about.faq', fields: { strategy: 'semantic', size: '300', share: '0' } },
  { name: 'preset.articles', about: 'preset.about.articles', fields: { strategy: 'recursive-char', size: '600', share: '12.5' } },
  { name: 'preset.contracts', about: 'preset.about.contracts', fields: { strategy: 'semantic', size: '800', share: '17.5' } },
  { name: 'preset.code', about: 'preset.about.code', fields: undefined },
];
