import type { Text } from '@codemirror/state';
import { Documents, type NewDocument, textOf } from './documents';
import type { Editor } from './editor';
import { type RememberedDocuments, recallDocuments } from './memory';
import { say } from './messages';
import { notify } from './notice';
import { connectOpening } from './open';
import { Remembering } from './remembering';
import { FieldList } from './views/fields';
import { lookedAt, Offers } from './views/offers';
import { nameOf, showTabs } from './views/tabs';

/** Typing rests after so long, in milliseconds. */
const rest = 150;

const encoding = document.querySelector<HTMLElement>('#coding') as HTMLElement;

/** The open documents with all that is around them: tabs, fields, files, what is offered, what is remembered. */
export class Shelf {
  readonly documents: Documents;
  readonly #fields: FieldList;
  readonly #offers: Offers;
  readonly #remembering: Remembering;
  #sample: Text;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #recalled: RememberedDocuments | undefined;

  /** `changed` is called where another document is shown, or something about one is different. */
  constructor(
    private readonly editor: Editor,
    private readonly changed: () => void,
  ) {
    this.#sample = editor.text;
    const documents = new Documents(editor, () => this.#changed());
    this.documents = documents;
    this.#fields = new FieldList((fields) => documents.set({ fields }));
    this.#offers = new Offers(() => editor.text, {
      reduced: (text) => {
        documents.set({ html: editor.text });
        editor.replace(text);
        editor.focus();
      },
      restored: () => {
        const { html } = documents.shown;
        if (html) editor.replace(html);
        editor.focus();
      },
      use: (found) => {
        const kept = documents.shown.fields.filter(([key]) => !found.some(([name]) => name === key));
        documents.set({ fields: [...kept, ...found] });
        editor.focus();
      },
    });
    this.#recalled = recallDocuments();
    this.#remembering = new Remembering(documents, this.#recalled !== undefined);
    connectOpening((files) => this.open(files));
    document.querySelector('#new')?.addEventListener('click', () => {
      if (this.#isSample) this.open([{ name: '', text: '' }]);
      else documents.add();
      editor.focus();
    });
    // Nobody wants a text in the middle of the sample.
    document.querySelector('#editor')?.addEventListener('paste', () => this.#isSample && editor.selectAll(), { capture: true });
    // Pasted where nothing takes a text, it is meant for the document.
    document.addEventListener('paste', (event) => {
      const { target, clipboardData } = event;
      const isTaken = event.defaultPrevented || (target as Element).closest(':read-write, dialog');
      if (isTaken || !clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      editor.paste(clipboardData);
    });
  }

  /** Whether the sample is shown, untouched: it makes room for whatever comes. */
  get #isSample(): boolean {
    return this.editor.text.eq(this.#sample);
  }

  /** Shows what was kept over a reload, or what is remembered, or else what is in the editor. */
  start(kept: RememberedDocuments | undefined): void {
    const before = kept ?? this.#recalled;
    if (before) {
      this.open(before.documents);
      this.documents.show(before.shown);
    } else {
      this.#changed();
    }
  }

  /** Reloads the page once all documents are kept meanwhile. */
  async reload(keep: (documents: () => RememberedDocuments) => Promise<void>): Promise<void> {
    try {
      await keep(() => this.documents.closed);
      this.#remembering.leave(() => location.reload());
    } catch {
      notify('notice.version.failed');
    }
  }

  /** Opens documents beside those that are open; the untouched sample makes room. */
  open(added: NewDocument[]): void {
    this.documents.open(added, this.#isSample);
  }

  /** Takes the language the page speaks now, and its sample, where the old one was not touched. */
  translate(sample: string): void {
    this.editor.translate();
    const isUntouched = this.#isSample;
    this.#sample = textOf(sample);
    if (isUntouched) this.documents.put(this.#sample);
    this.#offers.translate();
    this.#changed();
  }

  /** Shows the sample: in the place of a text without a name, beside a file. */
  showSample(): void {
    if (this.documents.shown.name === '') this.documents.put(this.#sample);
    else this.open([{ name: '', text: this.#sample.toString() }]);
  }

  /** The text of the document that is shown has changed. */
  edited(): void {
    this.#lookLater();
    this.#remembering.changed();
  }

  /** Looks for what can be offered once typing rests: it is nothing that a key waits for. */
  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), rest);
  }

  #look(): void {
    this.#offers.update(this.documents.shown, this.editor.text.sliceString(0, lookedAt));
  }

  #changed(): void {
    const { all, shown } = this.documents;
    showTabs(all, shown, this.documents.lastClosed, {
      show: (index) => this.documents.show(index),
      close: () => this.#close(),
      bringBack: () => this.#bringBack(() => this.documents.bringBackLast()),
    });
    this.#fields.update(shown.fields, shown.name);
    encoding.textContent = shown.encoding ?? '';
    this.#look();
    this.#remembering.changed();
    this.changed();
  }

  #close(): void {
    const name = nameOf(this.documents.shown, this.documents.all);
    const bringBack = this.documents.close();
    document.querySelector<HTMLElement>('#tabs [aria-selected=true]')?.focus();
    notify('documents.closed', { name }, { name: say('documents.back'), act: () => this.#bringBack(bringBack) });
  }

  #bringBack(bringBack: () => void): void {
    bringBack();
    this.editor.focus();
  }
}
