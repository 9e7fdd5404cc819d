import { html, nothing, render } from 'lit-html';
import { type Message, say, sayHowMany, share } from '../messages';
import type { Oddities, Warnings } from '../protocol';
import type { State } from '../state';

export interface WarningActions {
  /** Selects a stretch of the document, in UTF-16 units. */
  show(from: number, to: number): void;
  clean(): void;
}

const place = document.querySelector<HTMLElement>('#warnings') as HTMLElement;

/** What is worth knowing about the document; drawn again only where that has changed. */
export class WarningList {
  #drawn: Pick<State, 'warned' | 'language'> | undefined;
  /** How many places of a kind have been shown. */
  #shown = new Map<Oddities['kind'], number>();

  constructor(private readonly actions: WarningActions) {}

  update({ warned, language }: State): void {
    if (!warned || (warned === this.#drawn?.warned && language === this.#drawn.language)) return;
    this.#drawn = { warned, language };
    this.#shown.clear();
    render(this.#list(warned.warnings), place);
  }

  #list({ document, oddities }: Warnings) {
    if (!document && oddities.length === 0) return nothing;
    const cleanable = oddities.some(({ kind }) => kind !== 'replacement');
    return html`<ul class="warnings" role="list" aria-label=${say('warnings.label')}>
      ${document ? html`<li>${aboutDocument(document)}</li>` : nothing}
      ${cleanable ? html`<li><button type="button" id="clean" @click=${() => this.actions.clean()}>${say('odd.clean')}</button> ${say('odd.clean.about')}</li>` : nothing}
      ${oddities.map(
        (odd) => html`<li>
          <strong>${sayHowMany(`odd.${odd.kind}`, odd.count)}</strong> ${say(`odd.about.${odd.kind}` as Message)}
          <button type="button" class="quiet" aria-label=${say('odd.show.label', { name: sayHowMany(`odd.${odd.kind}`, odd.count) })} @click=${() => this.#show(odd)}>${say('odd.show')}</button>
        </li>`,
      )}
    </ul>`;
  }

  /** The next place of a kind, and after the last the first again. */
  #show({ kind, places }: Oddities): void {
    const shown = this.#shown.get(kind) ?? 0;
    const [from, to] = places[shown % places.length] ?? [0, 0];
    this.#shown.set(kind, shown + 1);
    this.actions.show(from, to);
  }
}

function aboutDocument({ kind, language, confidence }: NonNullable<Warnings['document']>) {
  const name = language ? say('kind.code.in', { language }) : say(`kind.${kind}` as Message);
  return html`<strong>${say('kind.looks', { kind: name, confidence: share(confidence / 100) })}</strong> ${say(`kind.about.${kind}` as Message)}`;
}
