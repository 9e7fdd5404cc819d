import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { edits } from './edits';
import { say } from './messages';
import type { Cleaning, Edit } from './protocol';

interface Listener {
  /** The text changed; `edits` are undefined where all of it was replaced. */
  changed(edits: Edit[] | undefined): void;
  /** The caret stands somewhere else, in UTF-16 units. */
  moved(caret: number): void;
}

/** More changes than this at once are handed on as a new text: each would move all that stands behind it. */
const mostEdits = 500;

/** The document: CodeMirror in a shadow root, where its styles are adopted sheets and the page's policy holds. */
export class Editor {
  readonly #view: EditorView;

  constructor(place: HTMLElement, text: string, listener: Listener) {
    const root = place.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({ doc: text, extensions: extensions(listener) }),
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  get length(): number {
    return this.#view.state.doc.length;
  }

  /** Puts another text in the place of this one; undo brings it back. */
  replace(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.length, insert: this.#view.state.toText(text) },
      selection: EditorSelection.cursor(0),
      effects: EditorView.scrollIntoView(0),
      userEvent: 'input.paste',
    });
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
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 24 }),
    });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }
}

function extensions(listener: Listener) {
  return [
    // Only \n parts lines: \r stays in the text, so that offsets are those of the file.
    EditorState.lineSeparator.of('\n'),
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    lineNumbers(),
    placeholder(say('document.placeholder')),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      'aria-label': say('document.label'),
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
        listener.changed(whole ? undefined : edits(changes, startState.doc, state.doc));
      }
      if (update.selectionSet || update.docChanged) listener.moved(update.state.selection.main.head);
    }),
    theme,
  ];
}

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--text-font)', fontSize: '0.9375rem', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-line': { padding: '0 16px 0 8px', unicodeBidi: 'plaintext' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none', fontSize: '0.75rem' },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.cm-content ::selection, &.cm-focused .cm-content ::selection': { backgroundColor: 'var(--selected)' },
});
