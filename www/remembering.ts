import type { Documents } from './documents';
import { forgetDocuments, isOfDocuments, rememberDocuments } from './memory';
import type { Message } from './messages';
import { notify } from './notice';

const box = document.querySelector<HTMLInputElement>('#remember') as HTMLInputElement;
const forget = document.querySelector<HTMLButtonElement>('#forget') as HTMLButtonElement;
/** So long after the last change texts are stored, in milliseconds: what waits is stored when the page goes. */
const pause = 1000;

/** Keeps the open documents in this browser, once the person has asked for it and until they are to be forgotten. */
export class Remembering {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asks = false;
  /** Whether what is remembered are the documents of this tab. */
  #isOn = false;

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
    window.addEventListener('storage', ({ key, newValue }) => {
      // All of the storage may be cleared at once.
      if (!this.#isOn || !(isOfDocuments(key) || key === null)) return;
      this.#yield(newValue === null ? 'notice.remember.forgotten' : 'notice.remember.elsewhere');
    });
  }

  /** A text changed, or which ones there are. */
  changed(): void {
    this.#askBeforeLeaving();
    if (!this.#isOn) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#store(), pause);
  }

  /** Leaves without a question: the documents are kept otherwise. */
  leave(go: () => void): void {
    window.removeEventListener('beforeunload', this.#question);
    go();
  }

  /** Only once there is work: not every browser keeps a page that asks for going back to it. */
  #askBeforeLeaving(): void {
    if (this.#asks || !this.documents.hasWork) return;
    this.#asks = true;
    window.addEventListener('beforeunload', this.#question);
  }

  /** What is typed or pasted and not remembered is lost with the page: the browser asks whether to leave. */
  readonly #question = (event: BeforeUnloadEvent) => {
    if (!this.#isOn && this.documents.hasWork) event.preventDefault();
  };

  #store(): void {
    this.#stop();
    const { all } = this.documents;
    const length = all.reduce((sum, document) => sum + this.documents.textOf(document).length + (document.html?.length ?? 0), 0);
    const isDone = rememberDocuments(length, () => this.documents.closed);
    // What there is may be those of another tab.
    if (!isDone && this.#isOn) forgetDocuments();
    this.#show(isDone);
  }

  /** There is room for the documents of one tab: another one has taken it, or had them forgotten. */
  #yield(why: Message): void {
    this.#stop();
    this.#show(false);
    notify(why);
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
    this.#isOn = isOn;
    box.checked = isOn;
    forget.hidden = !isOn;
  }
}
