import { EditorSelection, EditorState, type Extension, type Text, type Transaction } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';

/**
 * CRLF is one line end: the editor, which keeps the \r in the text, never puts the caret or a change between the two, and a line that is
 * begun among such lines ends like them.
 */
export function keepLineEnds(): Extension {
  return [
    EditorState.transactionFilter.of(kept),
    keymap.of([...right('ArrowRight'), ...right('Mod-ArrowRight'), { key: 'Enter', run: begin, shift: begin }]),
  ];
}

/** From before a CRLF to behind it, which the caret does not get to otherwise. */
function right(key: string) {
  const step =
    (extend: boolean): Command =>
    ({ state, dispatch }) => {
      const { anchor, head } = state.selection.main;
      if (state.selection.ranges.length > 1 || !isInside(state.doc, head + 1) || (!extend && anchor !== head)) return false;
      const selection = EditorSelection.range(extend ? anchor : head + 2, head + 2);
      dispatch(state.update({ selection, scrollIntoView: true, userEvent: 'select' }));
      return true;
    };
  return [{ key, run: step(false), shift: step(true) }];
}

/** Begins a line that ends like those around it, and as far in as the one before it. */
const begin: Command = ({ state, dispatch }) => {
  const { doc, selection } = state;
  if (!endsWithReturn(doc, selection.main.from)) return false;
  const [indent = ''] = /^[ \t]*/.exec(doc.lineAt(selection.main.from).text) ?? [];
  dispatch(state.update(state.replaceSelection(state.toText(`\r\n${indent}`)), { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Whether a position lies between \r and \n. */
function isInside(text: Text, at: number): boolean {
  return at > 0 && at < text.length && text.sliceString(at - 1, at + 1) === '\r\n';
}

function kept(transaction: Transaction) {
  const { startState, changes, docChanged, newDoc } = transaction;
  const byPerson = ['input', 'delete', 'move'].some((event) => transaction.isUserEvent(event));
  const moved = docChanged && byPerson ? movedChanges(startState.doc, transaction) : undefined;
  if (moved) {
    const set = startState.changes(moved);
    const head = set.mapPos(moved.at(-1)?.to ?? 0, 1);
    return [{ changes: set, selection: EditorSelection.cursor(head), scrollIntoView: true }, events(transaction)];
  }
  const selection = transaction.selection ?? startState.selection.map(changes);
  const ranges = selection.ranges.map(({ anchor, head }) =>
    EditorSelection.range(anchor - Number(isInside(newDoc, anchor)), head - Number(isInside(newDoc, head))),
  );
  const isMoved = ranges.some(
    ({ anchor, head }, i) => anchor !== selection.ranges[i]?.anchor || head !== selection.ranges[i]?.head,
  );
  return isMoved
    ? [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }]
    : transaction;
}

/** What kind of change it is, so that undo groups it as it would have. */
function events(transaction: Transaction) {
  const event = ['input.type', 'input', 'delete', 'move'].find((event) => transaction.isUserEvent(event));
  return event ? { userEvent: event } : {};
}

interface Moved {
  from: number;
  to: number;
  insert: Text;
}

/** The changes with none of their borders inside a CRLF; undefined if they are so already. */
function movedChanges(text: Text, transaction: Transaction): Moved[] | undefined {
  const all: Moved[] = [];
  let isMoved = false;
  transaction.changes.iterChanges((fromA, toA, _fromB, _toB, insert) => {
    const isInsertion = fromA === toA;
    const from = isInside(text, fromA) ? fromA - 1 : fromA;
    const to = isInside(text, toA) ? (isInsertion ? toA - 1 : toA + 1) : toA;
    isMoved ||= from !== fromA || to !== toA;
    all.push({ from, to, insert });
  });
  return isMoved ? all : undefined;
}

/** Whether the line at a position, or else the one before it, ends with CRLF. */
function endsWithReturn(text: Text, at: number): boolean {
  const line = text.lineAt(at);
  if (line.number < text.lines) return line.text.endsWith('\r');
  return line.number > 1 && text.line(line.number - 1).text.endsWith('\r');
}
