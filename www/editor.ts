import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import {
  ChangeSet,
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  type StateEffect,
  type Text,
} from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { base, follow, margin, mark, mount } from './codemirror';
import { edits } from './edits';
import { keepLineEnds } from './lineends';
import { say } from './messages';
import { followPointer } from './pointer';
import type { Cleaning, Edit } from './protocol';

interface Listener {
  /** The text changed; `edits` are undefined where all of it was replaced. */
  changed(changes: ChangeSet, edits: Edit[] | undefined): void;
  /** The caret stands somewhere else, in UTF-16 units. */
  moved(caret: number): void;
  /** The pointer is over this place in the text, or over none. */
  pointed(position: number | undefined): void;
}

/** More changes than this at once are handed on as a new text: each would move all that stands behind it. */
const mostEdits = 500;

/** A document while another one is shown: its text with selection and history, and the place it was scrolled to. */
export interface Kept {
  state: EditorState;
  scroll?: StateEffect<unknown>;
}

/** The document, to be edited. */
export class Editor {
  readonly #view: EditorView;
  readonly #extensions: Extension;

  constructor(
    place: HTMLElement,
    text: string,
    private readonly listener: Listener,
  ) {
    this.#extensions = extensions(listener);
    this.#view = mount(place, this.keptOf(text).state);
  }

  /** A text as one that can be shown, with a history of its own. */
  keptOf(text: string): Kept {
    return { state: EditorState.create({ doc: text, extensions: this.#extensions }) };
  }

  /** What is shown, to come back to. */
  get kept(): Kept {
    return { state: this.#view.state, scroll: this.#view.scrollSnapshot() };
  }

  /** Shows another document in the place of this one. */
  show({ state, scroll }: Kept): void {
    const changes = ChangeSet.of({ from: 0, to: this.text.length, insert: state.doc }, this.text.length);
    this.#view.setState(state);
    this.translate();
    if (scroll) this.#view.dispatch({ effects: scroll });
    this.listener.changed(changes, undefined);
    this.listener.moved(state.selection.main.head);
  }

  /** The text, line by line: shared, never copied. */
  get text(): Text {
    return this.#view.state.doc;
  }

  /** Takes the language the page speaks now. */
  translate(): void {
    this.#view.dispatch({ effects: words.reconfigure(wordsNow()) });
  }

  /** What is pasted next takes the place of all, unless something is selected. */
  selectAll(): void {
    const { state } = this.#view;
    if (state.selection.main.empty) this.#view.dispatch({ selection: { anchor: 0, head: state.doc.length } });
  }

  /** Puts another text in the place of this one; undo brings it back. */
  replace(text: string | Text): void {
    const insert = typeof text === 'string' ? this.#view.state.toText(text) : text;
    this.#view.dispatch({
      changes: { from: 0, to: this.text.length, insert },
      selection: EditorSelection.cursor(0),
      effects: EditorView.scrollIntoView(0),
      userEvent: 'input.paste',
    });
  }

  /** Pastes at the caret. */
  paste(clipboardData: DataTransfer): void {
    const as = { bubbles: true, cancelable: true, composed: true };
    this.#view.contentDOM.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...as }));
    this.#view.focus();
  }

  /** Cleans the text in one step that undo takes back. */
  clean({ from, to, insert }: Cleaning): void {
    const { state } = this.#view;
    const changes = Array.from(from, (start, i) => ({ from: start, to: to[i] ?? start, insert: state.toText(insert[i] ?? '') }));
    this.#view.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.clean' });
  }

  /** Selects a stretch and brings it into view. */
  select(from: number, to: number): void {
    this.#view.dispatch({
      selection: EditorSelection.range(from, to),
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: margin }),
    });
    this.#view.focus();
  }

  /** Puts the caret somewhere and brings it into view; whatever has the focus keeps it. */
  place(caret: number): void {
    follow(this.#view, caret);
  }

  /** Marks a stretch until the text changes, or takes the mark away. */
  mark(stretch: { from: number; to: number } | undefined): void {
    mark(this.#view, stretch);
  }

  focus(): void {
    this.#view.focus();
  }
}

/** What of a view is in the language of the page. */
const words = new Compartment();

function wordsNow(): Extension {
  return [placeholder(say('document.placeholder')), EditorView.contentAttributes.of({ 'aria-label': say('document.label') })];
}

function extensions(listener: Listener) {
  return [
    base({
      '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none', fontSize: '0.75rem' },
      '.cm-placeholder': { color: 'var(--quiet)' },
      '.cm-activeLine': { backgroundColor: 'var(--raised)' },
    }),
    history(),
    keepLineEnds(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    lineNumbers(),
    highlightActiveLine(),
    words.of(wordsNow()),
    followPointer(listener.pointed),
    EditorView.contentAttributes.of({
      tabindex: '0',
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        const { changes, startState, state } = update;
        let [whole, count] = [false, 0];
        changes.iterChanges((from, to) => {
          count += 1;
          whole ||= count > mostEdits || (from === 0 && to === startState.doc.length);
        });
        listener.changed(changes, whole ? undefined : edits(changes, startState.doc, state.doc));
      }
      if (update.selectionSet || update.docChanged) listener.moved(update.state.selection.main.head);
    }),
  ];
}
