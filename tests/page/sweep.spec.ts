import { readFileSync } from 'node:fs';
import type { Lab } from './fixture';
import { expect, realMegabyte, statisticsOf, strategies, test } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');
async function rows(lab: Lab): Promise<string[][]> {
  return lab.page
    .locator('#sweep tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent?.replace('✓', '').trim() ?? '')),
    );
}

/** What the command says of each strategy and size, as the table shows it. */
function expected(text: string, sizes: number[], share: number): string[][] {
  const n = (value: number) => Math.round(value).toLocaleString('en');
  return strategies.flatMap((strategy) =>
    sizes.map((size) => {
      const found = statisticsOf(text, { strategy, size, overlap: Math.floor(size * share) });
      const { chunks, tokens, over_size, in_paragraph, in_sentence, stranded_headings, cut_blocks } = found;
      const twice = new Intl.NumberFormat('en', { style: 'percent' }).format(found.overlap_tokens / found.total_tokens);
      const counts = [over_size, in_paragraph, in_sentence, stranded_headings, cut_blocks];
      return [strategy, n(size), n(chunks), `≈ ${n(tokens.mean)}`, ...counts.map(n), twice];
    }),
  );
}

async function compute(lab: Lab): Promise<void> {
  await lab.view('Sweep');
  await lab.page.getByRole('button', { name: 'Compute' }).click();
}

for (const [name, text, size] of [
  ['the sample', sample, 100],
  ['a megabyte that others wrote', realMegabyte(), 400],
] as const) {
  test(`${name}: each row has the command's numbers`, async ({ lab }) => {
    await lab.open();
    await lab.paste(text);
    await lab.choose('semantic', size, size / 10);
    await compute(lab);
    await expect.poll(async () => (await rows(lab)).length, { timeout: 20_000 }).toBe(16);
    expect(await rows(lab)).toEqual(expected(text, [size / 2, size, size * 1.5, size * 2], 0.1));
    expect(await lab.nodes()).toBeLessThan(3_000);
    // It changes no chunk: what is copied is what the settings give.
    await lab.view('Cards');
    expect((await lab.records()).length).toBe(statisticsOf(text, { strategy: 'semantic', size, overlap: size / 10 }).chunks);
  });
}

test('the head stays over the rows that are scrolled under it', async ({ lab }) => {
  await lab.page.setViewportSize({ width: 1280, height: 700 });
  await lab.open();
  await compute(lab);
  await expect.poll(async () => (await rows(lab)).length).toBe(16);
  const covered = await lab.page.locator('#sweep .wide').evaluate((wide) => {
    wide.scrollTop = 50;
    return [...wide.querySelectorAll('thead :is(th, td)')].map((cell) => {
      const { left, bottom, width } = cell.getBoundingClientRect();
      const [x, { right }] = [left + width / 2, wide.getBoundingClientRect()];
      return wide.scrollTop > 0 && (x > right || document.elementFromPoint(x, bottom - 10)?.closest('thead') !== null);
    });
  });
  expect(covered).toHaveLength(11);
  expect(covered).not.toContain(false);
});

test('one click on a row makes it the settings', async ({ lab }) => {
  await lab.open();
  await lab.choose('recursive-char', 100, 20);
  await lab.view('Sweep');
  await lab.page.getByRole('spinbutton', { name: 'Size 4', exact: true }).fill('77');
  await lab.page.getByRole('button', { name: 'Compute' }).click();
  await lab.page.getByRole('button', { name: 'Use these settings: paragraph, 77, overlap 15' }).click();
  await expect(lab.page.getByRole('radio', { name: 'paragraph', exact: true })).toBeChecked();
  await expect(lab.number('Chunk size')).toHaveValue('77');
  await expect(lab.number('Overlap')).toHaveValue('15');
  await expect(lab.page.locator('#sweep tr[aria-current=true]')).toHaveText(/^\s*paragraph\s*77/);
  const { chunks } = statisticsOf(sample, { strategy: 'paragraph', size: 77, overlap: 15 });
  await expect(lab.statistics).toContainText(`${chunks} chunks`);
});

test('what tears nothing apart is marked, the model is minded, and other settings make the rows old', async ({ lab }) => {
  await lab.open();
  await lab.page.getByText('More settings').click();
  await lab.page.getByRole('combobox', { name: 'Embedding model' }).selectOption('all-MiniLM-L6-v2');
  await lab.choose('recursive-char', 200, 20);
  await compute(lab);
  await expect.poll(async () => (await rows(lab)).length).toBe(16);
  const table = await rows(lab);
  const marked = await lab.page
    .locator('#sweep tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('.clean') !== null));
  expect(table[0]).toHaveLength(11);
  expect(marked).toEqual(table.map((row) => row.slice(4, 10).every((cell) => cell === '0')));
  expect(marked).toContain(true);
  expect(marked).toContain(false);
  await expect(lab.page.locator('#sweep tr[aria-current=true]')).toHaveCount(1);
  await lab.page.getByLabel('Trim blanks').check();
  await expect(lab.page.getByText('Other settings have changed since')).toBeVisible();
  await expect(lab.page.locator('#sweep tr[aria-current=true]')).toHaveCount(0);
  await expect(lab.page.getByRole('spinbutton', { name: 'Size 1', exact: true })).toHaveValue('100');
});

/** As soon as the first row is there, before the next can come: the Cancel button is pressed, or a text is pasted. */
async function atFirstRow(lab: Lab, act: 'cancel' | 'edit'): Promise<void> {
  await lab.view('Sweep');
  await lab.editor.evaluate((editor, act) => {
    const place = document.querySelector('#sweep') as HTMLElement;
    const observer = new MutationObserver(() => {
      if (!place.querySelector('tbody tr')) return;
      observer.disconnect();
      const cancel = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
      const data = new DataTransfer();
      data.setData('text/plain', 'X');
      if (act === 'cancel') cancel?.click();
      else editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    observer.observe(place, { childList: true, subtree: true });
  }, act);
  await lab.page.getByRole('button', { name: 'Compute' }).click();
  await expect(lab.page.locator('#sweep tbody tr')).not.toHaveCount(0);
  await expect(lab.page.getByRole('button', { name: 'Compute' })).toBeVisible();
  // What runs in the worker is done before this is.
  await lab.json();
}

test('a sweep can be cancelled, and a change of the text ends it', async ({ lab }) => {
  await lab.open();
  await lab.paste(sample);
  await lab.choose('recursive-char', 100, 20);
  await atFirstRow(lab, 'cancel');
  expect((await rows(lab)).length).toBe(1);
  await lab.page.getByRole('button', { name: 'Compute' }).click();
  await expect.poll(async () => (await rows(lab)).length).toBe(16);
  await atFirstRow(lab, 'edit');
  await expect(lab.page.getByText('The document has changed since')).toBeVisible();
  // The one that ran when the text changed is of the old text, too.
  expect((await rows(lab)).length).toBeLessThanOrEqual(2);
});

test('sizes that are none are explained', async ({ lab }) => {
  await lab.open();
  await lab.view('Sweep');
  const size = lab.page.getByRole('spinbutton', { name: 'Size 1', exact: true });
  await size.fill('0');
  await size.press('Tab');
  await expect(size).toHaveAttribute('aria-invalid', 'true');
  await expect(lab.page.getByText('Each size must be a whole number, 1 or more')).toBeVisible();
  await expect(lab.page.getByRole('button', { name: 'Compute' })).toBeDisabled();
});
