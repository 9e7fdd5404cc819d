import { html, render } from 'lit-html';
import type { Field } from '../documents';
import { say } from '../messages';

const dialog = document.querySelector<HTMLDialogElement>('#fields') as HTMLDialogElement;
const place = document.querySelector<HTMLElement>('#field-rows') as HTMLElement;
const title = document.querySelector<HTMLElement>('#fields-title') as HTMLElement;
const note = document.querySelector<HTMLElement>('#fields-note') as HTMLElement;
const button = document.querySelector<HTMLButtonElement>('#fields-edit') as HTMLButtonElement;

/** The fields that retrieval usually wants, always offered. */
const usual = ['doc_id', 'title', 'url', 'version', 'valid_from'] as const;

/** The fields of a document, as the person gives them. */
export class FieldList {
  #rows: readonly Field[] = [];
  /** The file's name, which `doc_id` is where nothing is given. */
  #name = '';

  constructor(private readonly changed: (fields: Field[]) => void) {
    button.addEventListener('click', () => {
      this.#rows = withUsual(this.#rows);
      this.#draw();
      dialog.showModal();
    });
    document.querySelector('#field-add')?.addEventListener('click', () => {
      this.#rows = [...this.#rows, ['', '']];
      this.#draw();
      place.querySelector<HTMLElement>('li:last-child input')?.focus();
    });
  }

  update(fields: readonly Field[], name: string): void {
    button.textContent = say('fields.open', { n: fields.length > 0 ? ` (${fields.length})` : '' });
    this.#name = name;
    // Rows that say nothing yet stay where they are.
    if (!dialog.open || JSON.stringify(given(this.#rows)) !== JSON.stringify(fields)) this.#rows = withUsual(fields);
    if (dialog.open) this.#draw();
  }

  #change(rows: readonly Field[]): void {
    this.#rows = rows;
    this.#draw();
    this.changed(given(rows));
  }

  #draw(): void {
    const set = (i: number, field: Field) => this.#change(this.#rows.map((row, at) => (at === i ? field : row)));
    title.textContent = this.#name === '' ? say('fields.title') : say('fields.title.of', { name: this.#name });
    const taken = given(this.#rows);
    const isWrong = (row: Field) => row[1] !== '' && !taken.includes(row);
    note.textContent = this.#rows.some(isWrong) ? say('fields.wrong') : '';
    const textOf = (event: Event) => (event.target as HTMLInputElement).value;
    render(
      this.#rows.map((row, i) => {
        const [key, value] = row;
        const isUsual = usual.some((name) => name === key) && i < usual.length;
        return html`<li>
          ${isUsual ? html`<span class="key">${key}</span>` : html`<input aria-label=${say('fields.key')} aria-invalid=${isWrong(row)} placeholder=${say('fields.placeholder.key')} .value=${key} @change=${(event: Event) => set(i, [textOf(event).trim(), value])} autocomplete="off">`}
          <input aria-label=${key ? say('fields.value', { key }) : say('fields.value.new')} placeholder=${key === 'doc_id' ? this.#name : say('fields.placeholder.value')} .value=${value} @change=${(event: Event) => set(i, [key, textOf(event)])} dir="auto" autocomplete="off">
          ${isUsual ? html`<small>${say(`fields.about.${key as (typeof usual)[number]}`)}</small>` : html`<button type="button" class="quiet" aria-label=${key ? say('fields.remove', { key }) : say('fields.remove.new')} @click=${() => this.#change(this.#rows.filter((_, at) => at !== i))}>✕</button>`}
        </li>`;
      }),
      place,
    );
  }
}

/** The usual ones first, said or not. */
function withUsual(fields: readonly Field[]): Field[] {
  const first = usual.map((key): Field => [key, fields.find(([name]) => name === key)?.[1] ?? '']);
  return [...first, ...fields.filter(([key]) => !usual.some((name) => name === key))];
}

/** Those that say something; of two with the same name the first. */
function given(rows: readonly Field[]): Field[] {
  const said = rows.filter(([key, value]) => key !== '' && value !== '');
  return said.filter(([key], i) => said.findIndex(([other]) => other === key) === i);
}
