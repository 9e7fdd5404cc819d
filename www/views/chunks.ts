import {
  defaultRangeExtractor,
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
import { outcomeOf, type State } from '../state';
import { type CardActions, card } from './card';

export interface ListActions extends Omit<CardActions, 'unfold'> {
  /** Goes to a chunk. */
  go(index: number): void;
  /** The pointer is over a card, or over none. */
  pointed(index: number | undefined): void;
  /** Other cards have come into view. */
  scrolled(): void;
}

/** A browser lays out no element that is much taller than so many cards. */
const most = 80_000;
/** So many cards are drawn on either side of those in view. */
const around = 4;
/** Before it is measured, a card is taken to be this high, in pixels. */
const height = 190;

const scroller = document.querySelector<HTMLElement>('#scroller') as HTMLElement;
const list = document.querySelector<HTMLElement>('#chunks') as HTMLElement;
const cap = document.querySelector<HTMLElement>('#cap') as HTMLElement;

/** The list of chunks, of which only those in view are drawn. */
export class ChunkList {
  readonly #virtual: Virtualizer<HTMLElement, HTMLElement>;
  #state: State | undefined;
  #unfolded = new Set<number>();
  #copied: number | undefined;
  #waits = false;
  /** The card that is to have the focus once it is drawn. */
  #focused: number | undefined;
  #late: number | undefined;
  /** Where the list was sent, until a person scrolls it: getting there takes some frames. */
  #target: number | undefined;

  constructor(private readonly actions: ListActions) {
    this.#virtual = new Virtualizer(this.#options(0));
    this.#virtual._didMount();
    this.#virtual._willUpdate();
    const scrolls = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      if (!isKey || event.target === scroller || ['PageUp', 'PageDown', ' '].includes(event.key)) this.#target = undefined;
    };
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      scroller.addEventListener(type, scrolls, { passive: true, capture: true });
  }

  /** The chunks in view, with some more on either side. */
  get shown(): Omit<Shown, 'side'> {
    const range = this.#virtual.range;
    const [first, last] = [Math.max(0, (range?.startIndex ?? 0) - around), (range?.endIndex ?? 0) + around + 1];
    return { first, last: Math.max(last, first + 12) };
  }

  /** The first and the last chunk in view. */
  get inView(): [number, number] {
    const { startIndex = 0, endIndex = 0 } = this.#virtual.range ?? {};
    return this.#target === undefined ? [startIndex, endIndex] : [this.#target, this.#target];
  }

  update(state: State): void {
    const before = this.#state;
    const isMoved = state.current !== before?.current;
    if (state.outcomes !== before?.outcomes || state.side !== before.side) this.#copied = undefined;
    this.#state = state;
    if (state.view !== 'cards') {
      if (before?.view === 'cards') render(nothing, list);
      return;
    }
    const count = Math.min(most, outcomeOf(state)?.statistics.chunks ?? 0);
    // Which cards are drawn depends on the current one, too.
    if (count !== this.#virtual.options.count || isMoved) {
      this.#virtual.setOptions(this.#options(count));
      this.#virtual._willUpdate();
    }
    if (isMoved && state.current !== undefined) this.reveal(state.current);
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
      overscan: around,
      // The current card is always there, so that it can take the focus, and so is the one that has it.
      rangeExtractor: (range) => {
        const focused = list.querySelector<HTMLElement>('.card:focus-within')?.dataset.index;
        const kept = [this.#state?.current, focused && Number(focused)].filter(
          (index): index is number => typeof index === 'number' && index < range.count,
        );
        return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
      },
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
      this.actions.scrolled();
    });
  }

  /** Brings a chunk into view, if it is not. */
  reveal(index: number): void {
    this.#target = index;
    const items = this.#virtual.getVirtualItems();
    const [top, bottom] = [scroller.scrollTop, scroller.scrollTop + scroller.clientHeight];
    const item = items.find((item) => item.index === index);
    if (index < most && !(item && item.start >= top && item.start + 60 <= bottom))
      this.#virtual.scrollToIndex(index, { align: 'start' });
  }

  #draw(): void {
    const state = this.#state;
    const outcome = state && outcomeOf(state);
    if (!outcome) return;
    const total = outcome.statistics.chunks;
    const { limit, current, hovered } = state;
    list.style.height = `${this.#virtual.getTotalSize()}px`;
    const actions = { ...this.actions, unfold: (index: number) => this.#unfold(index) };
    const items = repeat(
      this.#virtual.getVirtualItems(),
      (item) => item.index,
      ({ index, start }) => {
        const shown = state.cards.get(index);
        const look = {
          settings: outcome.settings,
          limit,
          isUnfolded: this.#unfolded.has(index),
          isCopied: index === this.#copied,
          isCurrent: index === (current ?? 0),
        };
        return html`<li
          class="card" data-index=${index} aria-posinset=${index + 1} aria-setsize=${total} tabindex=${index === (current ?? 0) ? '0' : '-1'}
          aria-current=${index === current ? 'true' : nothing} data-hovered=${index === hovered ? '' : nothing}
          aria-label=${say('chunk.number', { n: number(index + 1) })}
          @keydown=${(event: KeyboardEvent) => this.#press(event, index, total)} @click=${(event: MouseEvent) => this.#point(event, index)}
          @mouseenter=${() => this.actions.pointed(index)} @mouseleave=${() => this.actions.pointed(undefined)}
          .style=${`transform: translateY(${start}px)`} ${ref((element) => this.#virtual.measureElement((element ?? null) as HTMLElement | null))}
        >${shown ? card(shown, look, actions) : nothing}</li>`;
      },
    );
    cap.hidden = total <= most;
    cap.textContent = say('cap.note', { shown: number(most), n: number(total) });
    render(items, list);
    if (this.#focused !== undefined) this.#focus();
  }

  /** A click on a card goes to its chunk, unless it ends the selection of some text. */
  #point(event: MouseEvent, index: number): void {
    const isOnButton = (event.target as Element).closest('button') !== null;
    if (!isOnButton && document.getSelection()?.isCollapsed !== false) this.actions.go(index);
  }

  /** Keys go from card to card, with or without Alt, which does so in the painted document. */
  #press(event: KeyboardEvent, index: number, total: number): void {
    const by: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -total, End: total };
    const step = by[event.key];
    const isCard = event.target === event.currentTarget;
    if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey || !(isCard || event.altKey)) return;
    event.preventDefault();
    this.#focused = Math.min(Math.max(0, index + step), Math.min(total, most) - 1);
    this.actions.go(this.#focused);
    this.#focus();
  }

  /** Gives the focus to the card that was gone to, once it is drawn. */
  #focus(): void {
    const card = list.querySelector<HTMLElement>(`[data-index="${this.#focused}"]`);
    if (!card) return;
    this.#focused = undefined;
    card.focus({ preventScroll: true });
  }

  #unfold(index: number): void {
    if (!this.#unfolded.delete(index)) this.#unfolded.add(index);
    this.#draw();
  }
}
