import type { Text } from '@codemirror/state';
import { html, nothing, render } from 'lit-html';
import type { Document, Field } from '../documents';
import { frontMatterOf } from '../frontmatter';
import { isHtml, reduce, titleOf } from '../html';
import { list, say } from '../messages';
import { notify } from '../notice';

export interface OfferActions {
  /** Puts the text that HTML was reduced to in its place, and keeps the HTML. */
  reduced(text: string): void;
  /** Puts the HTML back. */
  restored(): void;
  use(fields: readonly Field[]): void;
}

const place = document.querySelector<HTMLElement>('#offers') as HTMLElement;
/** So much of a text is looked at, in UTF-16 units. */
export const lookedAt = 20_000;

/** What the page can do about a document that is HTML or says fields of its own: nothing is done unasked. */
export class Offers {
  #document: Document | undefined;
  #start = '';
  #isHtml = false;
  #fields: readonly Field[] = [];
  /** What was not wanted, by document. */
  readonly #refused = new Set<string>();
  /** What runs; another document ends it. */
  #reducing: AbortController | undefined;

  constructor(
    private readonly whole: () => Text,
    private readonly actions: OfferActions,
  ) {}

  /** Looks at a document, or at another state of it. */
  async update(document: Document, start: string): Promise<void> {
    if (document === this.#document && start === this.#start) return;
    if (document.id !== this.#document?.id || start !== this.#start) {
      this.#reducing?.abort();
      this.#reducing = undefined;
    }
    this.#document = document;
    this.#start = start;
    this.#isHtml = isHtml(document.name, start);
    // A page that was reduced has its title no more.
    const title = this.#isHtml || document.html ? titleOf(document.html?.sliceString(0, lookedAt) ?? start) : undefined;
    const found: Field[] = title ? [['title', title]] : await frontMatterOf(start);
    if (start !== this.#start) return;
    this.#fields = found.filter(([key, value]) => !document.fields.some(([k, v]) => k === key && v === value));
    this.#draw();
  }

  /** Takes the language the page speaks now. */
  translate(): void {
    this.#draw();
  }

  async #reduce(document: Document): Promise<void> {
    const run = new AbortController();
    const whole = this.whole();
    this.#reducing = run;
    this.#draw();
    try {
      const text = await reduce(whole.toString(), run.signal);
      if (this.#reducing !== run) return;
      this.#reducing = undefined;
      // What was written meanwhile is not lost.
      if (this.whole().eq(whole)) this.actions.reduced(text);
      else notify('notice.html.changed', { name: document.name });
    } catch {
      // One that was ended says nothing of the one that runs now.
      if (this.#reducing === run) {
        this.#reducing = undefined;
        notify('notice.html', { name: document.name });
      }
    }
    this.#draw();
  }

  #refuse(what: string): void {
    this.#refused.add(what);
    this.#draw();
  }

  #draw(): void {
    const document = this.#document;
    if (!document) return;
    const isReducing = this.#reducing !== undefined;
    const offered = `${document.id} ${this.#fields}`;
    const rows = [
      this.#isHtml && !this.#refused.has(`${document.id} html`)
        ? row(say('html.about'), say(isReducing ? 'html.reducing' : 'html.reduce'), () => this.#reduce(document), {
            isBusy: isReducing,
            refuse: () => this.#refuse(`${document.id} html`),
          })
        : document.html && !this.#isHtml
          ? row(say('html.reduced'), say('html.back'), this.actions.restored)
          : nothing,
      this.#fields.length > 0 && !this.#refused.has(offered)
        ? row(
            say(this.#isHtml || document.html ? 'fields.found.html' : 'fields.found', {
              keys: list(this.#fields.map(([key]) => key)),
            }),
            say('fields.use'),
            () => this.actions.use(this.#fields),
            { refuse: () => this.#refuse(offered) },
          )
        : nothing,
    ];
    place.hidden = rows.every((row) => row === nothing);
    render(rows, place);
  }
}

function row(
  words: string,
  name: string,
  act: () => void,
  { isBusy = false, refuse }: { isBusy?: boolean; refuse?: () => void } = {},
) {
  return html`<p class="offer"><span>${words}</span> <button type="button" ?disabled=${isBusy} @click=${act}>${name}</button>${
    refuse
      ? html`<button type="button" class="quiet" aria-label=${say('offer.refuse')} title=${say('offer.refuse')} @click=${refuse}>✕</button>`
      : nothing
  }</p>`;
}
