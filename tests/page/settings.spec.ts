import { expect, test, thousandWords } from './fixture';

test('an invalid value is explained at its field, not changed, and the last result stays', async ({ lab }) => {
  await lab.open();
  await lab.paste(thousandWords);
  await lab.choose('recursive-char', 100, 20);
  const before = await lab.json();
  const wrong: ['Chunk size' | 'Overlap', string, string][] = [
    ['Overlap', '100', '100 is too much: the overlap must be less than the size, 100.'],
    ['Overlap', '', 'An empty field will not do: a whole number, 0 or more.'],
    ['Overlap', '-1', '-1 will not do: a whole number, 0 or more.'],
    ['Chunk size', '12.5', '12.5 will not do: a whole number, 1 or more.'],
    ['Chunk size', '0', '0 will not do: a whole number, 1 or more.'],
  ];
  for (const [name, value, message] of wrong) {
    await lab.number(name).fill(value);
    await expect(lab.number(name)).toHaveAttribute('aria-invalid', 'true');
    await expect(lab.page.getByText(message)).toBeVisible();
    await expect(lab.number(name)).toHaveValue(value);
    await expect(lab.statistics).toContainText('the last settings that were allowed: recursive-char, 100, 20');
    expect(await lab.json()).toBe(before);
    await lab.number(name).fill(name === 'Overlap' ? '20' : '100');
    await expect(lab.number(name)).toHaveAttribute('aria-invalid', 'false');
  }
});

test('numbers are compared as numbers (S01)', async ({ lab }) => {
  await lab.open();
  await lab.number('Chunk size').fill('1000');
  await lab.number('Overlap').fill('200');
  await expect(lab.cards.first()).toContainText('of 1,000 tokens');
  await expect(lab.number('Overlap')).toHaveAttribute('aria-invalid', 'false');
});

test('the overlap gives way while the size slider moves, and that is said', async ({ lab }) => {
  await lab.open();
  await lab.slider('Chunk size').fill('30');
  await expect(lab.number('Overlap')).toHaveValue('29');
  await expect(lab.page.getByText('Lowered to 29, so that it stays under the size.')).toBeVisible();
});

test('an overlap over 30 % of the size is warned about (S04)', async ({ lab }) => {
  await lab.open();
  await lab.number('Overlap').fill('150');
  await expect(lab.page.getByRole('spinbutton', { name: 'Overlap in % of the size' })).toHaveValue('30');
  await expect(lab.page.locator('#overlap-note')).not.toContainText('is usual');
  await lab.number('Overlap').fill('200');
  await expect(lab.page.getByText('That is 40% of the size')).toBeVisible();
});

test('a unit kept whole over the size is told, with the way out', async ({ lab }) => {
  await lab.open();
  await lab.paste(Array.from({ length: 400 }, () => 'word').join(' '));
  await lab.choose('sentence', 20, 5);
  await expect(lab.cards.first()).toContainText('over the size, kept whole');
  await expect(lab.statistics).toContainText('or recursive-char hold the size');
});

test('settings and theme are remembered, the text is not', async ({ lab }) => {
  await lab.open();
  await lab.choose('semantic', 77, 7);
  await lab.page.getByLabel('Theme').selectOption('dark');
  await lab.paste('A secret nobody may keep.');
  await expect(lab.cards.first()).toContainText('A secret');
  const stored = await lab.page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, document.title]),
  );
  expect(stored).not.toContain('secret');
  await lab.open();
  await expect(lab.page.getByRole('radio', { name: 'semantic', exact: true })).toBeChecked();
  await expect(lab.number('Chunk size')).toHaveValue('77');
  await expect(lab.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(lab.editor).not.toContainText('secret');
});

test('the overlap can be given as a share of the size, and then follows it', async ({ lab }) => {
  await lab.open();
  const share = lab.page.getByRole('spinbutton', { name: 'Overlap in % of the size' });
  await expect(share).toHaveValue('10');
  await share.fill('15');
  await expect(lab.number('Overlap')).toHaveValue('75');
  await expect(lab.page.getByText('Kept at this share as the size moves.')).toBeVisible();
  await lab.slider('Chunk size').fill('300');
  await expect(lab.number('Overlap')).toHaveValue('45');
  await expect(share).toHaveValue('15');
  await lab.number('Chunk size').fill('101');
  await expect(lab.number('Overlap')).toHaveValue('15');
  // An overlap given in the unit ends that.
  await lab.number('Overlap').fill('20');
  await expect(share).toHaveValue('19.8');
  await lab.number('Chunk size').fill('200');
  await expect(lab.number('Overlap')).toHaveValue('20');
  for (const [given, told] of [
    ['120', '240 is too much'],
    ['-5', '-10 will not do'],
    ['', 'An empty field will not do'],
  ] as const) {
    await share.fill(given);
    await expect(lab.page.locator('#overlap-note')).toContainText(told);
  }
  await share.fill('12.5');
  await expect(lab.number('Overlap')).toHaveValue('25');
  await expect(lab.number('Overlap')).toHaveAttribute('aria-invalid', 'false');
});

test('a preset sets strategy, size and overlap, and gives its reason', async ({ lab }) => {
  await lab.open();
  await lab.page.getByText('Presets by kind of content').click();
  const presets = lab.page.locator('#presets li');
  await expect(presets).toHaveCount(4);
  for (const [name, strategy, size, overlap] of [
    ['FAQ, short answers', 'semantic', '300', '0'],
    ['Documentation, articles', 'recursive-char', '600', '75'],
    ['Contracts, standards', 'semantic', '800', '140'],
  ] as const) {
    await lab.page.getByRole('button', { name }).click();
    await expect(lab.page.getByRole('radio', { name: strategy, exact: true })).toBeChecked();
    await expect(lab.number('Chunk size')).toHaveValue(size);
    await expect(lab.number('Overlap')).toHaveValue(overlap);
    await expect(presets.filter({ hasText: name })).toContainText(`${strategy}, ${size}, ${overlap}`);
  }
  // The share is usual for the kind, whatever the size.
  await lab.number('Chunk size').fill('400');
  await expect(lab.number('Overlap')).toHaveValue('70');
  await expect(presets.last()).toContainText('Cut it by function, not by length');
  await expect(presets.last().getByRole('button')).toHaveCount(0);
});

test('chunks over what a model reads are marked, counted, and drawn in the histogram (U18)', async ({ lab }) => {
  await lab.open();
  await lab.choose('recursive-char', 500, 0);
  await lab.page.getByText('More settings').click();
  await lab.page.getByRole('combobox', { name: 'Embedding model' }).selectOption('all-MiniLM-L6-v2');
  const over = (await lab.records()).filter(({ tokens }) => tokens > 256).length;
  expect(over).toBeGreaterThan(0);
  await expect(lab.statistics).toContainText(`${over} over the model's limit, 256`);
  await expect(lab.page.getByText('The model chosen reads at most 256 tokens.')).toBeVisible();
  await expect(lab.statistics.locator('line.limit')).toHaveCount(1);
  await expect(lab.page.locator('.flag', { hasText: "over the model's limit, 256" }).first()).toBeVisible();
  await lab.page.getByRole('combobox', { name: 'Embedding model' }).selectOption('OpenAI text-embedding-3');
  await expect(lab.statistics).toContainText("0 over the model's limit, 8,191");
  await expect(lab.statistics.locator('line.limit')).toHaveCount(0);
  await expect(lab.page.locator('.flag', { hasText: 'limit' })).toHaveCount(0);
});

test('the list of models is edited and remembered', async ({ lab }) => {
  await lab.open();
  await lab.page.getByText('More settings').click();
  await lab.page.getByRole('button', { name: 'Edit the list' }).click();
  const dialog = lab.page.getByRole('dialog', { name: 'Embedding models' });
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await dialog.getByRole('button', { name: 'Add a model' }).click();
  await lab.page.keyboard.type('our-own <b>model</b>');
  await dialog.getByRole('listitem').last().getByRole('spinbutton').fill('100');
  await dialog.getByRole('button', { name: 'Remove all-minilm', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const model = lab.page.getByRole('combobox', { name: 'Embedding model' });
  await model.selectOption('our-own <b>model</b>');
  await expect(lab.statistics).toContainText("over the model's limit, 100");
  await lab.open();
  await lab.page.getByText('More settings').click();
  await expect(model).toHaveValue('our-own <b>model</b>');
  await expect(lab.statistics).toContainText("over the model's limit, 100");
  await lab.page.getByRole('button', { name: 'Edit the list' }).click();
  await dialog.getByRole('listitem').last().getByRole('spinbutton').fill('0');
  await dialog.getByRole('listitem').last().getByRole('spinbutton').press('Tab');
  await expect(dialog.getByRole('listitem').last().getByRole('spinbutton')).toHaveAttribute('aria-invalid', 'true');
  await expect(lab.statistics).not.toContainText('limit');
  await dialog.getByRole('button', { name: 'Back to the usual list' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
});
