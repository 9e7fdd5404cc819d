import { html, nothing, render } from 'lit-html';
import { number, say, share } from '../messages';
import type { Fields, Statistics } from '../protocol';
import { fieldsOf, outcomeOf, type State } from '../state';

export interface SweepActions {
  /** The numbers that some settings give for the newest text. */
  measure(fields: Fields): Promise<Statistics | undefined>;
  use(fields: Fields): void;
}

const place = document.querySelector<HTMLElement>('#sweep') as HTMLElement;
const strategies = ['recursive-char', 'sentence', 'paragraph', 'semantic'];
/** The sizes tried if nothing else is said, as parts of the size that is set. */
const parts = [0.5, 1, 1.5, 2];

interface Row {
  fields: Fields;
  statistics: Statistics;
}

/** Every strategy with four sizes on the same text, one after the other. */
export class Sweep {
  #state: State | undefined;
  #sizes: string[] | undefined;
  #rows: Row[] = [];
  /** The version of the text that the rows are of. */
  #version = -1;
  /** What runs; another one, or none, ends it. */
  #run: object | undefined;
  #failed = false;

  constructor(private readonly actions: SweepActions) {}

  update(state: State): void {
    this.#state = state;
    if (state.version !== this.#version) this.#run = undefined;
    if (state.view === 'sweep') this.#draw();
  }

  /** Measures row after row, unless the text changes or it is cancelled. Other settings than strategy and size stay as they are. */
  async #start(state: State): Promise<void> {
    const run = {};
    this.#run = run;
    this.#rows = [];
    this.#version = state.version;
    this.#failed = false;
    const given = fieldsOf(state);
    const part = Number(given.overlap) / Number(given.size);
    for (const fields of grid(given, this.#sizesOf(state), part)) {
      this.#draw();
      try {
        const statistics = await this.actions.measure(fields);
        if (this.#run !== run) return;
        if (statistics) this.#rows = [...this.#rows, { fields, statistics }];
      } catch {
        this.#failed = true;
        break;
      }
    }
    if (this.#run === run) this.#run = undefined;
    this.#draw();
  }

  #cancel(): void {
    this.#run = undefined;
    this.#draw();
  }

  #sizesOf(state: State): string[] {
    const size = outcomeOf(state)?.settings.size ?? 500;
    return this.#sizes ?? parts.map((part) => String(Math.max(1, Math.round(size * part))));
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    const sizes = this.#sizesOf(state);
    const isValid = sizes.every((size) => /^[1-9]\d{0,8}$/.test(size)) && !state.refusals[state.side];
    const isRunning = this.#run !== undefined;
    const all = strategies.length * sizes.length;
    const setSize = (i: number, value: string) => {
      this.#sizes = sizes.map((size, at) => (at === i ? value.trim() : size));
      this.#draw();
    };
    render(
      html`<p>${say('sweep.about')}</p>
        <div class="steps">
          <span class="pair">${say('sweep.sizes')} ${sizes.map((size, i) => html`<input type="number" min="1" step="1" inputmode="numeric" aria-label=${say('sweep.size', { n: number(i + 1) })} aria-invalid=${!/^[1-9]\d{0,8}$/.test(size)} .value=${size} ?disabled=${isRunning} @change=${(event: Event) => setSize(i, (event.target as HTMLInputElement).value)} autocomplete="off">`)}</span>
          <button type="button" class="main" ?disabled=${!isRunning && !isValid} @click=${() => (isRunning ? this.#cancel() : this.#start(state))}>${say(isRunning ? 'sweep.cancel' : 'sweep.start')}</button>
          ${isRunning ? html`<progress max=${all} value=${this.#rows.length} aria-label=${say('sweep.progress')}></progress>` : nothing}
        </div>
        ${isValid ? nothing : html`<p class="note" data-kind="wrong">${say('sweep.invalid')}</p>`}
        ${this.#failed ? html`<p class="note" data-kind="wrong">${say('notice.stopped')}</p>` : nothing}
        ${this.#rows.length > 0 && this.#version !== state.version ? html`<p class="note" data-kind="warned">${say('sweep.stale')}</p>` : nothing}
        ${this.#rows.length > 0 ? this.#table(state) : nothing}`,
      place,
    );
  }

  #table(state: State) {
    const current = fieldsOf(state);
    return html`<div class="wide"><table class="numbers">
      <caption class="hidden">${say('sweep.caption')}</caption>
      <thead><tr>${columns.map(({ name, about }) => html`<th scope="col" title=${about}>${name}</th>`)}<td></td></tr></thead>
      <tbody>${this.#rows.map(({ fields, statistics }) => {
        const isCurrent =
          fields.strategy === current.strategy && fields.size === current.size && fields.overlap === current.overlap;
        const name = say('compare.settings', {
          strategy: fields.strategy,
          size: number(Number(fields.size)),
          overlap: number(Number(fields.overlap)),
        });
        return html`<tr aria-current=${isCurrent ? 'true' : nothing}>
          ${columns.map(({ value, isWarned }, i) => {
            const shown = value(fields, statistics);
            return i === 0
              ? html`<th scope="row">${shown}</th>`
              : html`<td class=${isWarned?.(statistics) ? 'warned' : ''}>${shown}</td>`;
          })}
          <td><button type="button" class="quiet" aria-label=${say('sweep.use.label', { name })} @click=${() => this.actions.use(fields)}>${say('sweep.use')}</button></td>
        </tr>`;
      })}</tbody>
    </table></div>`;
  }
}

/** Each strategy with each size and the same share of overlap. */
function grid(given: Fields, sizes: string[], part: number): Fields[] {
  const share = Number.isFinite(part) && part > 0 && part < 1 ? part : 0;
  const overlap = (size: string) => String(Math.floor(Number(size) * share));
  return strategies.flatMap((strategy) => sizes.map((size) => ({ ...given, strategy, size, overlap: overlap(size) })));
}

interface Column {
  name: string;
  about: string;
  value(fields: Fields, statistics: Statistics): string;
  isWarned?(statistics: Statistics): boolean;
}

function counted(key: 'over_size' | 'in_paragraph' | 'in_sentence' | 'stranded_headings' | 'cut_blocks'): Column {
  return {
    name: say(`sweep.${key}`),
    about: key === 'over_size' ? '' : say(`faults.about.${key}`),
    value: (_, statistics) => number(statistics[key]),
    isWarned: (statistics) => statistics[key] > 0,
  };
}

const columns: readonly Column[] = [
  { name: say('strategy.label'), about: '', value: ({ strategy }) => strategy },
  { name: say('sweep.size.column'), about: '', value: ({ size }) => number(Number(size)) },
  { name: say('chunks.label'), about: '', value: (_, { chunks }) => number(chunks) },
  { name: say('sweep.mean'), about: say('statistics.tokens'), value: (_, { tokens }) => `≈ ${number(Math.round(tokens.mean))}` },
  counted('over_size'),
  counted('in_paragraph'),
  counted('in_sentence'),
  counted('stranded_headings'),
  counted('cut_blocks'),
  {
    name: say('sweep.twice'),
    about: say('statistics.overlap'),
    value: (_, { overlap_tokens, total_tokens }) => share(total_tokens > 0 ? overlap_tokens / total_tokens : 0),
  },
];
