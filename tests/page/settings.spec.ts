import { expect, test, thousandWords } from './fixture';

test('an invalid value is explained at its field, not changed, and the last result stays', async ({ lab }) => {
  await lab.open();
  await lab.paste(thousandWords);
  await lab.choose('recursive-char', 100, 20);
  const before = await lab.json();
  const wrong: ['Chunk size' | 'Overlap', string, string][] = [
    ['Overlap', '100', '100 is too much: the overlap must be less than the size, 100.'],
    ['Overlap', '', 'Nothing will do'],
    ['Overlap', '-1', '-1 will not do: a whole number, 0 or more.'],
    ['Chunk size', '12.5', '12.5 will not do: a whole number, 1 or more.'],
    ['Chunk size', '0', '0 will not do: a whole number, 1 or more.'],
  ];
  for (const [name, value, message] of wrong) {
    await lab.number(name).fill(value);
    await expect(lab.number(name)).toHaveAttribute('aria-invalid', 'true');
    if (value) await expect(lab.page.getByText(message)).toBeVisible();
    else await expect(lab.page.getByText('Nothing will not do: a whole number, 0 or more.')).toBeVisible();
    await expect(lab.number(name)).toHaveValue(value);
    await expect(lab.statistics).toContainText('the last settings that were allowed: recursive-char, 100, 20');
    expect(await lab.json()).toBe(before);
    await lab.number(name).fill(name === 'Overlap' ? '20' : '100');
    await expect(lab.number(name)).toHaveAttribute('aria-invalid', 'false');
  }
});

test('numbers are compared as numbers', async ({ lab }) => {
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

test('an overlap over 30 % of the size is warned about', async ({ lab }) => {
  await lab.open();
  await lab.number('Overlap').fill('150');
  await expect(lab.page.getByRole('spinbutton', { name: 'Overlap in % of the size' })).toHaveValue('30');
  await expect(lab.page.getByText('is usual')).toBeHidden();
  await lab.number('Overlap').fill('200');
  await expect(lab.page.getByText('That is 40% of the size')).toBeVisible();
});

test('a unit kept whole over the size is told, with the way out', async ({ lab }) => {
  await lab.open();
  await lab.paste(Array.from({ length: 400 }, () => 'word').join(' '));
  await lab.choose('sentence', 20, 5);
  await expect(lab.cards.first()).toContainText('over the size, kept whole');
  await expect(lab.statistics).toContainText('choose recursive-char');
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

test('storage that is denied or holds nonsense stops nothing', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    localStorage.setItem('chunklab', '{"fields": 7, "offsets": {}}');
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await lab.open();
  await lab.number('Chunk size').fill('90');
  await expect(lab.cards.first()).toContainText('of 90 tokens');
});
