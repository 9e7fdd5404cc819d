// An editor with nothing around it: what a key costs before Chunklab does anything.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';

/** Puts an editor with a text into an element. */
export function bare(parent, doc) {
  const extensions = [
    EditorView.lineWrapping,
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    lineNumbers(),
    highlightActiveLine(),
  ];
  return new EditorView({ parent, state: EditorState.create({ doc, extensions }) });
}
