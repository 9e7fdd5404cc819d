import { html, nothing, svg } from 'lit-html';
import { number, say } from '../messages';
import type { Outcome, Statistics } from '../protocol';

/** Height of the bars, in the units of the drawing, which is 100 wide. */
const height = 24;

/** How many chunks measure how much, with lines for the size and the model's limit; for screen readers a table. */
export function histogram({ statistics, settings: { size, unit } }: Outcome, limit: number | undefined) {
  const bins = statistics.histogram;
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const width = 100 / bins.length;
  // A model's limit is in tokens.
  const limitAt = unit === 'tokens' && limit !== undefined ? placeOf(limit, bins) : undefined;
  const sizeAt = placeOf(size, bins) ?? 100;
  return html`
    <div class="histogram">
      <svg viewBox="0 0 100 ${height}" preserveAspectRatio="none" aria-hidden="true">
        ${bins.map(({ from, to, count }, i) => {
          const tall = count === 0 ? 0 : Math.max(1, (count / most) * height);
          return svg`<rect class=${from > size ? 'over' : ''} x=${i * width + 0.3} y=${height - tall} width=${width - 0.6} height=${tall}><title>${bin(from, to, count)}</title></rect>`;
        })}
        ${svg`<line class="budget" x1=${sizeAt} x2=${sizeAt} y1="0" y2=${height}></line>`}
        ${limitAt === undefined ? nothing : svg`<line class="limit" x1=${limitAt} x2=${limitAt} y1="0" y2=${height}></line>`}
      </svg>
      <p class="axis" aria-hidden="true">
        <span class="budget">${say('histogram.size', { n: number(size) })}</span>
        ${limitAt === undefined ? nothing : html`<span class="limit">${say('histogram.limit', { n: number(limit ?? 0) })}</span>`}
        ${unit === 'tokens' && limit !== undefined && limitAt === undefined ? html`<span>${say('histogram.beyond', { n: number(limit) })}</span>` : nothing}
      </p>
      <table class="hidden">
        <caption>${say('histogram.caption', { unit: say(`unit.name.${unit}`), size: number(size) })}</caption>
        <tr><th scope="col">${say(`unit.name.${unit}`)}</th><th scope="col">${say('chunks.label')}</th></tr>
        ${bins.map(({ from, to, count }) => html`<tr><th scope="row">${`${number(from)}–${number(to)}`}</th><td>${number(count)}</td></tr>`)}
      </table>
    </div>`;
}

function bin(from: number, to: number, n: number): string {
  return say('histogram.bin', { from: number(from), to: number(to), n: number(n) });
}

/** Where on the axis a measure stands, of 100; undefined beyond the last bar. */
function placeOf(measure: number, bins: Statistics['histogram']): number | undefined {
  const i = bins.findIndex(({ to }) => measure <= to);
  const found = bins[i];
  if (!found) return undefined;
  return ((i + (measure - found.from + 1) / (found.to - found.from + 1)) / bins.length) * 100;
}
