import { html, nothing } from 'lit-html';
import { number, say } from '../messages';
import type { Card, ChunkRecord, ChunkState, Settings } from '../protocol';

export interface CardActions {
  copy(record: ChunkRecord): void;
  show(record: ChunkRecord): void;
  /** Shows all of a long text, or its first lines again. */
  unfold(index: number): void;
}

/** Longer texts are shown in part, in characters. */
const long = 700;

/** What a card shows beside its chunk. */
export interface CardLook {
  settings: Settings;
  /** The most tokens the embedding model reads. */
  limit: number | undefined;
  isUnfolded: boolean;
  isCopied: boolean;
  /** Tab goes to the buttons of one card only. */
  isCurrent: boolean;
}

export function card(shown: Card, { settings, limit, isUnfolded, isCopied, isCurrent }: CardLook, actions: CardActions) {
  const { record, state } = shown;
  const n = number(record.index + 1);
  const tab = isCurrent ? 0 : -1;
  return html`
    ${head(shown, settings, limit)}
    ${path(record)}
    ${record.table ? html`<p class="path">${say('chunk.table', { header: record.table.split('\n')[0] ?? '' })}</p>` : nothing}
    ${text(record, isUnfolded)}
    <div class="foot">
      <span class="place">${place(record)}${overlapLine(state) && ` · ${overlapLine(state)}`}</span>
      ${record.characters > long ? html`<button type="button" class="quiet" tabindex=${tab} aria-expanded=${isUnfolded} @click=${() => actions.unfold(record.index)}>${say(isUnfolded ? 'chunk.less' : 'chunk.more')}</button>` : nothing}
      <button type="button" class="quiet" tabindex=${tab} aria-label=${say('chunk.show.label', { n })} @click=${() => actions.show(record)}>${say('chunk.show')}</button>
      <button type="button" class="quiet" tabindex=${tab} aria-label=${isCopied ? say('copy.done') : say('copy.chunk.label', { n })} @click=${() => actions.copy(record)}>${say(isCopied ? 'copy.done' : 'copy.chunk')}</button>
    </div>`;
}

/** Which chunk it is, its size against the budget, why it ends, and what is odd about it. */
export function head({ record, state }: Card, settings: Settings, limit: number | undefined) {
  return html`
    <div class="head">
      <b class="number">${`#${number(record.index + 1)}`}</b>
      ${meter(record, settings)}
      <span class="cut" data-cut=${record.cut} title=${say(`cut.about.${record.cut}`)}>${say(`cut.${record.cut}`)}</span>
      ${flags(record, state, limit).map((flag) => html`<span class="flag">${flag}</span>`)}
    </div>`;
}

/** The headings a chunk stands under. */
export function path({ headings }: ChunkRecord) {
  const names = headings.join(' › ');
  return names ? html`<span class="path" title=${say('chunk.path', { path: names })}>${names}</span>` : nothing;
}

function meter(record: ChunkRecord, { unit, size }: Settings) {
  const measured = unit === 'tokens' ? record.tokens : record.characters;
  const words = say(`chunk.size.${unit}`, { n: number(measured), size: number(size) });
  return html`<span class="meter" .style=${`--part: ${Math.min(1, measured / size)}`} data-over=${measured > size}></span><span class="size">${words}</span>`;
}

/** What is odd about a chunk. */
function flags(record: ChunkRecord, state: ChunkState, limit: number | undefined): string[] {
  const found = [
    record.oversize && say('chunk.oversize'),
    limit !== undefined && record.tokens > limit && say('state.limit', { limit: number(limit) }),
    state.starts_in_sentence && say('state.starts'),
    state.ends_in_sentence && say('state.ends'),
    state.tiny && say('state.tiny'),
    state.duplicate_of !== null && say('state.duplicate', { n: number(state.duplicate_of + 1) }),
  ];
  return found.filter((flag) => typeof flag === 'string');
}

/** How much overlap there is of how much was asked for, and why not all of it. */
export function overlapLine({ overlap: { got, asked, why } }: ChunkState): string {
  if (asked === 0) return '';
  const words = say('overlap.got', { got: number(got), asked: number(asked) });
  return why ? `${words}: ${say(`overlap.why.${why}`)}` : words;
}

function place({ start, end, offsets, line }: ChunkRecord): string {
  return say('chunk.place', { start: number(start), end: number(end), unit: say(`unit.short.${offsets}`), line: number(line) });
}

/** The text with what is in front of it and what is copied marked as such. */
function text(record: ChunkRecord, unfolded: boolean) {
  const own = record.end - record.start;
  const slice = lastOf(record.text, own, record.offsets);
  const before = record.text.slice(0, record.text.length - slice.length);
  const overlap = firstOf(slice, record.overlap, record.offsets);
  const body = slice.slice(overlap.length);
  const shown = unfolded ? body : clip(body, Math.max(120, long - overlap.length));
  return html`<div class="text" dir="auto">${
    before ? html`<span class="prefix" title=${say('chunk.prefix')}>${before}</span>` : nothing
  }${
    overlap
      ? html`<mark title=${say('chunk.overlap', { length: length(record) })}><span class="hidden">${say('chunk.overlap', { length: length(record) })} </span>${overlap}</mark>`
      : nothing
  }${shown}${shown.length < body.length ? '…' : nothing}</div>`;
}

function length({ overlap, offsets }: ChunkRecord): string {
  return `${number(overlap)} ${say(`unit.short.${offsets}`)}`;
}

/** The first characters, never half of one. */
function clip(text: string, units: number): string {
  const end = (text.charCodeAt(units - 1) & 0xfc00) === 0xd800 ? units - 1 : units;
  return text.slice(0, end);
}

/** The first `n` units of a text, counted as offsets are. */
function firstOf(text: string, n: number, offsets: ChunkRecord['offsets']): string {
  if (offsets === 'utf16') return text.slice(0, n);
  let [at, left] = [0, n];
  while (left > 0 && at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    left -= offsets === 'char' ? 1 : code > 0xffff ? 4 : code > 0x7ff ? 3 : code > 0x7f ? 2 : 1;
    at += code > 0xffff ? 2 : 1;
  }
  return text.slice(0, at);
}

/** The last `n` units of a text: all but what is in front of them. */
function lastOf(text: string, n: number, offsets: ChunkRecord['offsets']): string {
  const all = offsets === 'utf16' ? text.length : offsets === 'char' ? [...text].length : new TextEncoder().encode(text).length;
  return text.slice(firstOf(text, all - n, offsets).length);
}
