import { html, nothing, render } from 'lit-html';
import type { Document, NewDocument } from '../documents';
import { say } from '../messages';

export interface TabActions {
  show(index: number): void;
  close(): void;
  bringBack(): void;
}

const place = document.querySelector<HTMLElement>('#tabs') as HTMLElement;

const panel = document.querySelector<HTMLElement>('#editor') as HTMLElement;

/** The open documents, one of them shown; nothing where there is only one without a name. */
export function showTabs(all: readonly Document[], shown: Document, closed: NewDocument | undefined, actions: TabActions): void {
  place.hidden = all.length === 1 && shown.name === '' && !closed;
  panel.role = place.hidden ? null : 'tabpanel';
  panel.ariaLabel = place.hidden ? null : nameOf(shown, all);
  const go = (index: number) => {
    actions.show(index);
    place.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  };
  const press = (event: KeyboardEvent, index: number) => {
    const steps: Partial<Record<string, number>> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 };
    const next = steps[event.key];
    if (next !== undefined) go((next + all.length) % all.length);
    else if (event.key === 'Delete') actions.close();
    else return;
    event.preventDefault();
  };
  render(
    html`<div role="tablist" aria-label=${say('documents.label')} class="tablist">${all.map(
      (document, i) =>
        html`<button type="button" role="tab" aria-selected=${document === shown} aria-controls="editor" tabindex=${document === shown ? 0 : -1} dir="auto" @click=${() => go(i)} @keydown=${(event: KeyboardEvent) => press(event, i)}>${nameOf(document, all)}</button>`,
    )}</div><button type="button" class="quiet" aria-label=${say('documents.close', { name: nameOf(shown, all) })} title=${say('documents.close', { name: nameOf(shown, all) })} @click=${actions.close}>✕</button>${
      closed
        ? html`<button type="button" class="quiet" aria-label=${say('documents.back.named', { name: nameOf(closed, []) })} title=${say('documents.back.named', { name: nameOf(closed, []) })} @click=${actions.bringBack}>↶</button>`
        : nothing
    }`,
    place,
  );
  if (!place.hidden) place.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Those without a name are numbered, as files of the same name are. */
export function nameOf(document: Pick<Document, 'name'>, all: readonly Pick<Document, 'name'>[]): string {
  if (document.name) return document.name;
  const before = all.filter(({ name }) => name === '').indexOf(document);
  return say('documents.untitled') + (before > 0 ? ` (${before + 1})` : '');
}
