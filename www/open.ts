import { megabytes, say } from './messages';
import { quiet, tell } from './notice';
import { type Decoded, mostBytes, readFile } from './reading';
import { chooseEncoding } from './views/encoding';

/** A text that a file holds. */
export interface Opened extends Decoded {
  name: string;
}

const input = document.querySelector<HTMLInputElement>('#file') as HTMLInputElement;

/**
 * Files are chosen, pasted, or dropped anywhere: where a page does nothing about a drop, the browser leaves the page for the file.
 */
export function connectOpening(opened: (files: Opened[]) => void): void {
  document.querySelector('#open')?.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    open([...(input.files ?? [])], opened);
    input.value = '';
  });
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer | null) => {
    if (!data?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type !== 'dragover') open([...data.files], opened);
  };
  const takeDrop = (event: DragEvent) => take(event, event.dataTransfer);
  for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, takeDrop, { capture: true });
  // Cells of a spreadsheet come with a picture of themselves.
  const takePaste = (event: ClipboardEvent) => {
    if (!event.clipboardData?.types.includes('text/plain')) take(event, event.clipboardData);
  };
  document.addEventListener('paste', takePaste, { capture: true });
}

/** What is opened in turn: one may ask the person about its encoding. */
let last: Promise<void> = Promise.resolve();

function open(files: File[], opened: (files: Opened[]) => void): void {
  last = last.then(() => openAll(files, opened));
}

/** Those that can be read are opened together; of the others it is said why not. */
async function openAll(files: File[], opened: (files: Opened[]) => void): Promise<void> {
  const [texts, refused]: [Opened[], string[]] = [[], []];
  for (const file of files) {
    const { name } = file;
    const read = await readFile(file);
    if ('text' in read) texts.push({ name, ...read });
    else if ('refused' in read) refused.push(say(read.refused, read.places));
    else {
      const encoding = await chooseEncoding(name, read);
      // The person has seen which characters it does not give.
      if (encoding) texts.push({ name, text: new TextDecoder(encoding, { ignoreBOM: true }).decode(read.bytes), encoding });
    }
  }
  if (refused.length > 0) tell([...refused, ...(texts.length > 0 ? [] : [say('notice.unopened')])].join('\n'));
  else if (texts.length > 0) quiet();
  try {
    if (texts.length > 0) opened(texts);
  } catch (error) {
    // A text may fit into memory where an editor around it does not.
    if (!(error instanceof RangeError)) throw error;
    tell(texts.map(({ name }) => say('notice.size', { name, most: megabytes(mostBytes) })).join('\n'));
  }
}
