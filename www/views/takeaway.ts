import { html, nothing, render } from 'lit-html';
import { CopiedSign } from '../clipboard';
import { type Message, number, say } from '../messages';
import type { AskExport, Format, Ollama } from '../protocol';
import { outcomeOf, type State } from '../state';
import { settingsLine } from './statistics';

/** What is wanted, of the document that is shown or of all that are open. */
export type Wanted = Pick<AskExport, 'format' | 'ollama' | 'first'> & { all: boolean };

export interface TakeAwayActions {
  export(wanted: Wanted): Promise<Blob>;
  /** True only if it was copied. */
  copy(wanted: Wanted): Promise<boolean>;
  /** An export could not be made. */
  failed(): void;
}

/** Formats, each with the end of a file's name. */
const endings: Record<Format, string> = {
  json: 'chunks.json',
  jsonl: 'chunks.jsonl',
  csv: 'chunks.csv',
  ollama: 'ollama.json',
  'ollama-bash': 'ollama.sh',
  'ollama-powershell': 'ollama.ps1',
  langchain: 'langchain.json',
  llamaindex: 'llamaindex.json',
  text: 'chunks.txt',
};
const formats = Object.keys(endings) as Format[];

/** So many chunks are shown before they are taken away. */
const shown = 3;

const dialog = document.querySelector<HTMLDialogElement>('#take-away') as HTMLDialogElement;
const place = document.querySelector<HTMLElement>('#take-away-form') as HTMLElement;

/** All chunks in a format: looked at, copied or downloaded. */
export class TakeAway {
  #format: Format = 'jsonl';
  #ollama: Ollama = { model: 'embeddinggemma', truncate: false, server: 'http://localhost:11434' };
  #state: State | undefined;
  /** Whether all open documents are taken, where there are several. */
  #all = true;
  /** The name of the shown document's file, and how many documents are open. */
  #name = '';
  #count = 1;
  #preview = '';
  /** What makes it; another one ends it. */
  #run: object | undefined;
  readonly #sign = new CopiedSign(() => this.#draw());

  constructor(private readonly actions: TakeAwayActions) {
    document.querySelector('#take')?.addEventListener('click', () => {
      dialog.showModal();
      this.#look();
    });
  }

  update(state: State, name: string, count: number): void {
    const isNew = state.outcomes !== this.#state?.outcomes || state.offsets !== this.#state.offsets;
    this.#state = state;
    this.#name = name;
    this.#count = count;
    if (dialog.open && isNew) this.#look();
  }

  get #wanted(): Wanted {
    const all = this.#all && this.#count > 1;
    return { format: this.#format, all, ...(this.#format.startsWith('ollama') && { ollama: this.#ollama }) };
  }

  get #file(): string {
    const stem = this.#wanted.all ? 'documents' : this.#name.replace(/\.[^.]*$/, '') || 'document';
    return `${stem}.${endings[this.#format]}`;
  }

  /** Shows the first chunks as they will be taken away. */
  async #look(): Promise<void> {
    this.#draw();
    const run = {};
    this.#run = run;
    try {
      const preview = await (await this.actions.export({ ...this.#wanted, first: shown })).text();
      if (run !== this.#run) return;
      this.#preview = preview;
    } catch {
      this.actions.failed();
    }
    this.#draw();
  }

  async #copy(): Promise<void> {
    this.#sign.set(await this.actions.copy(this.#wanted));
  }

  async #download(): Promise<void> {
    try {
      const link = document.createElement('a');
      link.download = this.#file;
      link.href = URL.createObjectURL(await this.actions.export(this.#wanted));
      link.click();
      // The browser has taken hold of it by then.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch {
      this.actions.failed();
    }
  }

  #draw(): void {
    const format = this.#format;
    const set = (part: Partial<Ollama>) => {
      this.#ollama = { ...this.#ollama, ...part };
      this.#look();
    };
    const valueOfField = (event: Event) => (event.target as HTMLInputElement).value;
    const offsets = this.#state?.offsets ?? 'char';
    const isForOllama = format.startsWith('ollama');
    const outcome = this.#state && outcomeOf(this.#state);
    render(
      html`
        ${outcome ? html`<p><small>${this.#state?.fields.B ? html`<b>${this.#state.side}</b> ` : nothing}${settingsLine(outcome.settings)}</small></p>` : nothing}
        ${
          this.#count > 1
            ? html`<fieldset class="switch" role="radiogroup" aria-label=${say('take.which')}>
                ${[true, false].map(
                  (all) =>
                    html`<label><input type="radio" name="take-all" .checked=${all === this.#all} @change=${() => {
                      this.#all = all;
                      this.#look();
                    }}><span>${all ? say('take.all', { n: number(this.#count) }) : say('take.shown')}</span></label>`,
                )}
              </fieldset>`
            : nothing
        }
        <div class="steps">
          <label class="choice"><span>${say('take.format')}</span>
            <select id="format" @change=${(event: Event) => {
              this.#format = valueOfField(event) as Format;
              this.#look();
            }}>${formats.map((name) => html`<option value=${name} ?selected=${name === format}>${say(`format.${name}` as Message)}</option>`)}</select>
          </label>
          <small>${say(`format.about.${format}` as Message)}</small>
        </div>
        ${
          isForOllama
            ? html`<div class="steps">
                <label class="choice"><span>${say('take.model')}</span><input type="text" .value=${this.#ollama.model} @change=${(event: Event) => set({ model: valueOfField(event) })} autocomplete="off"></label>
                ${format === 'ollama' ? nothing : html`<label class="choice"><span>${say('take.server')}</span><input type="text" inputmode="url" .value=${this.#ollama.server} @change=${(event: Event) => set({ server: valueOfField(event) })} autocomplete="off"></label>`}
                <label class="choice"><input type="checkbox" .checked=${this.#ollama.truncate} @change=${(event: Event) => set({ truncate: (event.target as HTMLInputElement).checked })}> ${say('take.truncate')}</label>
              </div>`
            : html`<p><small>${say(format === 'llamaindex' ? 'take.offsets.char' : `take.offsets.${offsets}`)}</small></p>`
        }
        <pre class="preview" tabindex="0" role="group" aria-label=${say('take.preview')} dir="auto">${this.#preview}</pre>
        ${
          format === 'langchain' || format === 'llamaindex'
            ? html`<p><small>${say('take.python')}</small></p><pre class="preview code" tabindex="0" role="group" aria-label=${say('take.python')}>${python(format, this.#file)}</pre>`
            : nothing
        }
        <form method="dialog" class="actions">
          <button type="button" id="take-copy" @click=${() => this.#copy()}>${say(this.#sign.isShown ? 'copy.done' : 'take.copy')}</button>
          <button type="button" id="download" class="main" title=${this.#file} @click=${() => this.#download()}>${say('take.download')}</button>
          <button>${say('byhand.close')}</button>
        </form>`,
      place,
    );
  }
}

/** The lines that load a file in Python. */
function python(format: 'langchain' | 'llamaindex', file: string): string {
  // What is not seen, or has what is seen look like something else, is not to be pasted into code.
  const name = JSON.stringify(file).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (c) => `\\U${(c.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );
  return format === 'langchain'
    ? `import json\nfrom langchain_core.documents import Document\ndocuments = [Document(**fields) for fields in json.load(open(${name}, encoding="utf-8"))]`
    : `import json\nfrom llama_index.core.schema import TextNode\nnodes = [TextNode(**fields) for fields in json.load(open(${name}, encoding="utf-8"))]`;
}
