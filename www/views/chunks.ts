import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { html, nothing, render } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { number, say } from '../messages';
import type { Shown } from '../protocol';
import type { State } from '../state';
import { type CardActions, card } from './card';

/** A browser lays out no element that is much taller than so many cards. */
const most = 80_000;
/** Before it is measured, a card is taken to be this high, in pixels. */
const height = 190;

const scroller = document.querySelector<HTMLElement>('#scroller') as HTMLElement;
const list = document.querySelector<HTMLElement>('#chunks') as HTMLElement;
const cap = document.querySelector<HTMLElement>('#cap') as HTMLElement;
const empty = document.querySelector<HTMLElement>('#empty') as HTMLElement;

/** The list of chunks, of which only those in view are drawn. */
export class ChunkList {
  readonly #virtual: Virtualizer<HTMLElement, HTMLElement>;
  #state: State | undefined;
  #unfolded = new Set<number>();
  #copied: number | undefined;
  #waits = false;
  #late: number | undefined;

  constructor(
    private readonly actions: Omit<CardActions, 'unfold'>,
    private readonly scrolled: () => void,
  ) {
    this.#virtual = new Virtualizer(this.#options(0));
    this.#virtual._didMount();
    this.#virtual._willUpdate();
  }

  /** The chunks in view, with some more on either side. */
  get shown(): Shown {
    const items = this.#virtual.getVirtualItems();
    const [first, last] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1];
    return { first, last: Math.max(last, first + 12) };
  }

  update(state: State): void {
    const moved = state.current !== this.#state?.current;
    if (state.result !== this.#state?.result) this.#copied = undefined;
    this.#state = state;
    const count = Math.min(most, state.result?.statistics.chunks ?? 0);
    if (count !== this.#virtual.options.count) {
      this.#virtual.setOptions(this.#options(count));
      this.#virtual._willUpdate();
    }
    if (moved && state.current !== undefined && !scroller.contains(document.activeElement)) this.#reveal(state.current);
    this.#draw();
  }

  /** Shows long texts in part again: the document is another one. */
  fold(): void {
    this.#unfolded.clear();
  }

  /** Marks a chunk as copied until another is, or the chunks change. */
  copied(index: number | undefined): void {
    this.#copied = index;
    this.#draw();
  }

  /** Says that the chunks are those of an older text or older settings, once that is long enough not to flicker. */
  waits(): void {
    this.#late ??= window.setTimeout(() => list.setAttribute('aria-busy', 'true'), 300);
  }

  answered(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    list.removeAttribute('aria-busy');
  }

  #options(count: number): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      count,
      getScrollElement: () => scroller,
      estimateSize: () => height,
      overscan: 4,
      gap: 10,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => this.#drawSoon(),
    };
  }

  /** Drawing measures cards, and measuring can change what is to be drawn: that is drawn after. */
  #drawSoon(): void {
    if (this.#waits) return;
    this.#waits = true;
    queueMicrotask(() => {
      this.#waits = false;
      this.#draw();
      this.scrolled();
    });
  }

  #reveal(index: number): void {
    const items = this.#virtual.getVirtualItems();
    const [top, bottom] = [scroller.scrollTop, scroller.scrollTop + scroller.clientHeight];
    const item = items.find((item) => item.index === index);
    if (index < most && !(item && item.start >= top && item.start + 60 <= bottom))
      this.#virtual.scrollToIndex(index, { align: 'start' });
  }

  #draw(): void {
    const state = this.#state;
    const result = state?.result;
    if (!state || !result) return;
    const total = result.statistics.chunks;
    empty.hidden = total > 0;
    scroller.hidden = total === 0;
    list.style.height = `${this.#virtual.getTotalSize()}px`;
    const actions = { ...this.actions, unfold: (index: number) => this.#unfold(index) };
    const items = repeat(
      this.#virtual.getVirtualItems(),
      (item) => item.index,
      ({ index, start }) => {
        const shown = state.cards.get(index);
        return html`<li
          class="card" data-index=${index} aria-posinset=${index + 1} aria-setsize=${total}
          aria-current=${index === state.current ? 'true' : nothing} aria-label=${say('chunk.number', { n: number(index + 1) })}
          .style=${`transform: translateY(${start}px)`} ${ref((element) => this.#virtual.measureElement((element ?? null) as HTMLElement | null))}
        >${shown ? card(shown, result.settings, this.#unfolded.has(index), index === this.#copied, actions) : nothing}</li>`;
      },
    );
    cap.hidden = total <= most;
    cap.textContent = say('cap.note', { shown: number(most), n: number(total) });
    render(items, list);
  }

  #unfold(index: number): void {
    if (!this.#unfolded.delete(index)) this.#unfolded.add(index);
    this.#draw();
  }
}
