import { html, render } from 'lit-html';
import { number, say } from '../messages';
import { isModel, type Model, usualModels } from '../models';

export interface ModelActions {
  choose(name: string): void;
  /** Takes a changed list. */
  edit(models: Model[]): void;
}

const dialog = document.querySelector<HTMLDialogElement>('#models') as HTMLDialogElement;
const rows = document.querySelector<HTMLElement>('#model-rows') as HTMLElement;
const select = document.querySelector<HTMLSelectElement>('#model') as HTMLSelectElement;

/** As it stands in the fields of the list. */
interface Row {
  name: string;
  limit: string;
}

/** The embedding model that chunks are checked against, and the list of models with their limits. */
export class Models {
  #rows: Row[];

  constructor(
    models: readonly Model[],
    private readonly actions: ModelActions,
  ) {
    this.#rows = models.map(rowOf);
    select.addEventListener('change', () => actions.choose(select.value));
    document.querySelector('#models-edit')?.addEventListener('click', () => {
      this.#draw();
      dialog.showModal();
    });
    document
      .querySelector('#model-add')
      ?.addEventListener('click', () => this.#change([...this.#rows, { name: '', limit: '' }], true));
    document.querySelector('#models-usual')?.addEventListener('click', () => this.#change(usualModels.map(rowOf)));
  }

  update(models: readonly Model[], chosen: string): void {
    const options = [html`<option value="">${say('model.none')}</option>`, ...models.map(option)];
    render(options, select);
    select.value = chosen;
    if (dialog.open) this.#draw();
  }

  /** Rows that say nothing yet stay in the list and go no further. */
  #change(changed: Row[], focusLast = false): void {
    this.#rows = changed;
    this.#draw();
    if (focusLast) rows.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    this.actions.edit(changed.map(({ name, limit }) => ({ name: name.trim(), limit: Number(limit) })).filter(isModel));
  }

  #draw(): void {
    const set = (i: number, part: Partial<Row>) =>
      this.#change(this.#rows.map((row, at) => (at === i ? { ...row, ...part } : row)));
    const textOf = (event: Event) => (event.target as HTMLInputElement).value;
    render(
      this.#rows.map(
        (row, i) => html`<li>
          <input aria-label=${say('model.name')} .value=${row.name} @change=${(event: Event) => set(i, { name: textOf(event) })} autocomplete="off">
          <input type="number" min="1" step="1" inputmode="numeric" aria-label=${say('model.limit', { name: row.name })} aria-invalid=${!isModel({ name: 'any', limit: Number(row.limit) })} .value=${row.limit} @change=${(event: Event) => set(i, { limit: textOf(event) })} autocomplete="off">
          <button type="button" class="quiet" aria-label=${say('model.remove', { name: row.name })} @click=${() => this.#change(this.#rows.filter((_, at) => at !== i))}>✕</button>
        </li>`,
      ),
      rows,
    );
  }
}

function rowOf({ name, limit }: Model): Row {
  return { name, limit: String(limit) };
}

function option({ name, limit }: Model) {
  return html`<option value=${name}>${name} (${number(limit)})</option>`;
}
