import { type Message, say } from './messages';

const header = document.querySelector<HTMLElement>('.top') as HTMLElement;
const notice = document.querySelector<HTMLElement>('#notice') as HTMLElement;
const text = document.querySelector<HTMLElement>('#notice-text') as HTMLElement;
const button = document.querySelector<HTMLButtonElement>('#notice-act') as HTMLButtonElement;
document.querySelector('#notice-close')?.addEventListener('click', quiet);
let act: (() => void) | undefined;
button.addEventListener('click', () => {
  quiet();
  act?.();
});

/** What a person can do about what is said. */
interface Action {
  name: string;
  act(): void;
}

/** Says what went wrong, until it is closed or another text is opened. */
export function notify(key: Message, places: Record<string, string> = {}, action?: Action): void {
  tell(say(key, places), action);
}

/** The same in words that are made already. */
export function tell(words: string, action?: Action): void {
  // Behind a dialog that is open it would be neither heard nor reached.
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (dialog) dialog.prepend(notice);
  else header.after(notice);
  text.textContent = words;
  button.hidden = !action;
  button.textContent = action?.name ?? '';
  act = action?.act;
  notice.hidden = false;
}

export function quiet(): void {
  notice.hidden = true;
}
