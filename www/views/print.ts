import type { Text } from '@codemirror/state';
import { html, nothing, render } from 'lit-html';
import { number, say } from '../messages';
import { cutNames, outcomeOf, type State } from '../state';
import { settingsLine } from './statistics';

const place = document.querySelector<HTMLElement>('#print') as HTMLElement;
/** More chunks than this are no reading for people. */
const most = 3_000;

/** Puts all chunks on paper, one below the other: the list on the screen holds only those in view. */
export function connectPrinting(shown: () => { state: State; text: Text; name: string }): void {
  window.addEventListener('beforeprint', () => {
    const { state, text, name } = shown();
    render(list(state, text, name), place);
  });
  window.addEventListener('afterprint', () => render(nothing, place));
}

function list(state: State, text: Text, name: string) {
  const outcome = outcomeOf(state);
  if (!outcome) return nothing;
  const { columns } = outcome;
  const count = columns.start.length;
  return html`
    <h2>${name ? `${name} · ` : ''}${settingsLine(outcome.settings)}</h2>
    ${count > most ? html`<p>${say('print.first', { shown: number(most), n: number(count) })}</p>` : nothing}
    ${Array.from(columns.start.subarray(0, most), (start, i) => {
      const [body = 0, end = 0, cut = 0] = [columns.body[i], columns.end[i], columns.cut[i]];
      return html`<article>
        <h3>${`#${number(i + 1)}`} <small>${say(`cut.${cutNames[cut] ?? 'end'}`)}</small></h3>
        <p class="text" dir="auto">${body > start ? html`<mark>${text.sliceString(start, body)}</mark>` : nothing}${text.sliceString(body, end)}</p>
      </article>`;
    })}`;
}
