import { html, nothing, render } from 'lit-html';
import { number, say, sayHowMany, share } from '../messages';
import type { Outcome, Side, Statistics } from '../protocol';
import { speakOnceSettled } from '../spoken';
import { outcomeOf, type State } from '../state';
import { histogram } from './histogram';

const place = document.querySelector<HTMLElement>('#statistics') as HTMLElement;
const length = document.querySelector<HTMLElement>('#length') as HTMLElement;

let drawn: unknown[] = [];

export function showStatistics(state: State): void {
  const outcome = outcomeOf(state);
  if (!outcome) return;
  const { outcomes, side, comparison, limit, overLimit, refusals } = state;
  const shows = [outcomes, side, comparison, limit, overLimit, refusals];
  if (shows.every((part, i) => part === drawn[i])) return;
  drawn = shows;
  const { statistics } = outcome;
  length.textContent = say('document.length', {
    characters: sayHowMany('characters', statistics.source_characters),
    tokens: sayHowMany('tokens', statistics.source_tokens),
  });
  render(
    html`${comparison ? compared(state) : single(outcome, state)}
      ${refusals[side] ? html`<p class="note" data-kind="warned">${stale(outcome)}</p>` : nothing}`,
    place,
  );
  const { chunks, tokens } = statistics;
  speakOnceSettled(
    say('statistics.spoken', {
      chunks: sayHowMany('spoken.chunks', chunks),
      tokens: sayHowMany('tokens', Math.round(tokens.mean)),
    }),
  );
}

interface Figure {
  name: string;
  value: string;
  /** More about the value. */
  details?: string[];
  /** What it means, where the name does not say. */
  about?: string;
  isWarned?: boolean;
}

/** What the chunks measure. */
function sizes({ statistics }: Outcome, side: Side, { limit, overLimit }: State): Figure[] {
  const { tokens, total_tokens, overlap_tokens, new_tokens, over_size, duplicates } = statistics;
  const range = say('statistics.range', { min: number(tokens.min), max: number(tokens.max) });
  const median = say('statistics.median', { n: number(Math.round(tokens.median)) });
  const overLimitHere = overLimit[side] ?? 0;
  return [
    { name: say('statistics.tokens'), value: `≈ ${number(Math.round(tokens.mean))}`, details: [range, median] },
    { name: say('statistics.total'), value: `≈ ${number(total_tokens)}` },
    {
      name: say('statistics.overlap'),
      value: `≈ ${number(overlap_tokens)}`,
      details: [share(total_tokens > 0 ? overlap_tokens / total_tokens : 0)],
      about: say('statistics.overlap.about'),
    },
    { name: say('statistics.new'), value: `≈ ${number(Math.round(new_tokens))}` },
    { name: say('statistics.over'), value: number(over_size), isWarned: over_size > 0 },
    ...(limit === undefined
      ? []
      : [{ name: say('statistics.limit', { limit: number(limit) }), value: number(overLimitHere), isWarned: overLimitHere > 0 }]),
    { name: say('statistics.duplicates'), value: number(duplicates), isWarned: duplicates > 0 },
  ];
}

/** What the cuts tear apart. */
function faults({ in_paragraph, in_sentence, stranded_headings, cut_blocks }: Statistics): (Figure & { short: string })[] {
  const counted = { in_paragraph, in_sentence, stranded_headings, cut_blocks };
  return (Object.entries(counted) as [keyof typeof counted, number][]).map(([key, n]) => ({
    name: say(`faults.${key}`),
    short: say(`sweep.${key}`),
    value: number(n),
    about: say(`faults.about.${key}`),
    isWarned: n > 0,
  }));
}

function single(outcome: Outcome, state: State) {
  const { statistics } = outcome;
  const { chunks, source_tokens, joined, over_size } = statistics;
  const source = { name: say('statistics.source'), value: `≈ ${number(source_tokens)}` };
  const [mean, ...others] = sizes(outcome, state.side, state);
  return html`
    <div class="overview">
      <ul class="figures" role="list">
        <li class="first"><b>${number(chunks)}</b> ${sayHowMany('statistics.chunks', chunks)}</li>
        ${[...(mean ? [mean] : []), source, ...others].map(item)}
        ${chunks > 0 ? badge(joined) : nothing}
      </ul>
      ${chunks > 0 ? histogram(outcome, state.limit) : nothing}
    </div>
    ${chunks > 1 ? reasons(statistics) : nothing}
    ${over_size > 0 ? html`<p class="note" data-kind="warned">${sayHowMany('oversize.note', over_size)}</p>` : nothing}`;
}

function item({ value, name, details, about, isWarned }: Figure) {
  return html`<li class=${isWarned ? 'warned' : ''} title=${about ?? nothing}><b>${value}</b> ${name}${details && ` (${details.join(', ')})`}</li>`;
}

/** Why the chunks end where they do, and what that tears apart. */
function reasons(statistics: Statistics) {
  return html`<ul class="figures cuts" role="list" aria-label=${say('faults.label')}>
    ${faults(statistics).map(({ name, value, about, isWarned }) => html`<li class=${isWarned ? 'warned' : ''} title=${about ?? nothing}>${name} <b>${value}</b></li>`)}
    <li>${say('statistics.cuts')} ${statistics.cuts.map(({ cut, count }) => html`<span class="reason" title=${say(`cut.about.${cut}`)}>${cut} <b>${number(count)}</b></span> `)}</li>
  </ul>`;
}

function badge(joined: Statistics['joined']) {
  return html`<li class="badge" data-joined=${joined} title=${say('joined.about')}>${say(`joined.${joined}`)}</li>`;
}

/** The numbers of both sides, one below the other. */
function compared(state: State) {
  const { outcomes, comparison, side } = state;
  const rows = (['A', 'B'] as const).flatMap((name) => {
    const outcome = outcomes[name];
    if (!outcome) return [];
    const { statistics } = outcome;
    const figures: Figure[] = [
      { name: say('chunks.label'), value: number(statistics.chunks) },
      ...sizes(outcome, name, state),
      ...faults(statistics).map((figure) => ({ ...figure, name: figure.short })),
    ];
    return [{ name, outcome, figures }];
  });
  return html`
    <div class="wide" tabindex="0" role="group" aria-label=${say('compare.caption')}><table class="numbers">
      <caption class="hidden">${say('compare.caption')}</caption>
      <thead><tr><td></td>${rows[0]?.figures.map(({ name, about }) => html`<th scope="col" title=${about ?? nothing}>${name}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ({ name, outcome, figures }) => html`<tr aria-current=${name === side ? 'true' : nothing}>
          <th scope="row" title=${settingsLine(outcome)}><b>${name}</b></th>
          ${figures.map(({ value, details, isWarned }) => html`<td class=${isWarned ? 'warned' : ''}>${value}${details?.map((detail) => html`<small>${detail}</small>`)}</td>`)}
        </tr>`,
      )}</tbody>
    </table></div>
    <ul class="sides" role="list">
      <li>${say('compare.cuts', {
        shared: sayHowMany('compare.shared', comparison?.shared ?? 0),
        a: number(comparison?.only_a ?? 0),
        b: number(comparison?.only_b ?? 0),
      })}</li>
      ${rows.map(({ name, outcome }) => html`<li><b>${name}</b> ${settingsLine(outcome)} <span title=${say('joined.about')}>${outcome.statistics.joined === 'broken' ? say('joined.broken') : say('compare.joined')}</span></li>`)}
    </ul>`;
}

function settingsLine({ settings: { strategy, size, overlap } }: Outcome): string {
  return say('compare.settings', { strategy, size: number(size), overlap: number(overlap) });
}

function stale({ settings: { strategy, size, overlap } }: Outcome): string {
  return say('stale.note', { strategy, size: number(size), overlap: number(overlap) });
}
