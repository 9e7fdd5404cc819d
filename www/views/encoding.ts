import { html, nothing, render } from 'lit-html';
import { number, say } from '../messages';
import { encodings, type Undecided } from '../reading';

const dialog = document.querySelector<HTMLDialogElement>('#encoding') as HTMLDialogElement;
const place = document.querySelector<HTMLElement>('#encoding-form') as HTMLElement;

/** So many bytes around the first character that is not ASCII are shown, and so many looked at for what an encoding does not know. */
const [shown, looked] = [1200, 2 ** 20];

/** Asks for the encoding of a file by showing what each makes of it; nothing if the file is not to be opened. */
export function chooseEncoding(name: string, { bytes, guess }: Undecided): Promise<string | undefined> {
  const start = placeToShow(bytes);
  const draw = (encoding: string) => {
    const text = read(bytes.subarray(start, start + shown), encoding);
    const unknown = read(bytes.subarray(0, looked), encoding).split('\uFFFD').length - 1;
    render(
      html`
        <p>${say('encoding.about', { name })}</p>
        <label class="choice"><span>${say('encoding.label')}</span>
          <select @change=${(event: Event) => draw((event.target as HTMLSelectElement).value)}>${encodings.map((known) => html`<option value=${known} .selected=${known === encoding}>${known}</option>`)}</select>
        </label>
        <pre class="preview" tabindex="0" role="group" aria-label=${say('encoding.preview')} dir="auto">${text}</pre>
        ${unknown > 0 ? html`<p class="note" data-kind="warned">${say('encoding.unknown', { n: number(unknown) })}</p>` : nothing}
        <form method="dialog" class="actions"><button value="">${say('encoding.cancel')}</button><button class="main" value=${encoding}>${say('encoding.open')}</button></form>`,
      place,
    );
  };
  draw(guess);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue || undefined), { once: true });
  });
}

/** The line with the first byte that is not plain ASCII, or a place shortly before that byte. An escape changes what is behind it: it is shown from the start. */
function placeToShow(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte > 0x7f || byte === 0x1b);
  const line = bytes.lastIndexOf(0x0a, first) + 1;
  // An even place, for encodings with two bytes a character.
  return bytes[first] === 0x1b ? 0 : Math.max(line, first - 200, 0) & ~1;
}

function read(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true });
}
