import { type ChangeSet, EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { html, nothing, render } from 'lit-html';
import { base, follow, mark, mount } from '../codemirror';
import { number, say } from '../messages';
import { type Note, type Paint, painting, repaint } from '../painting';
import { followPointer } from '../pointer';
import type { Side } from '../protocol';
import { cutNames, type Difference, otherSide, outcomeOf, type State } from '../state';
import { head, overlapLine, path } from './card';

export interface PaintedActions {
  /** Goes to a place in the document. */
  go(position: number): void;
  /** Goes to the next chunk, or with -1 to the one before. */
  step(by: 1 | -1): void;
  /** Goes to the next cut that only one side has, or to the one before. */
  differ(by: 1 | -1): void;
  pointed(position: number | undefined): void;
  showBlanks(blanks: boolean): void;
}

const panel = document.querySelector<HTMLElement>('#painted-panel') as HTMLElement;
const strip = document.querySelector<HTMLElement>('#strip') as HTMLElement;

/** The document with its chunks painted over it. It shows a text only with the chunks of that text. */
export class Painted {
  #view: EditorView | undefined;
  /** What has changed in the document since this text was taken; nothing is kept while nobody looks. */
  #changes: ChangeSet | undefined;
  #isLost = true;
  #isSeen = false;
  /** What is painted. */
  #drawn: State | undefined;

  constructor(
    private readonly place: HTMLElement,
    private readonly actions: PaintedActions,
  ) {
    panel.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Takes note of a change of the document. */
  changed(changes: ChangeSet): void {
    this.#isLost ||= !this.#isSeen;
    this.#changes = this.#isLost ? undefined : (this.#changes?.compose(changes) ?? changes);
  }

  /** `text` is the document, if the state's result is of it. */
  update(state: State, text: Text | undefined): void {
    this.#isSeen = state.view === 'painted';
    if (!this.#isSeen) return;
    render(this.#strip(state), strip);
    const drawn = this.#drawn;
    const isOfSame = drawn?.outcomes === state.outcomes;
    const isSame =
      isOfSame &&
      drawn?.side === state.side &&
      drawn.comparison === state.comparison &&
      drawn.current === state.current &&
      drawn.blanks === state.blanks &&
      drawn.language === state.language;
    if ((text && this.#isLost) || (!isSame && (text || isOfSame))) this.#paint(state, text);
  }

  /** Marks a stretch, or takes the mark away. */
  mark(stretch: { from: number; to: number } | undefined): void {
    if (this.#isSeen && this.#view) mark(this.#view, stretch);
  }

  /** Brings a place into view. */
  reveal(position: number): void {
    const view = this.#view;
    if (this.#isSeen && view && position <= view.state.doc.length) follow(view, position);
  }

  /** The first and the last place in view, both to the line. */
  get inView(): [number, number] {
    const view = this.#view;
    if (!view) return [0, 0];
    const top = view.scrollDOM.scrollTop - view.documentPadding.top;
    return [view.lineBlockAtHeight(top).from, view.lineBlockAtHeight(top + view.scrollDOM.clientHeight).to];
  }

  /** Takes the text and its chunks in one step, or marks other chunks in the ones it has. */
  #paint(state: State, text: Text | undefined): void {
    this.#view ??= mount(this.place, EditorState.create({ extensions: this.#extensions() }));
    const paint = paintOf(state);
    if (!paint) return;
    const whole = { from: 0, to: this.#view.state.doc.length, insert: text ?? '' };
    const changes = text && (this.#isLost ? whole : this.#changes);
    this.#view.dispatch({ ...(changes && { changes }), effects: repaint.of(paint) });
    this.#drawn = state;
    if (!text) return;
    this.#changes = undefined;
    this.#isLost = false;
  }

  #press(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (!by || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.shiftKey) this.actions.differ(by);
    else this.actions.step(by);
  }

  #extensions() {
    const { actions } = this;
    return [
      base(look, true),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of(() => ({
        tabindex: '0',
        'aria-label': say('painted.label'),
        'aria-readonly': 'true',
        'aria-describedby': 'painted-keys',
      })),
      painting(note),
      followPointer(actions.pointed),
      EditorView.domEventHandlers({
        click({ clientX: x, clientY: y }, view) {
          const position = view.posAtCoords({ x, y });
          if (position !== null && view.state.selection.main.empty) actions.go(position);
        },
      }),
    ];
  }

  /** What there is to say about the chunk that the caret is in, and the ways to other ones. */
  #strip(state: State) {
    const { current, blanks } = state;
    const card = current === undefined ? undefined : state.cards.get(current);
    const outcome = outcomeOf(state);
    const button = (name: string, arrow: string, go: () => void) =>
      html`<button type="button" class="quiet" title=${name} aria-label=${name} @click=${go}>${arrow}</button>`;
    const { step, differ } = this.actions;
    return html`
      <div class="steps">
        <span class="pair">${say('chunk.steps')} ${button(say('chunk.previous'), '↑', () => step(-1))}${button(say('chunk.next'), '↓', () => step(1))}</span>
        ${state.comparison ? html`<span class="pair">${say('difference.steps')} ${button(say('difference.previous'), '↑', () => differ(-1))}${button(say('difference.next'), '↓', () => differ(1))}</span>` : nothing}
        <label class="choice"><input type="checkbox" .checked=${blanks} @change=${(event: Event) => this.actions.showBlanks((event.target as HTMLInputElement).checked)}> ${say('painted.blanks')}</label>
        ${state.comparison ? legend(state.side) : nothing}
      </div>
      ${state.difference ? html`<p class="difference">${sayDifference(state.difference)}</p>` : nothing}
      ${card && outcome ? html`<div class="about">${head(card, outcome.settings, state.limit)}<p class="under">${path(card.record)} <span>${overlapLine(card.state)}</span></p></div>` : html`<p class="about">${say('painted.none')}</p>`}`;
  }
}

/** Which cut of how many, of which side, and why it is there. */
export function sayDifference({ side, cut, n, of }: Difference): string {
  return say('difference.at', { n: number(n), of: number(of), side, cut });
}

function legend(side: Side) {
  return html`<span class="legend">
    <span class="both">${say('painted.both')}</span><span class="only">${say('painted.only', { side })}</span><span class="other">${say('painted.only', { side: otherSide(side) })}</span>
  </span>`;
}

function paintOf({ side, outcomes, comparison, current, blanks }: State): Paint | undefined {
  const own = outcomes[side];
  const other = outcomes[otherSide(side)];
  if (!own) return undefined;
  return {
    columns: own.columns,
    side,
    current,
    blanks,
    other: other &&
      comparison && {
        side: otherSide(side),
        columns: other.columns,
        shared: comparison[otherSide(side)],
        ownShared: comparison[side],
      },
  };
}

/** Which chunks begin in a row, and why the ones before them end there. */
function note({ first, last, others }: Note, { columns, other, side }: Paint): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-note';
  const add = (tag: string, text: string, kind = '') => {
    const part = element.appendChild(document.createElement(tag));
    part.textContent = text;
    part.className = kind;
  };
  const about: string[] = [];
  if (last >= first) {
    const isOnly = other?.ownShared[first] === 0;
    add('b', last > first ? `#${number(first + 1)}–${number(last + 1)}` : `#${number(first + 1)}`);
    if (isOnly) add('i', side, 'cm-side');
    const before = Array.from(columns.cut.subarray(Math.max(0, first - 1), last), (cut) => cutNames[cut] ?? 'end');
    const reasons = [...new Set(before)];
    if (reasons.length > 0) add('span', reasons.join(', '));
    for (const cut of reasons)
      about.push(
        `${say('note.cut', { n: number(first + before.indexOf(cut) + (first > 0 ? 0 : 1)) })} ${say(`cut.about.${cut}`)}`,
      );
  }
  if (others && other) {
    const cut = cutNames[other.columns.cut[others.first - 1] ?? 0] ?? 'end';
    add('i', other.side, 'cm-side cm-other-side');
    add('span', cut);
    about.push(say('note.side', { side: other.side, n: number(others.first + 1) }));
  }
  element.title = about.join('\n');
  return element;
}

const hatch = 'repeating-linear-gradient(-45deg, transparent 0 5px, var(--copied) 5px 10px)';

const look: Parameters<typeof base>[0] = {
  '.cm-content': { padding: '10px 0 10px var(--margin-width)', maxWidth: 'calc(var(--margin-width) + 46rem)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-odd': { backgroundColor: 'var(--tint)' },
  '.cm-copied': {
    backgroundImage: hatch,
    borderBottom: '2px dotted var(--copied-line)',
  },
  '.cm-current': { boxShadow: '0 1px 0 var(--accent)' },
  '.cm-left': { opacity: '0.55' },
  '.cm-cut': { borderInlineStart: '2px solid var(--accent)' },
  '.cm-only': { borderInlineStart: '4px solid var(--warning)' },
  '.cm-other': { borderInlineStart: '3px dashed var(--quiet)' },
  '.cm-notes': { fontSize: '0.6875rem', lineHeight: '1.15', fontVariantNumeric: 'tabular-nums' },
  '.cm-note': {
    left: '10px',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 5px',
    alignContent: 'center',
    alignItems: 'baseline',
    width: 'calc(var(--margin-width) - 16px)',
    height: '1.5rem',
    overflow: 'hidden',
    color: 'var(--quiet)',
  },
  '.cm-note b': { color: 'var(--ink)', fontWeight: '650' },
  '.cm-side': {
    padding: '0 3px',
    border: '1px solid var(--warning)',
    borderRadius: '3px',
    color: 'var(--warning)',
    fontStyle: 'normal',
  },
  '.cm-other-side': { borderStyle: 'dashed', borderColor: 'var(--quiet)', color: 'var(--quiet)' },
  '.cm-blank': { position: 'relative' },
  '.cm-space': { backgroundImage: 'radial-gradient(circle at 50% 55%, var(--faint) 1.2px, transparent 1.6px)' },
  '.cm-tab::before': { content: '"→"', position: 'absolute', color: 'var(--faint)' },
  '.cm-return::after': { content: '"␍"', color: 'var(--faint)' },
  '.cm-hard': { outline: '1px solid var(--warning)', outlineOffset: '-3px' },
  '.cm-odd-blank': { boxShadow: '0 0 0 1.5px var(--warning)' },
  '.cm-line-end::after, .cm-empty-line-end::before': { content: '"↵"', color: 'var(--faint)' },
};
