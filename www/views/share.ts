import { html, nothing, render } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { isFromDisk } from '../address';
import { CopiedSign } from '../clipboard';
import { number, say } from '../messages';

export interface ShareActions {
  /** The name of the document that is shown, if it has one. */
  name(): string;
  /** The address with the settings, and with the document that is shown if it is wanted. */
  link(withDocument: boolean): Promise<string>;
  /** True only if it was copied. */
  copy(link: string): Promise<boolean>;
}

const dialog = document.querySelector<HTMLDialogElement>('#share-link') as HTMLDialogElement;
const place = document.querySelector<HTMLElement>('#share-form') as HTMLElement;

/** In characters: longer addresses are cut off or refused by some programs, and by most. */
const [some, most] = [2_000, 32_000];

/** A link to these settings, and, if the person wants it, to this document. */
export class Share {
  #withDocument = false;
  #link = '';
  /** What makes a link; another one ends it. */
  #run: object | undefined;
  readonly #sign = new CopiedSign(() => this.#draw());

  constructor(private readonly actions: ShareActions) {
    document.querySelector('#share-open')?.addEventListener('click', () => {
      // Asked anew each time: a document is easily given away by a switch one has forgotten.
      this.#withDocument = false;
      this.#make();
      dialog.showModal();
    });
    // Nothing of a document is left in a field that nobody sees.
    dialog.addEventListener('close', () => this.#clear());
  }

  async #make(): Promise<void> {
    this.#clear();
    const run = {};
    this.#run = run;
    const link = await this.actions.link(this.#withDocument);
    if (run !== this.#run) return;
    this.#link = link;
    this.#sign.set(false);
  }

  #clear(): void {
    this.#run = undefined;
    this.#link = '';
    this.#sign.set(false);
  }

  async #copy(): Promise<void> {
    this.#sign.set(await this.actions.copy(this.#link));
  }

  #draw(): void {
    const { length } = this.#link;
    const name = this.actions.name();
    const warning = length > most ? 'share.long.most' : length > some ? 'share.long.some' : undefined;
    render(
      html`
        ${isFromDisk ? html`<p>${say('share.disk')}</p>` : nothing}
        <p>${say(this.#withDocument ? 'share.about.document' : 'share.about')}</p>
        <label class="choice"><input type="checkbox" .checked=${live(this.#withDocument)} @change=${(event: Event) => {
          this.#withDocument = (event.target as HTMLInputElement).checked;
          this.#make();
        }}> ${name ? say('share.document.named', { name }) : say('share.document')}</label>
        <textarea readonly rows="4" autocomplete="off" aria-label=${say('share.link')} .value=${this.#link} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>
        <p class="length">${say('share.length', { n: number(length) })}</p>
        ${warning ? html`<p class="note" data-kind="warned">${say(warning)}</p>` : nothing}
        <form method="dialog" class="actions">
          <button type="button" class="main" id="share-copy" ?disabled=${this.#link === ''} @click=${() => this.#copy()}>${say(this.#sign.isShown ? 'copy.done' : 'share.copy')}</button>
          <button>${say('byhand.close')}</button>
        </form>`,
      place,
    );
  }
}
