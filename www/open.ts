import type { Message } from './messages';
import { notify, quiet } from './notice';

const input = document.querySelector<HTMLInputElement>('#file') as HTMLInputElement;

/** Files are chosen, or dropped anywhere: where a page does nothing about a drop, the browser leaves the page for the file. */
export function connectOpening(opened: (text: string, name: string) => void): void {
  document.querySelector('#open')?.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    open(input.files?.[0], opened);
    input.value = '';
  });
  const takeDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'drop') open(event.dataTransfer.files[0], opened);
  };
  for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, takeDrop, { capture: true });
}

async function open(file: File | undefined, opened: (text: string, name: string) => void): Promise<void> {
  if (!file) return;
  const text = await readText(file);
  if (typeof text === 'string') {
    quiet();
    opened(text, file.name);
  } else {
    notify(text.refused, { name: file.name });
  }
}

/** The text of a UTF-8 file, byte for byte (a BOM stays, line ends stay), or why there is none. */
async function readText(file: File): Promise<string | { refused: Message }> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { refused: 'notice.read' };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { refused: 'notice.decode' };
  }
}
