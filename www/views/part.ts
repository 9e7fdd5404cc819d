import { megabytes, say } from '../messages';
import type { Part } from '../protocol';

const place = document.querySelector<HTMLElement>('#part') as HTMLElement;
const bar = document.querySelector<HTMLProgressElement>('#part progress') as HTMLProgressElement;
const text = document.querySelector<HTMLElement>('#part-text') as HTMLElement;

/** Has the button give up a text that takes long. */
export function connectPart(stop: () => void): void {
  document.querySelector('#part-stop')?.addEventListener('click', stop);
}

/** Shows how much of a long text is chunked, or that there is none. */
export function showPart(part?: Part): void {
  place.hidden = !part;
  if (!part) return;
  [bar.value, bar.max] = [part.done, part.total];
  text.textContent = say('part.text', { done: megabytes(part.done), total: megabytes(part.total) });
}
