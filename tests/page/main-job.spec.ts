import { commanded, expect, test, thousandWords } from './fixture';

const documents: Record<string, string> = {
  markdown: thousandWords,
  'many scripts':
    'Größe und Maß. 東京は雨です。「はい。」と言った。\n\nНасосов два, т. е. один в запасе. مرحبا بكم؟ نعم.\n\nयह पहला है। 👨‍👩‍👧‍👦 🇯🇵 e\u0301\n'.repeat(
      20,
    ),
  'mixed line ends': 'one\r\ntwo\rthree\n\r\n\r\n# Four\r\n\r\nfive six seven\r\reight\u2028nine\u2029ten\n'.repeat(10),
};

for (const [name, text] of Object.entries(documents)) {
  for (const strategy of ['recursive-char', 'sentence', 'paragraph', 'semantic']) {
    test(`${name}, ${strategy}: a pasted document gives the same JSON as the command`, async ({ lab }) => {
      await lab.open();
      await lab.paste(text);
      for (const [size, overlap] of [
        [60, 0],
        [23, 9],
      ] as const) {
        await lab.choose(strategy, size, overlap);
        expect(await lab.json()).toBe(
          commanded(text, '--strategy', strategy, '--size', String(size), '--overlap', String(overlap)),
        );
      }
    });
  }
}

for (const offsets of ['char', 'utf16', 'byte']) {
  test(`offsets in ${offsets} are those of the command`, async ({ lab }) => {
    const text = documents['many scripts'] ?? '';
    await lab.open();
    await lab.paste(text);
    await lab.choose('sentence', 30, 10);
    await lab.offsets(offsets);
    expect(await lab.json()).toBe(
      commanded(text, '--strategy', 'sentence', '--size', '30', '--overlap', '10', '--offsets', offsets),
    );
  });
}

test('the page opens with the sample and its chunks', async ({ lab }) => {
  await lab.open();
  await expect(lab.editor).toContainText('Pump station handbook');
  await expect(lab.statistics).toContainText(/[1-9]\d* chunks/);
  await expect(lab.cards.first()).toContainText('# Pump station handbook');
});

test('moving a slider and typing a number change the chunks', async ({ lab }) => {
  await lab.open();
  await lab.slider('Chunk size').fill('100');
  await expect(lab.number('Chunk size')).toHaveValue('100');
  await expect(lab.cards.first()).toContainText('of 100 tokens');
  const few = (await lab.records()).length;
  await lab.number('Overlap').fill('0');
  await lab.number('Chunk size').fill('40');
  await expect(lab.slider('Chunk size')).toHaveValue('40');
  await expect(lab.cards.first()).toContainText('of 40 tokens');
  expect((await lab.records()).length).toBeGreaterThan(few);
});

test('every setting changes the result (S05)', async ({ lab }) => {
  await lab.open();
  await lab.paste(thousandWords);
  await lab.choose('sentence', 60, 12);
  await lab.page.getByText('More settings').click();
  const { page } = lab;
  const changes: [string, () => Promise<unknown>][] = [
    ['strategy', () => page.getByRole('radio', { name: 'paragraph', exact: true }).check()],
    ['size', () => lab.number('Chunk size').fill('30')],
    ['overlap', () => lab.number('Overlap').fill('20')],
    ['characters per token', () => page.getByLabel('Characters per token').fill('2.5')],
    ['trim', () => page.getByLabel('Trim blanks').check()],
    ['breadcrumb', () => page.getByLabel('Put the heading path in front').check()],
    ['cut units', () => page.getByLabel('Cut units over the size').check()],
    ['unit', () => page.getByLabel('Measured in').selectOption('characters')],
  ];
  let before = await lab.json();
  for (const [name, change] of changes) {
    await change();
    const after = await lab.json();
    expect(after, name).not.toBe(before);
    before = after;
  }
  await page.getByLabel('Measured in').selectOption('tokens');
  await page.getByLabel('Cut units over the size').uncheck();
  await lab.choose('recursive-char', 16, 0);
  before = await lab.json();
  await page.getByLabel('Keep blocks whole').uncheck();
  expect(await lab.json(), 'keep blocks').not.toBe(before);
});

test('Copy JSON says when it is done', async ({ lab }) => {
  await lab.open();
  await lab.page.getByRole('button', { name: 'Copy JSON', exact: true }).click();
  await expect(lab.page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  expect(await lab.page.evaluate(() => navigator.clipboard.readText())).toContain('Pump station handbook');
  await expect(lab.page.getByRole('button', { name: 'Copy JSON', exact: true })).toBeVisible();
});

test('one chunk is copied as its text', async ({ lab }) => {
  await lab.open();
  await lab.paste('First.\n\nSecond 👍🏽 one.');
  await lab.choose('paragraph', 5, 0);
  await lab.page.getByRole('button', { name: 'Copy chunk 2' }).click();
  await expect(lab.page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  expect(await lab.page.evaluate(() => navigator.clipboard.readText())).toBe('Second 👍🏽 one.');
});

test('a chunk is shown in the document, and the caret marks its chunk', async ({ lab }) => {
  await lab.open();
  await lab.paste('First one.\n\nSecond one.\n\nThird one.');
  await lab.choose('paragraph', 4, 0);
  await expect(lab.cards).toHaveCount(3);
  await lab.page.getByRole('button', { name: 'Show chunk 2 in the document' }).click();
  await expect(lab.editor).toBeFocused();
  await expect(lab.cards.nth(2)).toHaveAttribute('aria-current', 'true');
  await lab.page.keyboard.press('ArrowLeft');
  await expect(lab.cards.nth(1)).toHaveAttribute('aria-current', 'true');
});
