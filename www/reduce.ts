import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import type { RootContent as MarkdownContent, Nodes, PhrasingContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { Reduced } from './html';
import { live } from './living';

/** A worker that reduces HTML to its text, with headings, lists, tables, code and links kept as Markdown. */
self.onmessage = ({ data }: MessageEvent<string>) => {
  const tree = toMdast(tidied(fromHtml(data)), { handlers: { sup: power } });
  flatten(tree);
  post({ text: toMarkdown(tree, options) });
};

live((lock) => post({ lock }));

function post(message: Reduced): void {
  self.postMessage(message);
}

/** A cell reaches over no more columns or rows than this (HTML, “attributes common to td and th elements”). */
const mostSpanned = 1000;

/** What is not read on the page is left out; captions and cells that reach over several rows are put where Markdown can hold them. */
function tidied<Node extends Root | Element>(node: Node): Node {
  const children = (node.children as ElementContent[]).filter(isRead).flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    const tidy = tidied(child);
    return child.tagName === 'table' ? tableOf(tidy) : [tidy];
  });
  return { ...node, children } as Node;
}

function isRead(node: ElementContent): boolean {
  if (node.type !== 'element') return true;
  const { tagName, properties } = node;
  const { hidden, style, src, href } = properties;
  const isEmptyLink = tagName === 'a' && href !== undefined && !holds(node);
  const isData = tagName === 'img' && String(src).startsWith('data:');
  return (
    !['nav', 'template', 'dialog'].includes(tagName) &&
    hidden === undefined &&
    !/display:\s*none/i.test(String(style)) &&
    !isEmptyLink &&
    !isData
  );
}

/** Whether there is anything to read in it. */
function holds(node: ElementContent): boolean {
  if (node.type === 'text') return node.value.trim() !== '';
  return node.type === 'element' && (['img', 'svg'].includes(node.tagName) || node.children.some(holds));
}

/** A table with its caption as a paragraph before it, and what reaches over several rows in each of them. */
function tableOf(table: Element): Element[] {
  const caption = table.children.find((child): child is Element => child.type === 'element' && child.tagName === 'caption');
  const before: Element[] = caption ? [{ ...caption, tagName: 'p' }] : [];
  const left = new Map<number, { cell: Element; rows: number }>();
  const rows = (part: Element): Element => ({
    ...part,
    children: part.children.map((child) => {
      if (child.type !== 'element') return child;
      return child.tagName === 'tr' ? { ...child, children: cellsOf(child, left) } : rows(child);
    }),
  });
  return [...before, rows({ ...table, children: table.children.filter((child) => child !== caption) })];
}

/** The cells of a row, with those that rows above it have left for it, by column. */
function cellsOf(row: Element, left: Map<number, { cell: Element; rows: number }>): Element[] {
  const own = row.children.filter((child): child is Element => child.type === 'element');
  const cells: Element[] = [];
  let column = 0;
  const add = (cell: Element) => {
    cells.push(cell);
    column += Number(cell.properties.colSpan ?? 1);
  };
  while (own.length > 0 || left.has(column)) {
    const above = left.get(column);
    if (above) {
      if (above.rows === 1) left.delete(column);
      else above.rows -= 1;
      add(above.cell);
      continue;
    }
    const cell = own.shift() as Element;
    const { rowSpan, colSpan, ...others } = cell.properties;
    const columns = Math.min(Number(colSpan) || 1, mostSpanned);
    const plain = { ...cell, properties: columns > 1 ? { ...others, colSpan: columns } : others };
    if (Number(rowSpan) > 1) left.set(column, { cell: plain, rows: Math.min(Number(rowSpan), mostSpanned) - 1 });
    add(plain);
  }
  return cells;
}

/** Raised digits stay apart from what they are raised over: 10^-6. */
function power(state: { all(node: Element): MarkdownContent[] }, node: Element): MarkdownContent[] {
  const inside = state.all(node);
  const [only] = inside;
  const isNumber = inside.length === 1 && only?.type === 'text' && /^[-+−]?\d+$/.test(only.value.trim());
  return isNumber ? [{ type: 'text', value: `^${only.value.trim()}` }] : inside;
}

/** Text as it is read: it is to be embedded, and a backslash before every `_` would be, too. Only what would be markup of blocks has one. */
const text: Handle = (
  { value }: { value: string },
  parent: { type: string; children: unknown[] } | undefined,
  state,
  { before },
) => {
  if (state.stack.includes('tableCell')) return value.replaceAll('|', '\\|');
  const begins = parent?.type === 'paragraph' && before === '\n';
  return begins ? value.replace(/^(#{1,6}\s|>|[-+*]\s)/, '\\$1').replace(/^(\d{1,9})([.)]\s)/, '$1\\$2') : value;
};

function flatten(node: Nodes): void {
  if (node.type === 'tableCell') node.children = inline(node.children);
  else if ('children' in node) node.children.forEach(flatten);
}

/** A cell is one line: what stands below each other in it comes one after the other. */
function inline(nodes: readonly MarkdownContent[]): PhrasingContent[] {
  return nodes.flatMap((node, i): PhrasingContent[] => {
    const between: PhrasingContent[] =
      i > 0 && isBlock(node) ? [{ type: 'text', value: node.type === 'listItem' ? '; ' : ' ' }] : [];
    if (node.type === 'break') return [{ type: 'text', value: ' ' }];
    if (node.type === 'code') return [...between, { type: 'inlineCode', value: node.value.replaceAll('\n', ' ') }];
    if (isBlock(node)) return [...between, ...inline((node as { children: MarkdownContent[] }).children)];
    return [node as PhrasingContent];
  });
}

function isBlock({ type }: MarkdownContent): boolean {
  return ['paragraph', 'list', 'listItem', 'blockquote', 'heading', 'code'].includes(type);
}

/** Struck out text is text. */
const struck: Handle = (node, _, state, info) => state.containerPhrasing(node, info);

const options: Options = {
  bullet: '-',
  listItemIndent: 'one',
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  handlers: { text, break: () => '\n', delete: struck },
};
