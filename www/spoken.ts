const spoken = document.querySelector<HTMLElement>('#spoken') as HTMLElement;

/** How long numbers stay before they are spoken, in milliseconds: not while somebody types. */
const settled = 700;
let timer = 0;
let last = '';

/** Has a screen reader say something. */
export function speak(text: string): void {
  clearTimeout(timer);
  if (spoken.textContent !== text) spoken.textContent = text;
}

/** The same, unless something else is to be said before long. What was said so last is not said again. */
export function speakOnceSettled(text: string): void {
  if (text === last) return;
  last = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => speak(text), settled);
}
