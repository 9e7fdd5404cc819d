import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Tells where in the text the pointer is, at most once a frame: finding out asks for the layout. */
export function followPointer(pointed: (position: number | undefined) => void): Extension {
  let frame = 0;
  const later = (view: EditorView, find: () => number | null) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (view.dom.isConnected) pointed(find() ?? undefined);
    });
  };
  return EditorView.domEventHandlers({
    mousemove: ({ clientX: x, clientY: y }, view) => later(view, () => view.posAtCoords({ x, y })),
    mouseleave: (_, view) => later(view, () => null),
  });
}
