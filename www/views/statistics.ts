import { html, nothing, render, svg } from 'lit-html';
import { number, say, sayHowMany } from '../messages';
import type { Statistics } from '../protocol';
import type { State } from '../state';

const place = document.querySelector<HTMLElement>('#statistics') as HTMLElement;
const spoken = document.querySelector<HTMLElement>('#spoken') as HTMLElement;
const length = document.querySelector<HTMLElement>('#length') as HTMLElement;

/** How long numbers stay before they are spoken, in milliseconds: not while somebody types. */
const settled = 700;
let timer = 0;

export function showStatistics(state: State): void {
  const statistics = state.result?.statistics;
  if (!statistics) return;
  length.textContent = say('document.length', {
    characters: sayHowMany('characters', statistics.source_characters),
    tokens: sayHowMany('tokens', statistics.source_tokens),
  });
  render(numbers(statistics, state), place);
  speak(statistics);
}

function numbers(statistics: Statistics, state: State) {
  const { chunks, tokens, source_tokens, total_tokens, overlap_tokens, new_tokens, joined, over_size, duplicates } = statistics;
  const range = say('statistics.range', {
    min: number(tokens.min),
    max: number(tokens.max),
    median: number(Math.round(tokens.median)),
  });
  return html`
    <ul class="figures">
      ${figure(number(chunks), sayHowMany('statistics.chunks', chunks), 'first')}
      ${figure(`≈ ${number(Math.round(tokens.mean))}`, `${say('statistics.tokens')} (${range})`)}
      ${figure(`≈ ${number(source_tokens)}`, say('statistics.source'))}
      ${figure(`≈ ${number(total_tokens)}`, say('statistics.total'))}
      ${figure(`≈ ${number(overlap_tokens)}`, say('statistics.overlap'))}
      ${figure(`≈ ${number(Math.round(new_tokens))}`, say('statistics.new'))}
      ${figure(number(over_size), say('statistics.over'), over_size > 0 ? 'warned' : '')}
      ${figure(number(duplicates), say('statistics.duplicates'), duplicates > 0 ? 'warned' : '')}
      ${chunks > 0 ? html`<li class="badge" data-joined=${joined} title=${say('joined.about')}>${say(`joined.${joined}`)}</li>` : nothing}
    </ul>
    ${chunks > 0 ? histogram(statistics, state) : nothing}
    ${over_size > 0 ? html`<p class="note" data-kind="warned">${sayHowMany('oversize.note', over_size)}</p>` : nothing}
    ${state.refusal ? html`<p class="note" data-kind="warned">${stale(state)}</p>` : nothing}`;
}

function figure(value: string, name: string, kind = '') {
  return html`<li class=${kind}><b>${value}</b> ${name}</li>`;
}

/** Bars as tall as the most frequent size allows; read out as one sentence. */
function histogram({ histogram }: Statistics, state: State) {
  const most = Math.max(1, ...histogram.map((bin) => bin.count));
  const width = 100 / histogram.length;
  const size = state.result?.settings.size ?? 0;
  const bins = histogram.filter((bin) => bin.count > 0);
  const label = say('statistics.histogram', {
    unit: say(state.result?.settings.unit === 'characters' ? 'unit.characters' : 'unit.tokens'),
    bins: bins
      .map((bin) => say('statistics.bin', { from: number(bin.from), to: number(bin.to), n: number(bin.count) }))
      .join('; '),
  });
  return html`<svg class="histogram" role="img" aria-label=${label} viewBox="0 0 100 24" preserveAspectRatio="none">
    ${histogram.map(({ from, count }, i) => {
      const height = count === 0 ? 0 : Math.max(1, (count / most) * 24);
      return svg`<rect class=${from > size ? 'over' : ''} x=${i * width + 0.4} y=${24 - height} width=${width - 0.8} height=${height}></rect>`;
    })}
  </svg>`;
}

function stale(state: State): string {
  const { strategy, size, overlap } = state.result?.settings ?? { strategy: '', size: 0, overlap: 0 };
  return say('stale.note', { strategy, size: number(size), overlap: number(overlap) });
}

function speak({ chunks, tokens }: Statistics): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const text = say('statistics.spoken', {
      chunks: sayHowMany('spoken.chunks', chunks),
      tokens: sayHowMany('tokens', Math.round(tokens.mean)),
    });
    if (spoken.textContent !== text) spoken.textContent = text;
  }, settled);
}
