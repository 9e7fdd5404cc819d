import type { Lab } from './fixture';
import { commanded, expect, optionsOf, recordsOf, test } from './fixture';

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
  await lab.page.goto(`#${settings}`);
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
  await lab.page.goto('#size=99');
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
  await lab.page.goto('#size=60&overlap=90&colour=red');
  await expect(lab.page.getByText('It also says colour, which means nothing here')).toBeVisible();
  await expect(lab.page.getByText('90 is too much')).toBeVisible();
  await expect(lab.cards.first()).toBeVisible();
  await lab.number('Overlap').fill('6');
  await expect(lab.cards.first()).toContainText('of 60 tokens');
  await lab.page.goto('about:blank');
  await lab.page.goto('#strategy=<img src=x onerror=alert(1)>&size=%ZZ');
  await expect(lab.cards.first()).toBeVisible();
  await expect(lab.page.getByText('It also says strategy=<img src=x onerror=alert(1)>, which means nothing here')).toBeVisible();
  await expect(lab.page.getByText('%ZZ will not do')).toBeVisible();
  await expect(lab.number('Chunk size')).toHaveValue('');
  await expect(lab.page.locator('.result img')).toHaveCount(0);
});

test('settings that are refused get neither into the address and links nor into what is remembered: the last allowed ones stay there', async ({
  lab,
}) => {
  await lab.open();
  await lab.choose('sentence', 77, 7);
  await lab.number('Chunk size').fill('7');
  const said = lab.page.getByText('These are the chunks of the last settings that were allowed: sentence, 77, 7.');
  await expect(said).toBeVisible();
  const allowed = '#strategy=sentence&size=77&overlap=7';
  await expect.poll(() => hash(lab.page)).toBe(allowed);
  await lab.page.getByRole('button', { name: 'Share…' }).click();
  await expect(lab.page.getByRole('textbox', { name: 'Link' })).toHaveValue(new RegExp(`${allowed}$`));
  await lab.page.keyboard.press('Escape');
  await lab.page.getByRole('button', { name: 'Compare with a second set' }).click();
  await lab.number('Chunk size').fill('90');
  await lab.number('Overlap').fill('91');
  await expect.poll(() => hash(lab.page)).toBe(`${allowed}&b.strategy=sentence&b.size=90&b.overlap=7`);
  await lab.page.goto('about:blank');
  await lab.open();
  await expect(lab.number('Chunk size')).toHaveValue('77');
  await lab.page.goto('#size=8');
  await expect(lab.page.getByText('50 is too much')).toBeVisible();
  await expect.poll(() => hash(lab.page)).toBe(allowed);
  await lab.number('Overlap').fill('2');
  await expect.poll(() => hash(lab.page)).toBe('#size=8&overlap=2');
});

test('two sets of settings that are compared are both in the link', async ({ lab }) => {
  await lab.open();
  await lab.choose('semantic', 77, 7);
  await lab.page.getByRole('button', { name: 'Compare with a second set' }).click();
  await lab.choose('sentence', 33, 3);
  const address = '#strategy=semantic&size=77&overlap=7&b.strategy=sentence&b.size=33&b.overlap=3';
  await expect.poll(() => hash(lab.page)).toBe(address);
  await lab.page.goto('about:blank');
  await lab.page.goto(address);
  await expect(lab.side('A')).toBeChecked();
  await expect(lab.number('Chunk size')).toHaveValue('77');
  await lab.side('B').check();
  await expect(lab.number('Chunk size')).toHaveValue('33');
  await lab.page.goto('#size=60');
  await expect(lab.number('Chunk size')).toHaveValue('60');
  await expect(lab.side('A')).toBeHidden();
});

/** The address that "Share…" gives, with the document. */
async function shared(lab: Lab): Promise<string> {
  await lab.page.getByRole('button', { name: 'Share…' }).click();
  const link = lab.page.getByRole('textbox', { name: 'Link' });
  await expect(link).not.toHaveValue(/text=/);
  await lab.page.getByLabel('with the document').check();
  await expect(link).toHaveValue(/text=/);
  const address = await link.inputValue();
  // Where a page lies on a disk is not given away.
  const isFromDisk = lab.page.url().startsWith('file:');
  const [page] = lab.page.url().split('#');
  expect(address.split('#')[0]).toBe(isFromDisk ? '' : page);
  await expect(lab.page.getByText("chunklab --link '#…'")).toHaveCount(isFromDisk ? 1 : 0);
  return address;
}

const kilobyte = 'Größe und Maß.\r\n\r\n東京は雨です。 "quoted" & <b>marked</b> \u2028 #&=+% 👍🏽\0\n'.repeat(16);
const letters = 'abcdefghijklmnopqrstuvwxyz     ';
/** Words that do not repeat, so that they stay long when compressed. */
const hundred = Array.from({ length: 100_000 }, (_, i) => letters[Math.floor(Math.abs(Math.sin(i) * 1e6)) % letters.length]).join(
  '',
);

for (const [name, whole, warning] of [
  ['1 KB', kilobyte, undefined],
  ['10 KB', hundred.slice(0, 10_000), 'Over 2,000 characters'],
  ['100 KB', hundred, 'Over 32,000 characters'],
] as const) {
  test(`a link with a document of ${name} brings both, says how long it is, and says so when it is opened`, async ({ lab }) => {
    await lab.open();
    await lab.paste(whole);
    await lab.choose('sentence', 20, 5);
    const address = await shared(lab);
    const dialog = lab.page.getByRole('dialog', { name: 'Link to this' });
    await expect(dialog).toContainText(`${address.length.toLocaleString('en')} characters`);
    for (const words of ['Over 2,000 characters', 'Over 32,000 characters'])
      await expect(dialog.getByText(words)).toHaveCount(words === warning ? 1 : 0);
    expect(address.split('#')[0]).not.toContain('?');
    // The page's own address does not give the document away.
    expect(lab.page.url()).not.toContain('text=');
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await lab.page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await lab.page.goto('about:blank');
    await lab.page.goto(address);
    await expect(lab.page.getByText('The document and the settings are those of the link you opened.')).toBeVisible();
    const expected = commanded(whole, ...optionsOf({ strategy: 'sentence', size: 20, overlap: 5 }));
    await expect.poll(() => lab.json()).toBe(expected);
    // It stays in the address, so that a reload brings it again, until it is changed.
    expect(hash(lab.page)).toContain('text=');
    await lab.page.reload();
    await expect.poll(() => lab.json()).toBe(expected);
    await lab.editor.click();
    await lab.page.keyboard.type('X');
    await expect.poll(() => hash(lab.page)).toBe('#strategy=sentence&size=20&overlap=5');
  });
}

test('the page asks for nothing but its own files, and never with the text', async ({ lab }) => {
  const asked: string[] = [];
  lab.page.on('request', (request) => asked.push(request.url()));
  await lab.open();
  await lab.paste('A secret nobody may keep.');
  const address = await shared(lab);
  await lab.page.goto('about:blank');
  await lab.page.goto(address);
  await expect(lab.editor).toHaveText('A secret nobody may keep.');
  expect(asked.filter((url) => new URL(url).search !== '')).toEqual([]);
});

test('a link opened beside a document keeps that document', async ({ lab }) => {
  await lab.open();
  await lab.paste('Theirs.');
  const address = await shared(lab);
  await lab.page.keyboard.press('Escape');
  await lab.paste('Mine.');
  await lab.page.evaluate((address) => {
    location.hash = address.slice(address.indexOf('#'));
  }, address);
  await expect(lab.page.getByRole('tab')).toHaveCount(2);
  await expect(lab.editor).toHaveText('Theirs.');
  await lab.page.getByRole('tab').first().click();
  await expect(lab.editor).toHaveText('Mine.');
});

for (const [name, broken] of [
  ['cut off', (text: string) => text.slice(0, -20)],
  ['changed inside', (text: string) => `${text.slice(0, 30)}${text[30] === 'A' ? 'B' : 'A'}${text.slice(31)}`],
  ['no base64', () => '%F0%9F%91%8D'],
  ['empty', () => ''],
  // A text of a version that packed differently.
  ['of another version', () => 'H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA'],
] as const) {
  test(`a document in a link that is ${name} is explained, and the settings hold`, async ({ lab }) => {
    await lab.open();
    await lab.paste('One two three. Four five six. Seven eight nine. Ten eleven twelve.');
    await lab.choose('sentence', 20, 5);
    const [before, text] = (await shared(lab)).split('text=');
    await lab.page.goto('about:blank');
    await lab.page.goto(`${before}text=${broken(text ?? '')}`);
    await expect(lab.page.getByText('The link is broken')).toBeVisible();
    await expect(lab.number('Chunk size')).toHaveValue('20');
    await expect(lab.editor).toContainText('Pump station handbook');
    await expect.poll(() => hash(lab.page)).toBe('#strategy=sentence&size=20&overlap=5');
  });
}

test('a link that means nothing here changes nothing, and says so', async ({ lab }) => {
  await lab.open();
  await lab.choose('semantic', 77, 7);
  await lab.page.goto('about:blank');
  await lab.page.goto('#colour=red');
  await expect(lab.page.getByText('The link says colour, which means nothing here')).toBeVisible();
  await expect(lab.number('Chunk size')).toHaveValue('77');
});

test('a link that takes long to make is not that of the next document', async ({ lab, page }) => {
  await lab.open();
  const big = Array.from({ length: 600_000 }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');
  await lab.openFiles({ 'big.txt': big, 'small.txt': 'A small text.' });
  await lab.tab('big.txt').click();
  await page.evaluate(async () => {
    const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    find('#share-open').click();
    await pause();
    find('#share-form input').click();
    find<HTMLDialogElement>('#share-link').close();
    [...document.querySelectorAll<HTMLElement>('#tabs [role=tab]')].find((tab) => tab.textContent === 'small.txt')?.click();
    find('#share-open').click();
    await pause();
  });
  const box = page.locator('#share-form').getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await box.check();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#name=small\.txt&/);
  await page.waitForTimeout(3000);
  await expect(link).toHaveValue(/#name=small\.txt&/);
  await page.keyboard.press('Escape');
  await expect(page.locator('#share-form textarea')).toHaveValue('');
});
