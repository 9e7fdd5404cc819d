import { notify } from './notice';

/**
 * Copies a text that is still being made. The clipboard gets a promise inside the click itself, since Safari refuses what comes later.
 * True only if it was really written.
 */
async function copy(text: Promise<Blob>): Promise<boolean> {
  const held = text.then(heldBy);
  try {
    if (typeof ClipboardItem === 'undefined') {
      await navigator.clipboard.writeText(await (await held).blob.text());
    } else {
      const plain = held.then(({ blob }) => blob.slice(0, blob.size, 'text/plain'));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain })]);
    }
    if ((await held).isChanged) notify('notice.nul');
    return true;
  } catch {
    return false;
  }
}

/** What a clipboard holds of a text: at a NUL it would end, or lose it without a word. */
async function heldBy(blob: Blob): Promise<{ blob: Blob; isChanged: boolean }> {
  const isChanged = new Uint8Array(await blob.arrayBuffer()).includes(0);
  return { blob: isChanged ? new Blob([(await blob.text()).replaceAll('\0', '\u2400')]) : blob, isChanged };
}

/** The same, or else the text is shown to be copied by hand. True only if it was copied. */
export async function copyOrShow(text: Promise<Blob>): Promise<boolean> {
  const isCopied = await copy(text);
  if (!isCopied) copyByHand(await (await text).text());
  return isCopied;
}

/** Says for two seconds that something was copied, counted from the last time. */
export class CopiedSign {
  isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {}

  set(isCopied: boolean): void {
    clearTimeout(this.#timer);
    this.isShown = isCopied;
    this.changed();
    if (isCopied) this.#timer = setTimeout(() => this.set(false), 2000);
  }
}

const dialog = document.querySelector<HTMLDialogElement>('#by-hand');
const field = document.querySelector<HTMLTextAreaElement>('#by-hand-text');

// Nothing of a document is left in a field that nobody sees: a browser may keep it.
dialog?.addEventListener('close', () => {
  if (field) field.value = '';
});

/** Shows a text selected, to be copied by hand. */
function copyByHand(text: string): void {
  if (!dialog || !field) return;
  field.value = text;
  dialog.showModal();
  field.focus();
  field.select();
}
