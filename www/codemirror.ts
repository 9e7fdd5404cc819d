import { EditorSelection, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, layer, RectangleMarker } from '@codemirror/view';

/** How a view looks, in the order CodeMirror takes it. */
type Spec = Parameters<typeof EditorView.theme>[0];

/** A view in a shadow root: there its styles are adopted sheets, and the page's policy holds. */
export function mount(place: HTMLElement, state: EditorState): EditorView {
  const root = place.attachShadow({ mode: 'open' });
  return new EditorView({ parent: root, root, state });
}

/** What every view of the document has in common. One that is alone never scrolls the page around it. */
export function base(look: Spec, isAlone = false): Extension {
  return [
    // Only \n parts lines: \r stays in the text, so that offsets are those of the file.
    EditorState.lineSeparator.of('\n'),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    typedOver,
    EditorView.scrollHandler.of((view, { head }) => (isAlone || !view.hasFocus) && scrollAlone(view, head)),
    // The first of two themes wins.
    EditorView.theme(look),
    EditorView.theme(common),
    marked,
    marks,
  ];
}

/** A browser that joins lines by itself gives the rest a style of its own, which the page's policy refuses. */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data } = event;
    if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

interface Stretch {
  from: number;
  to: number;
}

const setMark = StateEffect.define<Stretch | undefined>();

const marked = StateField.define<Stretch | undefined>({
  create: () => undefined,
  update(stretch, { effects, docChanged }) {
    const set = effects.find((effect) => effect.is(setMark));
    return set ? set.value : docChanged ? undefined : stretch;
  },
});

/** Drawn over the text without touching it: where its nodes move, a browser loses the selection. */
const marks = layer({
  above: true,
  class: 'cm-marks',
  update: ({ docChanged, viewportChanged, startState, state }) =>
    docChanged || viewportChanged || startState.field(marked) !== state.field(marked),
  markers(view) {
    const stretch = view.state.field(marked);
    if (!stretch) return [];
    // A stretch that ends with its line would be drawn into the next one, too.
    const { from, to } = stretch;
    const end = view.state.doc.lineAt(to).from === to ? Math.max(from, to - 1) : to;
    return RectangleMarker.forRange(view, 'cm-marked', EditorSelection.range(from, end));
  },
});

/** Marks a stretch until the text changes, or takes the mark away. */
export function mark(view: EditorView, stretch: Stretch | undefined): void {
  if (view.state.field(marked) !== stretch) view.dispatch({ effects: setMark.of(stretch) });
}

/** Goes to a place and brings it into view; whatever has the focus keeps it. */
export function follow(view: EditorView, position: number): void {
  view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position) });
  keepInView(view, position);
}

/** Heights are known only once lines are drawn, and then what was in view may not be: so it looks again until it stays for some frames. */
function keepInView(view: EditorView, position: number, frames = 60, stays = 0): void {
  requestAnimationFrame(() => {
    const { main } = view.state.selection;
    if (frames === 0 || stays === 5 || !view.dom.isConnected || !main.empty || main.head !== position) return;
    const isThere = isInView(view, position);
    if (!isThere) view.dispatch({ effects: EditorView.scrollIntoView(position) });
    keepInView(view, position, frames - 1, isThere ? stays + 1 : 0);
  });
}

function isInView(view: EditorView, position: number): boolean {
  const at = view.viewport.from <= position && position <= view.viewport.to ? view.coordsAtPos(position) : null;
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  return at !== null && at.bottom > top && at.top < bottom;
}

/** A view that follows another one scrolls itself, never the page around it: so far that some lines around the place are seen, too. */
function scrollAlone(view: EditorView, head: number): boolean {
  const { scrollDOM: scroller } = view;
  const [at, frame] = [rectOf(view.domAtPos(head)), scroller.getBoundingClientRect()];
  const around = Math.min(margin, frame.height / 3);
  if (at.top < frame.top + around || at.bottom > frame.bottom - around) scroller.scrollTop += at.top - frame.top - around;
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
export const margin = 60;

const common: Spec = {
  '.cm-marks': { pointerEvents: 'none' },
  '.cm-marked': { backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)' },
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--text-font)', fontSize: '0.9375rem', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  // A line of nothing but \r is as high as an empty one.
  '.cm-line': { minHeight: '1lh', padding: '0 16px 0 8px', unicodeBidi: 'plaintext' },
  '.cm-content ::selection, &.cm-focused .cm-content ::selection': { backgroundColor: 'var(--selected)' },
};
