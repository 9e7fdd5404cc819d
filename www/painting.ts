import { EditorSelection, type EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  type LayerMarker,
  layer,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Columns, Side } from './protocol';
import { countUpTo } from './state';

/** What is painted over the text that the columns belong to. */
export interface Paint {
  columns: Columns;
  /** The other side's chunks, and for each chunk of either whether both are cut where it begins. */
  other: { side: Side; columns: Columns; shared: Uint8Array; ownShared: Uint8Array } | undefined;
  side: Side;
  current: number | undefined;
  blanks: boolean;
}

/** A note in the margin: the chunks that begin in one row of the screen, and those of the other side only. */
export interface Note {
  first: number;
  last: number;
  others: { first: number; last: number } | undefined;
}

/** Paints another chunking. */
export const repaint = StateEffect.define<Paint>();
/** Paints the part of the text that has come into view. */
const scrolled = StateEffect.define();

const painted = StateField.define<Paint | undefined>({
  create: () => undefined,
  update: (paint, { effects }) => effects.find((effect) => effect.is(repaint))?.value ?? paint,
});

/** Where more chunks than this begin in what the editor keeps drawn, only what is in view is painted: each costs nodes. */
const most = 600;

/** Paints chunks over the text, and draws notes about the cuts into the margin, for what is in view only. */
export function painting(draw: (note: Note, paint: Paint) => HTMLElement) {
  const notes = layer({
    above: true,
    class: 'cm-notes',
    update: (update) => isNew(update),
    markers: (view) => marginNotes(view, draw),
  });
  return [painted, painter, notes];
}

function isNew({ docChanged, viewportChanged, transactions }: ViewUpdate): boolean {
  return docChanged || viewportChanged || transactions.some(({ effects }) => effects.length > 0);
}

interface Range {
  from: number;
  to: number;
}

const nowhere: Range = { from: 0, to: 0 };

const painter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    frame = 0;
    isPart = false;
    /** What is painted, and where that is a part: about which part, and what was found to be in view. */
    shown: readonly Range[] = [];
    painted: Range = nowhere;
    seen: Range = nowhere;

    constructor(view: EditorView) {
      this.decorations = this.paint(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) this.seen = nowhere;
      if (!isNew(update) && !(this.isPart && update.geometryChanged)) return;
      this.decorations = this.paint(update.view);
      const isOwn = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(scrolled)));
      if (this.isPart && !isOwn) this.follow(update.view);
    }

    destroy(): void {
      cancelAnimationFrame(this.frame);
    }

    paint(view: EditorView): DecorationSet {
      const paint = view.state.field(painted);
      if (!paint) return Decoration.none;
      this.isPart = isOver(view, paint);
      this.shown = view.visibleRanges;
      if (!this.isPart) return decorations(view.state, paint, this.shown);
      const { from, to } = view.viewport;
      this.painted = from <= this.seen.from && this.seen.to <= to && this.seen.to > this.seen.from ? this.seen : guessed(view);
      this.shown = view.visibleRanges.map((range) => meet(range, this.painted)).filter(({ from, to }) => from < to);
      return decorations(view.state, paint, this.shown);
    }

    /** What is in view is known for sure only once it is drawn: it is looked at for some frames, and painted where it is not. */
    follow(view: EditorView, frames = 8): void {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => {
        // Nobody sees it.
        if (view.scrollDOM.clientHeight === 0) return;
        const seen = seenIn(view);
        const isCovered = this.painted.from <= seen.from && seen.to <= this.painted.to;
        if (!isCovered) {
          this.seen = meet(widened(seen), view.viewport);
          view.dispatch({ effects: scrolled.of(null) });
        }
        if (frames > 0) this.follow(view, frames - 1);
      });
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    eventObservers: {
      scroll(_, view) {
        if (this.isPart) this.follow(view);
      },
    },
  },
);

function meet(a: Range, b: Range): Range {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

/** The same with a quarter more on either side, so that scrolling a little shows nothing unpainted. */
function widened({ from, to }: Range): Range {
  const more = Math.ceil((to - from) / 4);
  return { from: from - more, to: to + more };
}

/** Whether what is drawn would cost too many nodes, were all of it painted. */
function isOver({ viewport: { from, to } }: EditorView, { columns, blanks }: Paint): boolean {
  return blanks || countUpTo(columns.body, to) - countUpTo(columns.body, from) > most;
}

/** What is in view, as it is drawn. */
function seenIn(view: EditorView): Range {
  const { left, right, top, bottom } = view.scrollDOM.getBoundingClientRect();
  const content = view.contentDOM.getBoundingClientRect();
  const at = (x: number, y: number) => view.posAtCoords({ x, y }, false);
  const [first, last] = [at(Math.max(left, content.left) + 1, top + 1), at(Math.min(right, content.right) - 1, bottom - 1)];
  return { from: Math.min(first, last), to: Math.max(first, last) };
}

/** What is in view by the heights that are known before it is drawn. */
function guessed(view: EditorView): Range {
  const { scrollTop, clientHeight } = view.scrollDOM;
  const top = scrollTop - view.documentPadding.top;
  return { from: positionAt(view, top - clientHeight / 4), to: positionAt(view, top + clientHeight * 1.25) };
}

/** About where in the drawn text a height is: exact to the line, in between by its share of the line. */
function positionAt(view: EditorView, height: number): number {
  const blocks = view.viewportLineBlocks;
  const block = blocks.find(({ bottom }) => bottom > height) ?? blocks.at(-1);
  if (!block) return view.viewport.from;
  const part = block.height > 0 ? (height - block.top) / block.height : 0;
  return block.from + Math.round(Math.min(1, Math.max(0, part)) * block.length);
}

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  const mark = marks.get(kind) ?? Decoration.mark({ class: kind });
  marks.set(kind, mark);
  return mark;
}

function decorations(state: EditorState, paint: Paint, ranges: readonly Range[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const range of ranges) {
    for (const { from, to, kind } of stretches(paint, range, (at) => state.doc.lineAt(at).to))
      builder.add(from, to, markOf(kind));
  }
  const chunks = builder.finish();
  return paint.blanks ? chunks.update({ add: ranges.flatMap((range) => blanks(state, range)), sort: true }) : chunks;
}

interface Stretch extends Range {
  kind: string;
}

/** What a range of the text looks like, stretch by stretch, each in one piece. A stretch that looks like plain text is left out. */
export function stretches(paint: Paint, { from, to }: Range, lineEnd: (at: number) => number): Stretch[] {
  const { columns, other } = paint;
  const found: Stretch[] = [];
  const points = borders(paint, from, to);
  for (let i = 0; i + 1 < points.length; i++) {
    const [start, end] = [points[i] ?? 0, points[i + 1] ?? 0];
    const chunk = countUpTo(columns.body, start) - 1;
    const isCut = chunk > 0 && columns.body[chunk] === start;
    const otherChunk = other ? countUpTo(other.columns.body, start) - 1 : -1;
    const isOther = !isCut && other?.shared[otherChunk] === 0 && other.columns.body[otherChunk] === start;
    const kinds = kindsOf(paint, chunk, start);
    const bar = isCut ? ['cm-cut', ...(other?.ownShared[chunk] === 0 ? ['cm-only'] : [])] : isOther ? ['cm-other'] : [];
    // A bar stands at the start of the chunk, not at that of each of its lines.
    const first = bar.length > 0 ? Math.min(end, lineEnd(start)) : start;
    if (first > start) found.push({ from: start, to: first, kind: [...kinds, ...bar].join(' ') });
    if (first < end && kinds.length > 0) found.push({ from: first, to: end, kind: kinds.join(' ') });
  }
  return found;
}

/** Every place in a range where the look may change, both ends included. */
function borders({ columns, other }: Paint, from: number, to: number): number[] {
  const found = new Set([from, to]);
  const add = (positions: Uint32Array) => {
    for (let i = countUpTo(positions, from); i < positions.length && (positions[i] ?? to) < to; i++)
      found.add(positions[i] ?? to);
  };
  add(columns.start);
  add(columns.body);
  add(columns.end);
  if (other) add(other.columns.body);
  return [...found].sort((a, b) => a - b);
}

/** How the text at `start` looks, which is in the body of `chunk` or, trimmed, behind it. */
function kindsOf({ columns, current }: Paint, chunk: number, start: number): string[] {
  if (chunk < 0 || start >= (columns.end[chunk] ?? 0)) return ['cm-left'];
  // Starts and bodies ascend together: of the chunks whose overlap has begun here, the last one's reaches furthest.
  const copying = countUpTo(columns.start, start) - 1;
  const isCopied = (columns.body[copying] ?? 0) > start;
  const found = [chunk % 2 === 1 && 'cm-odd', isCopied && 'cm-copied', chunk === current && 'cm-current'];
  return found.filter((kind) => typeof kind === 'string');
}

const blankKinds: Record<string, string> = {
  ' ': 'space',
  '\t': 'tab',
  '\r': 'return',
  '\u00A0': 'hard',
  '\u202F': 'hard',
  '\u2007': 'hard',
};

/** Blanks one by one, and the ends of lines. */
function blanks(state: EditorState, { from, to }: Range) {
  const found = [];
  for (const match of state.sliceDoc(from, to).matchAll(/[^\S\n]|[\u0085\u200B-\u200F\u2028\u2029\u2060\u00AD\uFEFF]/g)) {
    const at = from + match.index;
    found.push(markOf(`cm-blank cm-${blankKinds[match[0]] ?? 'odd-blank'}`).range(at, at + 1));
  }
  for (let line = state.doc.lineAt(from); line.from < to && line.to < state.doc.length; line = state.doc.lineAt(line.to + 1))
    if (line.from >= from) found.push((line.length > 0 ? lineEnd : emptyLineEnd).range(line.from));
  return found;
}

const lineEnd = Decoration.line({ class: 'cm-line-end' });
const emptyLineEnd = Decoration.line({ class: 'cm-empty-line-end' });

/** A note beside the row in which a chunk begins. */
class MarginNote implements LayerMarker {
  constructor(
    readonly top: number,
    readonly note: Note,
    readonly paint: Paint,
    private readonly drawn: (note: Note, paint: Paint) => HTMLElement,
  ) {}

  eq(another: MarginNote): boolean {
    const { note, paint } = another;
    return this.top === another.top && this.paint === paint && JSON.stringify(this.note) === JSON.stringify(note);
  }

  draw(): HTMLElement {
    const element = this.drawn(this.note, this.paint);
    element.style.top = `${this.top}px`;
    return element;
  }
}

function marginNotes(view: EditorView, draw: (note: Note, paint: Paint) => HTMLElement): MarginNote[] {
  const paint = view.state.field(painted);
  if (!paint) return [];
  const { columns, other } = paint;
  const top = view.scrollDOM.getBoundingClientRect().top - view.scrollDOM.scrollTop;
  const found: MarginNote[] = [];
  for (const range of view.plugin(painter)?.shown ?? []) {
    let at = range.from;
    for (;;) {
      const [own, others] = [countUpTo(columns.body, at - 1), other ? countUpTo(other.columns.body, at - 1) : 0];
      const next = Math.min(
        columns.body[own] ?? Number.POSITIVE_INFINITY,
        other?.columns.body[others] ?? Number.POSITIVE_INFINITY,
      );
      const row = next <= range.to ? view.coordsAtPos(next, 1) : null;
      if (!row) break;
      const end = rowEnd(view, next);
      const last = countUpTo(columns.body, end - 1) - 1;
      const note = { first: own, last, others: other && onlyOthers(other, others, countUpTo(other.columns.body, end - 1)) };
      if (last >= own || note.others) found.push(new MarginNote(row.top - top, note, paint, draw));
      at = end;
    }
  }
  return found;
}

/** The first place behind the row of the screen that `at` is in. */
function rowEnd(view: EditorView, at: number): number {
  const { head } = view.moveToLineBoundary(EditorSelection.cursor(at, 1), true);
  return Math.max(at + 1, head);
}

/** Which of the other side's chunks from `first` up to, not including, `end` begin where this side is not cut. */
function onlyOthers({ shared }: NonNullable<Paint['other']>, first: number, end: number): Note['others'] {
  const only = Array.from({ length: end - first }, (_, i) => first + i).filter((i) => shared[i] === 0);
  const [one, last] = [only[0], only.at(-1)];
  return one === undefined || last === undefined ? undefined : { first: one, last };
}
