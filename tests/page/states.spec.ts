import { readFileSync } from 'node:fs';
import { expect, recordsOf, statisticsOf, test } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');

test('a chunk says that it starts or ends in mid-sentence', async ({ lab }) => {
  await lab.open();
  await lab.paste('One sentence that is much too long for it. Short one.');
  await lab.choose('recursive-char', 6, 0);
  await expect(lab.cards).toHaveCount(3);
  await expect(lab.cards.nth(0)).toContainText('ends in mid-sentence');
  await expect(lab.cards.nth(0)).not.toContainText('starts in mid-sentence');
  await expect(lab.cards.nth(1)).toContainText('starts in mid-sentence');
  await expect(lab.cards.nth(2)).not.toContainText('mid-sentence');
});

test('a chunk says how much overlap it has, and why not all that was asked for', async ({ lab }) => {
  await lab.open();
  await lab.paste(
    '# A\n\nOne two three four five. Six seven eight nine ten.\n\nEleven twelve thirteen fourteen fifteen sixteen and more.\n\n# B\n\nEnd.',
  );
  await lab.choose('semantic', 20, 8);
  await expect(lab.cards.nth(0)).toContainText('overlap 0 of 8: the text begins here');
  await expect(lab.cards.nth(1)).toContainText(/overlap \d of 8: no room beside this text/);
  await expect(lab.cards.nth(2)).toContainText('overlap 0 of 8: new section, no overlap');
  const records = await lab.records();
  for (const [index, { overlap }] of records.entries())
    await expect(lab.cards.nth(index).locator('mark')).toHaveCount(overlap > 0 ? 1 : 0);
  await lab.choose('semantic', 20, 0);
  await expect(lab.cards.nth(0)).not.toContainText('overlap');
});

test('a chunk says that it is tiny, the same as another, or over the size', async ({ lab }) => {
  const long = 'A text that is a good deal longer than those two are, so that it measures more than a tenth of the size.';
  await lab.open();
  await lab.paste(`# A\n\nSame.\n\n# A\n\nsame.\n\n# B\n\n${long}`);
  await lab.choose('semantic', 100, 0);
  await expect(lab.cards.nth(0)).toContainText('tiny');
  await expect(lab.cards.nth(0)).not.toContainText('the same as');
  await expect(lab.cards.nth(1)).toContainText('the same as #1');
  await expect(lab.cards.nth(2)).not.toContainText('tiny');
  await expect(lab.statistics).toContainText('1 duplicate');
  await lab.choose('sentence', 10, 0);
  await expect(lab.cards.last()).toContainText('over the size, kept whole');
});

test('what a document says is no markup in a warning, a flag or a path', async ({ lab }) => {
  await lab.open();
  await lab.paste('# <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\u00A0<b>bold</b>\n');
  await expect(lab.cards.first()).toContainText('<script>');
  await expect(lab.page.locator('.result img, .result script, .result .text b')).toHaveCount(0);
});

test('a badge says whether the chunks join back to the text', async ({ lab }) => {
  await lab.open();
  await expect(lab.statistics).toContainText('chunks join back to the text');
  await lab.choose('sentence', 30, 10);
  await expect(lab.statistics.locator('.badge')).toHaveText('✓ chunks join back to the text');
  const records = await lab.records();
  const joined = records.map(({ text, overlap }) => [...text].slice(overlap).join('')).join('');
  expect(joined).toBe(sample);
  await lab.page.getByText('More settings').click();
  await lab.page.getByRole('checkbox', { name: 'Trim blanks' }).check();
  await expect(lab.statistics.locator('.badge')).toHaveText('✓ chunks join back to the text, all but blanks');
});

test('a number that counts faults leads to one after the other', async ({ lab }) => {
  await lab.open();
  const given = { strategy: 'recursive-char', size: 60, overlap: 0 } as const;
  await lab.choose(given.strategy, given.size, given.overlap);
  const { in_paragraph } = statisticsOf(sample, given);
  expect(in_paragraph).toBeGreaterThan(1);
  const next = lab.statistics.getByRole('button', { name: 'Cuts in paragraphs: go to the next one' });
  const current = async () => Number(await lab.page.locator('.card[aria-current=true]').getAttribute('data-index'));
  await lab.page.locator('.card[tabindex="0"]').focus();
  await lab.page.keyboard.press('Home');
  const found: number[] = [];
  for (let i = 0; i <= in_paragraph; i++) {
    const before = await current();
    await next.click();
    await expect.poll(current).not.toBe(before);
    found.push(await current());
  }
  // Each once, in order, and then the first again.
  expect(found.slice(0, -1)).toEqual([...new Set(found)].sort((a, b) => a - b));
  expect(found.at(-1)).toBe(found[0]);
  const records = recordsOf(sample, given);
  for (const index of found) expect(['sentence', 'line', 'word', 'character']).toContain(records[index - 1]?.cut);
  await lab.view('Sweep');
  await next.click();
  await expect.poll(current).toBe(found[1]);
});
