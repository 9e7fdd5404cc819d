import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** How a view looks, in the order CodeMirror takes it. */
type Spec = Parameters<typeof EditorView.theme>[0];

/** A view in a shadow root: there its styles are adopted sheets, and the page's policy holds. */
export function mount(place: HTMLElement, state: EditorState): EditorView {
  const root = place.attachShadow({ mode: 'open' });
  return new EditorView({ parent: root, root, state });
}

/** What every view of the document has in common. */
export function base(look: Spec): Extension {
  return [
    // Only \n parts lines: \r stays in the text, so that offsets are those of the file.
    EditorState.lineSeparator.of('\n'),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.scrollHandler.of(scrollAlone),
    // The first of two themes wins.
    EditorView.theme(look),
    EditorView.theme(common),
  ];
}

/** A view that follows another one scrolls itself, never the page around it. */
function scrollAlone(view: EditorView, { head }: { head: number }): boolean {
  if (view.hasFocus) return false;
  const { scrollDOM: scroller } = view;
  const [at, frame] = [rectOf(view.domAtPos(head)), scroller.getBoundingClientRect()];
  if (at.top < frame.top || at.bottom > frame.bottom - margin) scroller.scrollTop += at.top - frame.top - margin;
  return true;
}

/** Where a place in the drawn text is: the view itself may not be asked while it is measured. */
function rectOf({ node, offset }: { node: Node; offset: number }): DOMRect {
  const range = document.createRange();
  const length = node.nodeType === Node.TEXT_NODE ? (node.nodeValue?.length ?? 0) : node.childNodes.length;
  range.setStart(node, Math.min(offset, length));
  range.setEnd(node, Math.min(offset + 1, length));
  return range.collapsed && node instanceof Element ? node.getBoundingClientRect() : range.getBoundingClientRect();
}

/** What is scrolled to stands so far below the upper edge, in pixels. */
export const margin = 24;

const common: Spec = {
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--text-font)', fontSize: '0.9375rem', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-line': { padding: '0 16px 0 8px', unicodeBidi: 'plaintext' },
  '.cm-content ::selection, &.cm-focused .cm-content ::selection': { backgroundColor: 'var(--selected)' },
};
