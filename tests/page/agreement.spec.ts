import { readFileSync } from 'node:fs';
import messages from '../../www/locales/en.json' with { type: 'json' };
import { commanded, expect, type Given, realMegabyte, recordsOf, statisticsOf, test, warningsOf } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');
const n = (value: number) => Math.round(value).toLocaleString('en');
const say = (key: string) => (messages as Record<string, string>)[key] ?? '';

/** What the page shows is what the command prints, for a text of ours and for one that others wrote. */
for (const [name, text] of [
  ['the sample', `${sample}\nOdd\u00A0blank. \u200B\r\nMixed line ends.`],
  ['a megabyte that others wrote', realMegabyte()],
] as const) {
  for (const given of [
    { strategy: 'recursive-char', size: 150, overlap: 20 },
    { strategy: 'sentence', size: 40, overlap: 12 },
    { strategy: 'semantic', size: 90, overlap: 15 },
  ] satisfies Given[]) {
    test(`${name}, ${given.strategy}: the numbers are the command's`, async ({ lab }) => {
      await lab.open();
      await lab.paste(text);
      await lab.choose(given.strategy, given.size, given.overlap);
      const found = statisticsOf(text, given);
      const twice = new Intl.NumberFormat('en', { style: 'percent' }).format(found.overlap_tokens / found.total_tokens);
      const { statistics: shown } = lab;
      await expect(shown).toContainText(`${n(found.chunks)} chunks`);
      const lines = [
        `≈ ${n(found.tokens.mean)} tokens a chunk (${n(found.tokens.min)}–${n(found.tokens.max)}, median ${n(found.tokens.median)})`,
        `≈ ${n(found.source_tokens)} in the document`,
        `≈ ${n(found.total_tokens)} in all chunks`,
        `≈ ${n(found.overlap_tokens)} paid twice (${twice} of all, on average ${n(found.overlap_tokens / (found.chunks - 1))} of ${given.overlap} asked)`,
        `≈ ${n(found.new_tokens)} new in each`,
        `${n(found.over_size)} over the size`,
        `${n(found.duplicates)} duplicates`,
        `Cuts in paragraphs ${n(found.in_paragraph)}`,
        `Cuts in sentences ${n(found.in_sentence)}`,
        `Stranded headings ${n(found.stranded_headings)}`,
        `Tables, code cut ${n(found.cut_blocks)}`,
        `Overlaps in mid-sentence ${n(found.overlaps_in_sentence)}`,
      ];
      for (const line of lines) await expect(shown).toContainText(line);
      const records = recordsOf(text, given);
      expect(found.chunks).toBe(records.length);
      for (const { cut, count } of found.cuts) {
        expect(count).toBe(records.filter((record) => record.cut === cut).length);
        await expect(shown).toContainText(`${cut} ${n(count)}`);
      }
      const table = await shown
        .locator('.histogram tr')
        .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)));
      expect(table).toEqual(found.histogram.map(({ from, to, count }) => [`${n(from)}–${n(to)}`, n(count)]));
    });
  }

  test(`${name}: cards show the command's records, and the document its warnings`, async ({ lab }) => {
    const given = { strategy: 'recursive-char', size: 150, overlap: 20 } as const;
    await lab.open();
    await lab.paste(text);
    await lab.choose(given.strategy, given.size, given.overlap);
    const records = JSON.parse(commanded(text, '--size', '150', '--overlap', '20')) as ReturnType<typeof recordsOf>;
    await expect(lab.statistics).toContainText(`${n(records.length)} chunks`);
    await lab.page.locator('.card[tabindex="0"]').focus();
    for (const key of ['Home', 'PageDown', 'End']) {
      await lab.page.keyboard.press(key);
      await expect.poll(() => lab.page.locator('.card .text').count()).toBeGreaterThan(1);
      const cards = await lab.cards.evaluateAll((cards) =>
        cards
          .filter((card) => card.querySelector('.text'))
          .map((card) => ({
            index: Number(card.getAttribute('data-index')),
            size: card.querySelector('.size')?.textContent,
            place: card.querySelector('.place')?.textContent,
            cut: card.querySelector('.cut')?.textContent,
            path: card.querySelector('.path')?.textContent ?? '',
            copied: card.querySelector('mark')?.lastChild?.textContent ?? '',
          })),
      );
      for (const { index, size, place, cut, path, copied } of cards) {
        const record = records[index] as (typeof records)[number];
        expect(size).toBe(`≈ ${n(record.tokens)} of 150 tokens`);
        expect(place).toContain(`${n(record.start)}–${n(record.end)} (characters) · line ${n(record.line)}`);
        expect(cut).toBe(say(`cut.${record.cut}`));
        expect(path).toBe(record.headings.join(' › '));
        expect([...copied].length).toBe(record.overlap);
      }
    }
    const { odd, isProse } = warningsOf(text);
    for (const { count, kind } of odd) {
      const line = say(`odd.${kind}.${count === 1 ? 'one' : 'other'}`).replace('{n}', n(count));
      await expect(lab.warnings).toContainText(line);
    }
    await expect(lab.warnings.locator('strong')).toHaveCount(odd.length + (isProse ? 0 : 1));
  });
}

test('nothing has no numbers and no views, and the way on is shown', async ({ lab }) => {
  await lab.open();
  await lab.page.getByRole('button', { name: 'Clear' }).click();
  for (const view of ['Cards', 'Painted', 'Sweep'] as const) {
    await lab.view(view);
    await expect(lab.page.getByText('No text, so there are no chunks.')).toBeVisible();
    await expect(lab.page.locator('#scroller, #painted-panel, #sweep')).toHaveCount(3);
    for (const panel of ['#scroller', '#painted-panel', '#sweep']) await expect(lab.page.locator(panel)).toBeHidden();
  }
});
