import { html, nothing, render } from 'lit-html';
import { type Message, number, say, share } from '../messages';
import type { Fields, Measured } from '../protocol';
import { fieldsOf, outcomeOf, type State, strategies } from '../state';
import { settingsLine } from './statistics';

export interface SweepActions {
  /** The numbers that some settings give for the newest text. */
  measure(fields: Fields): Promise<Measured | undefined>;
  use(fields: Fields): void;
}

const place = document.querySelector<HTMLElement>('#sweep') as HTMLElement;
/** The sizes tried if nothing else is said, as parts of the size that is set. */
const parts = [0.5, 1, 1.5, 2];

interface Row {
  fields: Fields;
  statistics: Measured;
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
    // The first answer is about the text that was there already.
    if (this.#version < 0) this.#version = state.version;
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
    this.#sizes = this.#sizesOf(state);
    const given = fieldsOf(state);
    const share = Number(state.shares[state.side] ?? (Number(given.overlap) / Number(given.size)) * 100);
    for (const fields of grid(given, this.#sizes, share / 100)) {
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

  /** What is old about the rows. */
  #stale(state: State): Message | undefined {
    const [row] = this.#rows;
    if (!row) return undefined;
    if (this.#version !== state.version) return 'sweep.stale';
    return others(row.fields) === others(fieldsOf(state)) ? undefined : 'sweep.stale.settings';
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    const sizes = this.#sizesOf(state);
    const isValid = sizes.every((size) => /^[1-9]\d{0,8}$/.test(size)) && !state.refusals[state.side];
    const isRunning = this.#run !== undefined;
    const all = strategies.length * sizes.length;
    const stale = this.#stale(state);
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
        ${stale ? html`<p class="note" data-kind="warned">${say(stale)}</p>` : nothing}
        ${this.#rows.length > 0 ? this.#table(state) : nothing}`,
      place,
    );
  }

  #table(state: State) {
    const current = fieldsOf(state);
    const all = columns();
    const shown = all.filter(({ isShown }) => this.#rows.some(({ statistics }) => isShown?.(statistics) ?? true));
    return html`<div class="wide" tabindex="0" role="group" aria-label=${say('sweep.caption')}><table class="numbers">
      <caption class="hidden">${say('sweep.caption')}</caption>
      <thead><tr>${shown.map(({ name, about }) => html`<th scope="col" title=${about}>${name}</th>`)}<td></td></tr></thead>
      <tbody>${this.#rows.map(({ fields, statistics }) => {
        const isCurrent = JSON.stringify(fields) === JSON.stringify({ ...fields, ...current });
        const isClean = all.every(({ isWarned }) => !isWarned?.(statistics));
        const name = settingsLine({ ...fields, size: Number(fields.size), overlap: Number(fields.overlap) });
        return html`<tr aria-current=${isCurrent ? 'true' : nothing}>
          ${shown.map(({ value, isWarned }, i) => {
            const text = value(fields, statistics);
            return i === 0
              ? html`<th scope="row">${text}${isClean ? html` <span class="clean" role="img" title=${say('sweep.clean')} aria-label=${say('sweep.clean')}>✓</span>` : nothing}</th>`
              : html`<td class=${isWarned?.(statistics) ? 'warned' : ''}>${text}</td>`;
          })}
          <td><button type="button" class="quiet" aria-label=${say('sweep.use.label', { name })} @click=${() => this.actions.use(fields)}>${say('sweep.use')}</button></td>
        </tr>`;
      })}</tbody>
    </table></div>`;
  }
}

/** The settings that a sweep leaves as they are. */
function others({ strategy: _, size: _size, overlap: _overlap, ...others }: Fields): string {
  return JSON.stringify(others);
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
  value(fields: Fields, statistics: Measured): string;
  isWarned?(statistics: Measured): boolean;
  /** Whether there is anything to show for a row. */
  isShown?(statistics: Measured): boolean;
}

function counted(key: 'over_size' | 'in_paragraph' | 'in_sentence' | 'stranded_headings' | 'cut_blocks'): Column {
  return {
    name: say(`faults.${key}`),
    about: key === 'over_size' ? '' : say(`faults.about.${key}`),
    value: (_, statistics) => number(statistics[key]),
    isWarned: (statistics) => statistics[key] > 0,
  };
}

const columns = (): Column[] => [
  { name: say('strategy.label'), about: '', value: ({ strategy }) => strategy },
  { name: say('sweep.size.column'), about: '', value: ({ size }) => number(Number(size)) },
  { name: say('chunks.label'), about: '', value: (_, { chunks }) => number(chunks) },
  { name: say('sweep.mean'), about: say('statistics.tokens'), value: (_, { tokens }) => `≈ ${number(Math.round(tokens.mean))}` },
  counted('over_size'),
  {
    name: say('sweep.over_limit'),
    about: say('model.about'),
    value: (_, { over_limit }) => number(over_limit ?? 0),
    isWarned: ({ over_limit }) => (over_limit ?? 0) > 0,
    isShown: ({ over_limit }) => over_limit !== null,
  },
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
