import type { NewDocument } from './documents';
import { carriedOf, hashOf, type Linked, languageIn, linked } from './link';
import { type Language, list } from './messages';
import { notify } from './notice';
import type { BothFields } from './protocol';

export interface AddressActions {
  fields(): BothFields;
  /** The document that is shown, to be put into a link. */
  shown(): NewDocument;
  /** Takes settings of a link. */
  take(fields: BothFields): void;
  open(document: NewDocument): void;
  speak(language: Language): void;
}

/** Browsers take only so many changes of the address in some seconds, and drop the others. In ms. */
const pause = 1000;

/** Whether the page was opened from disk. */
export const isFromDisk = location.protocol === 'file:';

/** The address of the page: it always holds the settings, and the document that came with it until that is changed. */
export class Address {
  /** That document, as the address holds it. */
  #carried = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The language, if it was chosen. */
    public language: Language | undefined,
    private readonly actions: AddressActions,
  ) {}

  /** Follows what it holds, now and whenever another link is opened in this tab. The settings it starts with are taken already. */
  start(link: Linked | undefined): void {
    if (link) this.#follow(link);
    else this.show();
    window.addEventListener('hashchange', () => {
      const language = languageIn(location.hash);
      if (language) this.actions.speak(language);
      const link = linked(location.hash);
      if (!link) return;
      if (!link.isNothing) this.actions.take(link.fields);
      this.#follow(link);
    });
  }

  /** Puts the settings there, where they can be copied from. */
  show(tries = 10): void {
    clearTimeout(this.#timer);
    const hash = hashOf(this.actions.fields(), this.language, this.#carried);
    if (hash === location.hash) return;
    try {
      history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
    } catch {
      // A browser may refuse many changes in short time, too.
    }
    if (location.hash !== hash && tries > 0) this.#timer = setTimeout(() => this.show(tries - 1), pause);
  }

  /**
   * A link with the settings, and with the document that is shown if it is wanted. Of a page opened from disk only the part behind `#`: where
   * it lies there is nobody else's business, and opens nothing elsewhere.
   */
  async linkOf(withDocument: boolean): Promise<string> {
    const document = withDocument ? await carriedOf(this.actions.shown()) : '';
    const page = isFromDisk ? '' : location.href.split('#')[0];
    return page + (hashOf(this.actions.fields(), this.language, document) || '#');
  }

  /** A document that is changed is not the one in the address any more. */
  dropDocument(): void {
    if (this.#carried === '') return;
    this.#carried = '';
    this.show();
  }

  /** Opens what a link holds, and says so; and what of it means nothing here. */
  async #follow({ unknown, document, carried, isNothing }: Linked): Promise<void> {
    const opened = await document;
    if (opened) {
      this.actions.open(opened);
      this.#carried = carried;
    }
    this.show();
    if (document && !opened) notify('notice.link.broken');
    else if (isNothing) notify('notice.link.nothing', { names: list(unknown) });
    else if (unknown.length > 0) notify('notice.link.unknown', { names: list(unknown) });
    else notify(opened ? 'notice.link.document' : 'notice.link');
  }
}
