import { type Message, say } from './messages';

const notice = document.querySelector<HTMLElement>('#notice') as HTMLElement;
const text = document.querySelector<HTMLElement>('#notice-text') as HTMLElement;
document.querySelector('#notice-close')?.addEventListener('click', quiet);

/** Says what went wrong, until it is closed or another text is opened. */
export function notify(key: Message, places: Record<string, string> = {}): void {
  text.textContent = say(key, places);
  notice.hidden = false;
}

export function quiet(): void {
  notice.hidden = true;
}
