import { html, nothing, render } from 'lit-html';
import { formOf, number, say, sayHowMany, share } from '../messages';
import type { Outcome, Side, Sought, Statistics } from '../protocol';
import { speakOnceSettled } from '../spoken';
import { outcomeOf, type State } from '../state';
import { histogram } from './histogram';

const place = document.querySelector<HTMLElement>('#statistics') as HTMLElement;
const length = document.querySelector<HTMLElement>('#length') as HTMLElement;

let drawn: unknown[] = [];

export function showStatistics(state: State): void {
  const outcome = outcomeOf(state);
  // The numbers of a part are none of the text.
  place.setAttribute('aria-busy', String(state.part !== undefined));
  if (!outcome || state.part) return;
  const { language, outcomes, side, comparison, limit, overLimit, refusals } = state;
  const shows = [language, outcomes, side, comparison, limit, overLimit, refusals];
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

let seek: (sought: Sought) => void = () => {};

/** Has numbers lead to the chunks that they count. */
export function connectStatistics(seeks: typeof seek): void {
  seek = seeks;
}

interface Figure {
  name: string;
  /** The name at the head of a narrow column. */
  short?: string;
  /** Left out of a table where there is none of it. */
  isMinor?: boolean;
  value: string;
  /** More about the value. */
  details?: string[];
  /** What it means, where the name does not say. */
  about?: string;
  /** What there should be none of, and where it is. */
  sought?: Sought;
}

/** What the chunks measure. */
function sizes({ statistics, settings }: Outcome, side: Side, { limit, overLimit }: State): Figure[] {
  const { chunks, tokens, total_tokens, overlap_tokens, new_tokens, prefix_tokens, over_size, duplicates } = statistics;
  const twice = [say('statistics.share', { share: share(total_tokens > 0 ? overlap_tokens / total_tokens : 0) })];
  if (chunks > 1 && settings.unit === 'tokens' && settings.overlap > 0)
    twice.push(
      say('statistics.asked', { got: number(Math.round(overlap_tokens / (chunks - 1))), asked: number(settings.overlap) }),
    );
  return [
    {
      name: say('statistics.tokens'),
      value: `≈ ${number(Math.round(tokens.mean))}`,
      details: [
        say('statistics.range', { min: number(tokens.min), max: number(tokens.max) }),
        say('statistics.median', { n: number(Math.round(tokens.median)) }),
      ],
    },
    { name: say('statistics.total'), value: `≈ ${number(total_tokens)}`, about: say('statistics.total.about') },
    {
      name: say('statistics.overlap'),
      value: `≈ ${number(overlap_tokens)}`,
      details: twice,
      about: say('statistics.overlap.about'),
    },
    {
      name: say('statistics.new'),
      value: `≈ ${number(Math.round(new_tokens))}`,
      about: say('statistics.new.about'),
      isMinor: true,
    },
    ...(prefix_tokens > 0
      ? [{ name: say('statistics.prefix'), value: `≈ ${number(prefix_tokens)}`, about: say('statistics.prefix.about') }]
      : []),
    { name: say('statistics.over'), short: say('faults.over_size'), value: number(over_size), sought: 'over_size' },
    ...(limit === undefined
      ? []
      : [
          {
            name: say('statistics.limit', { limit: number(limit) }),
            short: say('sweep.over_limit'),
            value: number(overLimit[side] ?? 0),
            sought: 'over_limit' as const,
          },
        ]),
    {
      name: say(formOf('statistics.duplicates', duplicates)),
      short: say('statistics.duplicates.other'),
      value: number(duplicates),
      about: say('statistics.duplicates.about'),
      sought: 'duplicates',
      isMinor: true,
    },
  ];
}

const faultNames = ['in_paragraph', 'in_sentence', 'stranded_headings', 'cut_blocks', 'overlaps_in_sentence'] as const;

/** What the cuts tear apart. */
function faults(statistics: Statistics): Figure[] {
  return faultNames.map((sought) => ({
    name: say(`faults.${sought}`),
    value: number(statistics[sought]),
    about: say(`faults.about.${sought}`),
    sought,
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
        <li class="first"><b>${number(chunks)}</b> ${say(formOf('statistics.chunks', chunks))}</li>
        ${[...(mean ? [mean] : []), source, ...others].map(item)}
        ${chunks > 0 ? badge(joined) : nothing}
      </ul>
      ${chunks > 0 ? histogram(outcome, state.limit) : nothing}
    </div>
    ${chunks > 1 ? reasons(statistics) : nothing}
    ${over_size > 0 ? html`<p class="note" data-kind="warned">${sayHowMany('oversize.note', over_size)}</p>` : nothing}`;
}

function item({ value, name, details, about, sought }: Figure) {
  return html`<li class=${isFault(value, sought) ? 'warned' : ''} title=${about ?? nothing}>${counted(value, name, sought)} ${name}${details && ` (${details.join(', ')})`}</li>`;
}

/** A number; where it counts faults, it leads to one after the other. */
function counted(value: string, name: string, sought: Sought | undefined) {
  return isFault(value, sought)
    ? html`<button type="button" class="count" aria-label=${say('faults.next', { n: value, name })} @click=${() => sought && seek(sought)}>${value}</button>`
    : html`<b>${value}</b>`;
}

function isFault(value: string, sought: Sought | undefined): boolean {
  return sought !== undefined && value !== number(0);
}

/** Why the chunks end where they do, and what that tears apart. */
function reasons(statistics: Statistics) {
  return html`<ul class="figures cuts" role="list" aria-label=${say('faults.label')}>
    ${faults(statistics).map(({ name, value, about, sought }) => html`<li class=${isFault(value, sought) ? 'warned' : ''} title=${about ?? nothing}>${name} ${counted(value, name, sought)}</li>`)}
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
      ...faults(statistics),
    ];
    return [{ name, outcome, figures }];
  });
  const columns = rows[0]?.figures.map(({ name, short, about }) => ({ name: short ?? name, about })) ?? [];
  const isShown = (_: unknown, i: number) =>
    rows.some(({ figures }) => !figures[i]?.isMinor || isFault(figures[i].value, figures[i].sought));
  return html`
    <div class="wide" tabindex="0" role="group" aria-label=${say('compare.caption')}><table class="numbers">
      <caption class="hidden">${say('compare.caption')}</caption>
      <thead><tr><td></td>${columns.filter(isShown).map(({ name, about }) => html`<th scope="col" title=${about ?? nothing}>${name}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ({ name, outcome, figures }) => html`<tr aria-current=${name === side ? 'true' : nothing}>
          <th scope="row" title=${settingsLine(outcome.settings)}><b>${name}</b></th>
          ${figures.filter(isShown).map(({ value, details, sought }) => html`<td class=${isFault(value, sought) ? 'warned' : ''}>${value}${details?.[0] ? html`<small>${details[0]}</small>` : nothing}</td>`)}
        </tr>`,
      )}</tbody>
    </table></div>
    <ul class="sides" role="list">
      <li>${say('compare.cuts', {
        shared: sayHowMany('compare.shared', comparison?.shared ?? 0),
        a: number(comparison?.only_a ?? 0),
        b: number(comparison?.only_b ?? 0),
      })}</li>
      ${rows.map(({ name, outcome }) => html`<li><b>${name}</b> ${settingsLine(outcome.settings)} <span title=${say('joined.about')}>${outcome.statistics.joined === 'broken' ? say('joined.broken') : say('compare.joined')}</span></li>`)}
    </ul>`;
}

/** What chunks are made with, in short. */
export function settingsLine({ strategy, size, overlap }: { strategy: string; size: number; overlap: number }): string {
  return say('compare.settings', { strategy, size: number(size), overlap: number(overlap) });
}

function stale({ settings: { strategy, size, overlap } }: Outcome): string {
  return say('stale.note', { strategy, size: number(size), overlap: number(overlap) });
}
