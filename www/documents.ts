import { Text } from '@codemirror/state';
import type { Editor, Kept } from './editor';
import type { RememberedDocuments } from './memory';
import type { Metadata, Other } from './protocol';

/** A field of a document as the person gave it. */
export type Field = readonly [key: string, value: string];

/** A document that is open. Replaced, never changed. */
export interface Document {
  id: number;
  /** Of its file; empty for one that was pasted. */
  name: string;
  /** Of its file, as `TextDecoder` names it. */
  encoding?: string | undefined;
  fields: readonly Field[];
  /** The HTML that its text was made of. */
  html?: Text | undefined;
  /** Its text, while another one is shown. */
  kept?: Kept;
  /** What it was opened with: that is somewhere else, too. */
  opened: Text;
}

/** What a document is opened with. */
export type NewDocument = Pick<Document, 'name' | 'encoding'> & {
  text: string;
  fields?: readonly Field[];
  html?: string | undefined;
  /** Its text may be in no file, link or sample. */
  isOnlyHere?: boolean;
};

/** So many closed documents can be brought back. */
const mostClosed = 5;

/** The documents that are open. One is shown, in the editor; the others are kept as they were left. */
export class Documents {
  #all: readonly Document[];
  #shown = 0;
  #count = 1;
  /** Those that were closed with a text that is nowhere else, the last one first; without what can be undone in them. */
  #closed: readonly NewDocument[] = [];

  /** `changed` is called where other documents are open, another one is shown, or something about one is different. */
  constructor(
    private readonly editor: Editor,
    private readonly changed: () => void,
  ) {
    this.#all = [{ id: 0, name: '', fields: [], opened: editor.text }];
  }

  get all(): readonly Document[] {
    return this.#all;
  }

  get shown(): Document {
    return this.#all[this.#shown] as Document;
  }

  /** What the person says of the document that is shown, and its file's name as `doc_id`: it goes into every record. */
  get metadata(): Metadata {
    return this.#metadataOf(this.shown);
  }

  textOf({ kept }: Document): Text {
    return kept?.state.doc ?? this.editor.text;
  }

  /** All there is to a document, to open it again elsewhere. */
  closedOf(document: Document): NewDocument {
    const { name, encoding, fields, html } = document;
    const isOnlyHere = this.#isWork(document);
    return { name, encoding, fields, html: html?.toString(), text: this.textOf(document).toString(), isOnlyHere };
  }

  /** All of them, to open them again elsewhere. */
  get closed(): RememberedDocuments {
    return { documents: this.#all.map((document) => this.closedOf(document)), shown: this.#shown };
  }

  /** Whether one has a text that is nowhere else, be it open or closed. */
  get hasWork(): boolean {
    return this.#closed.length > 0 || this.#all.some((document) => this.#isWork(document));
  }

  /** The document that was closed last with a text that is nowhere else. */
  get lastClosed(): NewDocument | undefined {
    return this.#closed[0];
  }

  bringBackLast(): void {
    const [last, ...others] = this.#closed;
    if (!last) return;
    this.#closed = others;
    this.#all = [...this.#all, this.#new(last)];
    this.show(this.#all.length - 1);
  }

  /** The other documents in order around the one that is shown, or only the very first one, if that is another. */
  others(firstOnly: boolean): { before: Other[]; behind: Other[] } {
    const other = (document: Document) => ({
      text: this.textOf(document).toString(),
      metadata: this.#metadataOf(document),
    });
    const before = this.#all.slice(0, firstOnly ? Math.min(1, this.#shown) : this.#shown);
    const behind = firstOnly ? [] : this.#all.slice(this.#shown + 1);
    return { before: before.map(other), behind: behind.map(other) };
  }

  /** Opens documents beside those that are open, the first one in the place of an empty one or of one that may go, and shows it. */
  open(added: NewDocument[], mayGo = false): void {
    const [first, ...rest] = added;
    if (!first) return;
    const isReplaced = this.editor.text.length === 0 || mayGo;
    const text = textOf(first.text);
    if (isReplaced) this.#replace({ ...this.#about(first, text), id: this.shown.id });
    const next = this.#all.length;
    for (const document of isReplaced ? rest : added) this.#all = [...this.#all, this.#new(document)];
    if (isReplaced) {
      this.editor.replace(text);
      this.changed();
    } else {
      this.show(next);
    }
  }

  /** An empty document, shown. */
  add(): void {
    this.#all = [...this.#all, this.#new({ name: '', text: '' })];
    this.show(this.#all.length - 1);
  }

  show(index: number): void {
    const next = this.#all[index]?.kept;
    if (!next) return;
    const { kept } = this.editor;
    this.#all = this.#all.map((document, i) => {
      const { kept: _, ...rest } = document;
      return i === this.#shown ? { ...document, kept } : i === index ? rest : document;
    });
    this.#shown = index;
    this.editor.show(next);
    this.changed();
  }

  /** Closes the document that is shown. The last one leaves an empty one behind. What is returned brings it back. */
  close(): () => void {
    const index = this.#shown;
    const { shown } = this;
    const blank = this.#all.length === 1 ? this.#new({ name: '', text: '' }) : undefined;
    if (blank) this.#all = [shown, blank];
    this.show(index + 1 < this.#all.length ? index + 1 : index - 1);
    const closed = this.#all[index] as Document;
    const work = this.#isWork(closed) ? this.closedOf(closed) : undefined;
    if (work) this.#closed = [work, ...this.#closed].slice(0, mostClosed);
    this.#without(closed);
    return () => {
      this.#closed = this.#closed.filter((one) => one !== work);
      const at = Math.min(index, this.#all.length);
      this.#all = this.#all.toSpliced(at, 0, closed);
      if (this.#shown >= at) this.#shown += 1;
      this.show(at);
      if (blank) this.#withoutEmpty(blank.id);
    };
  }

  #withoutEmpty(id: number): void {
    const blank = this.#all.find((document) => document.id === id);
    if (blank && this.textOf(blank).length === 0) this.#without(blank);
  }

  /** Takes one that is not shown out of the list. */
  #without(document: Document): void {
    const index = this.#all.indexOf(document);
    this.#all = this.#all.toSpliced(index, 1);
    if (this.#shown > index) this.#shown -= 1;
    this.changed();
  }

  #new(added: NewDocument): Document {
    const kept = this.editor.keptOf(added.text);
    return { ...this.#about(added, kept.state.doc), id: this.#count++, kept };
  }

  #about({ name, encoding, fields = [], html, isOnlyHere }: NewDocument, text: Text): Omit<Document, 'id'> {
    const opened = isOnlyHere ? Text.empty : text;
    return { name: this.#unique(name), encoding, fields, html: html === undefined ? undefined : textOf(html), opened };
  }

  /** Puts a text that is also elsewhere in the place of the one that is shown. */
  put(text: Text): void {
    this.editor.replace(text);
    this.#replace({ ...this.shown, opened: text });
  }

  /** Changes something about the document that is shown. */
  set(change: Partial<Omit<Document, 'id' | 'kept'>>): void {
    this.#replace({ ...this.shown, ...change });
    this.changed();
  }

  #replace(document: Document): void {
    this.#all = this.#all.map((one) => (one.id === document.id ? document : one));
  }

  #isWork(document: Document): boolean {
    const text = this.textOf(document);
    return text.length > 0 && !text.eq(document.opened);
  }

  #metadataOf({ name, fields }: Document): Metadata {
    const given = fields.filter(([key, value]) => key.trim() !== '' && value !== '');
    const isNamed = name !== '' && given.every(([key]) => key !== 'doc_id');
    return new Map([...(isNamed ? [['doc_id', name] as const] : []), ...given]);
  }

  /** A name that no other document has: it tells their chunks apart. */
  #unique(name: string): string {
    let unique = name;
    for (let n = 2; name !== '' && this.#all.some((other) => other.name === unique); n++) unique = `${name} (${n})`;
    return unique;
  }
}

/** A text as an editor holds it: only \n parts lines. */
export function textOf(text: string): Text {
  return Text.of(text.split('\n'));
}
