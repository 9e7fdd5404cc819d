import { expect, recordsOf, test } from './fixture';

const text = 'One two three four. Five six seven.\n\nEight nine ten eleven twelve.';

const hash = (page: { url(): string }) => new URL(page.url()).hash;

test('the address always holds the settings that are not the usual ones, and nothing of the text', async ({ lab }) => {
  await lab.open();
  expect(hash(lab.page)).toBe('');
  await lab.paste('A secret nobody may keep.');
  await lab.choose('semantic', 77, 7);
  await expect.poll(() => hash(lab.page)).toBe('#strategy=semantic&size=77&overlap=7');
  await lab.page.getByText('More settings').click();
  await lab.page.getByLabel('Trim blanks').check();
  await expect.poll(() => hash(lab.page)).toBe('#strategy=semantic&size=77&overlap=7&trim=true');
  await lab.choose('recursive-char', 500, 50);
  await lab.page.getByLabel('Trim blanks').uncheck();
  await expect.poll(() => hash(lab.page)).toBe('');
  expect(lab.page.url()).not.toContain('secret');
});

test('a link brings all settings, and says so', async ({ lab }) => {
  const settings =
    'strategy=sentence&size=9&overlap=3&unit=tokens&chars_per_token=4.2&keep_blocks=false&split_oversize=true&trim=true&breadcrumb=true';
  await lab.page.goto(`/#${settings}`);
  await expect(lab.page.getByText('The settings are those of the link you opened.')).toBeVisible();
  await lab.paste(text);
  const options = ['--chars-per-token', '4.2', '--keep-blocks=false', '--split-oversize', '--trim', '--breadcrumb'];
  const expected = recordsOf(text, { strategy: 'sentence', size: 9, overlap: 3 }, ...options).map((record) => record.text);
  expect((await lab.records()).map((record) => record.text)).toEqual(expected);
});

test('a link comes before what was remembered, and is remembered', async ({ lab }) => {
  await lab.open();
  await lab.choose('semantic', 77, 7);
  await lab.page.goto('about:blank');
  await lab.page.goto('/#size=99');
  await expect(lab.number('Chunk size')).toHaveValue('99');
  await expect(lab.page.getByRole('radio', { name: 'recursive-char', exact: true })).toBeChecked();
});

test('another link in the same tab is followed', async ({ lab }) => {
  await lab.open();
  await lab.page.evaluate(() => {
    location.hash = '#size=120&strategy=paragraph';
  });
  await expect(lab.number('Chunk size')).toHaveValue('120');
  await expect(lab.page.getByRole('radio', { name: 'paragraph', exact: true })).toBeChecked();
});

test('a link of another version or with a wrong value is explained, and the rest holds', async ({ lab }) => {
  await lab.page.goto('/#size=60&overlap=90&colour=red');
  await expect(lab.page.getByText('It also says colour, which means nothing here')).toBeVisible();
  await expect(lab.page.getByText('90 is too much')).toBeVisible();
  await expect(lab.cards.first()).toBeVisible();
  await lab.number('Overlap').fill('6');
  await expect(lab.cards.first()).toContainText('of 60 tokens');
  await lab.page.goto('about:blank');
  await lab.page.goto('/#strategy=<img src=x onerror=alert(1)>&size=%ZZ');
  await expect(lab.cards.first()).toBeVisible();
  await expect(lab.page.getByText('It also says strategy, which means nothing here')).toBeVisible();
  await expect(lab.page.getByText('%ZZ will not do')).toBeVisible();
  await expect(lab.number('Chunk size')).toHaveValue('');
  await expect(lab.page.locator('.result img')).toHaveCount(0);
});
