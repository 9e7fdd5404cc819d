import type { ChangeSet, Text } from '@codemirror/state';
import type { Edit } from './protocol';

interface Change {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/**
 * The edits that turn one text into another, the last one first, each in positions of the text before. They are widened to whole code
 * points: one emoji can arrive as two edits, half a surrogate pair each, and half a pair would be lost for good on its way into UTF-8.
 */
export function edits(changes: ChangeSet, before: Text, after: Text): Edit[] {
  const widened: Change[] = [];
  changes.iterChanges((fromA, toA, fromB, toB) => {
    const change = widen({ fromA, toA, fromB, toB }, before, after);
    const last = widened.at(-1);
    if (last && change.fromA < last.toA) {
      last.toA = change.toA;
      last.toB = change.toB;
    } else {
      widened.push(change);
    }
  });
  return widened.reverse().map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, insert: after.sliceString(fromB, toB) }));
}

/** Both sides of an edit are moved out of surrogate pairs, those that are torn and those that come together. */
function widen({ fromA, toA, fromB, toB }: Change, before: Text, after: Text): Change {
  const start = isInsidePair(before, fromA) || isInsidePair(after, fromB) ? 1 : 0;
  const end = isInsidePair(before, toA) || isInsidePair(after, toB) ? 1 : 0;
  return { fromA: fromA - start, toA: toA + end, fromB: fromB - start, toB: toB + end };
}

function isInsidePair(text: Text, at: number): boolean {
  const pair = text.sliceString(Math.max(0, at - 1), at + 1);
  return pair.length === 2 && (pair.codePointAt(0) ?? 0) > 0xffff;
}
