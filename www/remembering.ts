import type { Documents } from './documents';
import { forgetDocuments, rememberDocuments } from './memory';

const box = document.querySelector<HTMLInputElement>('#remember') as HTMLInputElement;
const forget = document.querySelector<HTMLButtonElement>('#forget') as HTMLButtonElement;
/** So long after the last change texts are stored, in milliseconds: what waits is stored when the page goes. */
const pause = 1000;

/** Keeps the open documents in this browser, once the person has asked for it and until they are to be forgotten. */
export class Remembering {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly documents: Documents,
    isOn: boolean,
  ) {
    this.#show(isOn);
    box.addEventListener('change', () => (box.checked ? this.#store() : this.#forget()));
    forget.addEventListener('click', () => {
      this.#forget();
      box.focus();
    });
    window.addEventListener('pagehide', () => {
      if (this.#timer !== undefined) this.#store();
    });
  }

  /** A text changed, or which ones there are. */
  changed(): void {
    if (!box.checked) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#store(), pause);
  }

  #store(): void {
    this.#stop();
    const { all, shown } = this.documents;
    const length = all.reduce((sum, document) => sum + this.documents.textOf(document).length + (document.html?.length ?? 0), 0);
    const isStored = rememberDocuments(length, () => ({
      documents: all.map((document) => this.documents.closedOf(document)),
      shown: all.indexOf(shown),
    }));
    this.#show(isStored);
  }

  #forget(): void {
    this.#stop();
    forgetDocuments();
    this.#show(false);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #show(isOn: boolean): void {
    box.checked = isOn;
    forget.hidden = !isOn;
  }
}
