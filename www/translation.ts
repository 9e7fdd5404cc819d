import { type Language, type Message, say } from './messages';

/** Puts the messages of the language into the page's own markup, as the build does for English. */
export function translatePage(language: Language): void {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]')) element.textContent = messageOf(element, 'say');
  for (const element of document.querySelectorAll<HTMLElement>('[data-say-label]'))
    element.ariaLabel = messageOf(element, 'sayLabel');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('[data-say-content]'))
    meta.content = messageOf(meta, 'sayContent');
}

function messageOf({ dataset }: HTMLElement, name: string): string {
  return say(dataset[name] as Message);
}
