import { readFileSync } from 'node:fs';
import type { Lab } from './fixture';
import { expect, type Given, realMegabyte, recordsOf, statisticsOf, test } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');

const a: Given = { strategy: 'recursive-char', size: 120, overlap: 15 };
const b: Given = { strategy: 'semantic', size: 90, overlap: 0 };

/** Where a text is cut: the first characters of the bodies that are no blanks, but that of the first body. */
function cutsOf(text: string, given: Given): number[] {
  const solid = (at: number) => at + text.slice(at).search(/[^\s\u0085]|\uFEFF|$/);
  return recordsOf(text, given)
    .map(({ start, overlap }) => solid(start + overlap))
    .slice(1);
}

/** Cuts of both, and of one only. */
function counted(text: string, a: Given, b: Given) {
  const [ofA, ofB] = [cutsOf(text, a), cutsOf(text, b)];
  const [inA, inB] = [new Set(ofA), new Set(ofB)];
  return {
    shared: ofA.filter((cut) => inB.has(cut)),
    onlyA: ofA.filter((cut) => !inB.has(cut)),
    onlyB: ofB.filter((cut) => !inA.has(cut)),
  };
}

async function compare(lab: Lab): Promise<void> {
  await lab.choose(a.strategy, a.size, a.overlap);
  await lab.page.getByRole('button', { name: 'Compare with a second set' }).click();
  await expect(lab.side('B')).toBeChecked();
  await lab.choose(b.strategy, b.size, b.overlap);
}

async function expectCounts(lab: Lab, text: string, a: Given, b: Given): Promise<void> {
  const { shared, onlyA, onlyB } = counted(text, a, b);
  const n = (cuts: number[]) => cuts.length.toLocaleString('en');
  await expect(lab.statistics).toContainText(`${n(shared)} cuts in both, ${n(onlyA)} only in A, ${n(onlyB)} only in B.`);
}

/** The numbers of a side in the table, by the names of their columns. */
async function numbers(lab: Lab, side: 'A' | 'B'): Promise<Record<string, string>> {
  return lab.statistics.locator('table').evaluate((table, side) => {
    const text = (cell: Element) => cell.textContent?.trim() ?? '';
    const names = [...table.querySelectorAll('thead th')].map(text);
    const row = [...table.querySelectorAll('tbody tr')].find((row) => text(row.children[0] as Element) === side);
    const values = [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim() ?? '');
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
  }, side);
}

for (const [name, text] of [
  ['the sample', sample],
  ['a megabyte that others wrote', realMegabyte()],
] as const) {
  test(`${name}: both sets have the command's numbers, and the cuts they share are those of the command`, async ({ lab }) => {
    await lab.open();
    await lab.paste(text);
    await compare(lab);
    await expectCounts(lab, text, a, b);
    for (const [side, given] of [
      ['A', a],
      ['B', b],
    ] as const) {
      const statistics = statisticsOf(text, given);
      const n = (value: number) => Math.round(value).toLocaleString('en');
      await expect.poll(() => numbers(lab, side).then((row) => row.Chunks)).toBe(n(statistics.chunks));
      const row = await numbers(lab, side);
      expect(row['tokens a chunk']).toContain(`≈ ${n(statistics.tokens.mean)}`);
      expect(row['in all chunks']).toBe(`≈ ${n(statistics.total_tokens)}`);
      expect(row['paid twice']).toContain(`≈ ${n(statistics.overlap_tokens)}`);
      expect(row['Over size']).toBe(n(statistics.over_size));
      expect(row.duplicates ?? '0').toBe(n(statistics.duplicates));
      expect(row['Cuts in paragraphs']).toBe(n(statistics.in_paragraph));
      expect(row['Cuts in sentences']).toBe(n(statistics.in_sentence));
      expect(row['Stranded headings']).toBe(n(statistics.stranded_headings));
      expect(row['Tables, code cut']).toBe(n(statistics.cut_blocks));
      expect(row['Overlaps in mid-sentence']).toBe(n(statistics.overlaps_in_sentence));
    }
    expect(await lab.nodes()).toBeLessThan(3_000);
  });
}

test('the painted document marks which cuts both have, and which one only', async ({ lab }) => {
  await lab.page.setViewportSize({ width: 1280, height: 2600 });
  await lab.open();
  await lab.paste(sample);
  await compare(lab);
  await lab.view('Painted');
  const { shared, onlyA, onlyB } = counted(sample, a, b);
  await expectCounts(lab, sample, a, b);
  // A cut at the end of a line has no character of its line to stand at.
  const visible = (cuts: number[]) => cuts.filter((cut) => sample[cut] !== '\n').length;
  await expect(lab.page.locator('#painted .cm-cut.cm-only')).toHaveCount(visible(onlyB));
  await expect(lab.page.locator('#painted .cm-cut:not(.cm-only)')).toHaveCount(visible(shared));
  await expect(lab.page.locator('#painted .cm-other')).toHaveCount(visible(onlyA));
  await lab.side('A').check();
  await expect(lab.page.locator('#painted .cm-cut.cm-only')).toHaveCount(visible(onlyA));
  await expect(lab.page.locator('#painted .cm-other')).toHaveCount(visible(onlyB));
  const marked = (await lab.notes()).filter((note) => / [AB]( |$)/.test(note) || /^[AB] /.test(note));
  expect(marked.length).toBeGreaterThan(0);
});

test('keys step through the differences', async ({ lab }) => {
  await lab.open();
  await lab.paste(sample);
  await compare(lab);
  await expectCounts(lab, sample, a, b);
  await lab.view('Painted');
  const { onlyA, onlyB } = counted(sample, a, b);
  const differences = [...onlyA.map((at) => ({ at, side: 'A' })), ...onlyB.map((at) => ({ at, side: 'B' }))].sort(
    (x, y) => x.at - y.at,
  );
  expect(differences.length).toBeGreaterThan(3);
  const painted = lab.page.getByRole('textbox', { name: 'Painted document' });
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+Home');
  await painted.focus();
  await expect(lab.page.locator('#strip')).toContainText('#');
  for (const [i, { side }] of differences.entries()) {
    await lab.page.keyboard.press('Alt+Shift+ArrowDown');
    const told = new RegExp(`^Difference ${i + 1} of ${differences.length}: cut only in ${side} \\(\\w+\\)$`);
    await expect(lab.page.locator('#spoken')).toHaveText(told);
    await expect(lab.page.locator('#strip .difference')).toHaveText(told);
  }
  await lab.page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(lab.page.locator('#spoken')).toHaveText('There is no other difference that way.');
  await lab.page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(lab.page.locator('#spoken')).toHaveText(new RegExp(`^Difference ${differences.length - 1} of`));
});

test('sets are swapped, copied, and one is kept', async ({ lab }) => {
  await lab.open();
  await lab.paste(sample);
  await compare(lab);
  await lab.page.getByRole('button', { name: 'Swap A and B' }).click();
  await expectCounts(lab, sample, b, a);
  await expect(lab.number('Chunk size')).toHaveValue('120');
  expect((await lab.records()).length).toBe(recordsOf(sample, a).length);
  await lab.side('A').check();
  await expect(lab.number('Chunk size')).toHaveValue('90');
  expect((await lab.records()).length).toBe(recordsOf(sample, b).length);
  await lab.page.getByRole('button', { name: 'Copy A to B' }).click();
  await expectCounts(lab, sample, b, b);
  await lab.side('B').check();
  await lab.choose('sentence', 50, 5);
  await lab.page.getByRole('button', { name: 'Keep only this set' }).click();
  await expect(lab.page.getByRole('radiogroup', { name: 'Set of settings shown' })).toBeHidden();
  await expect(lab.number('Chunk size')).toHaveValue('50');
  await expect(lab.statistics).toContainText(
    `${recordsOf(sample, { strategy: 'sentence', size: 50, overlap: 5 }).length} chunks`,
  );
});

test('a set that is not allowed is explained, and the other one goes on', async ({ lab }) => {
  await lab.open();
  await lab.paste(sample);
  await compare(lab);
  await lab.number('Overlap').fill('200');
  await expect(lab.page.getByText('200 is too much')).toBeVisible();
  await expect(lab.statistics).toContainText('These are the chunks of the last settings that were allowed');
  await lab.side('A').check();
  await expect(lab.page.getByText('200 is too much')).toBeHidden();
  await expect(lab.number('Overlap')).toHaveValue('15');
  await expectCounts(lab, sample, a, b);
});

test('both sets follow the text as it is typed', async ({ lab }) => {
  await lab.open();
  await lab.paste(sample);
  await compare(lab);
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+Home');
  await lab.page.keyboard.type('New words here. ');
  await expectCounts(lab, `New words here. ${sample}`, a, b);
});

test('a link with the same two sets, followed while they are compared, shows the numbers of each', async ({ lab, page }) => {
  const link = 'size=20&overlap=2&b.size=100&b.overlap=10';
  await page.goto(`#${link}`);
  await expect(lab.cards.first()).toBeVisible();
  await lab.side('B').check();
  await expect(lab.cards.first()).toContainText('of 100 tokens');
  const numbers = await lab.statistics.textContent();
  await page.evaluate((link) => {
    location.hash = `${link}&lang=en`;
  }, link);
  await lab.side('A').check();
  await expect(lab.cards.first()).toContainText('of 20 tokens');
  await lab.side('B').check();
  await expect(lab.cards.first()).toContainText('of 100 tokens');
  await expect.poll(() => lab.statistics.textContent()).toBe(numbers);
});
