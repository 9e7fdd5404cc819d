import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';

/** A worker that reduces HTML to its text, with headings, lists, tables, fences and links kept as Markdown. */
self.onmessage = ({ data }: MessageEvent<string>) => {
  self.postMessage(toMarkdown(toMdast(fromHtml(data)), options));
};

/** Text as it is read: it is to be embedded, and a backslash before every `_` would be, too. Only what would end a cell has one. */
const text: Handle = ({ value }: { value: string }, _, state) =>
  state.stack.includes('tableCell') ? value.replaceAll('|', '\\|') : value;

const options: Options = {
  bullet: '-',
  listItemIndent: 'one',
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  handlers: { text, break: () => '\n' },
};
