import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './fixture';

test('the names that tests and assistive tools rely on are there', async ({ lab }) => {
  await lab.open();
  const { page } = lab;
  await expect(lab.editor).toHaveCount(1);
  const strategies = page.getByRole('radiogroup', { name: 'Strategy' });
  for (const name of ['recursive-char', 'sentence', 'paragraph', 'semantic']) {
    await expect(strategies.getByRole('radio', { name, exact: true })).toHaveAccessibleDescription(/\w/);
  }
  for (const name of ['Chunk size', 'Overlap'] as const) {
    await expect(lab.slider(name)).toHaveCount(1);
    await expect(lab.number(name)).toHaveCount(1);
  }
  await expect(page.getByRole('button', { name: 'Copy JSON', exact: true })).toHaveCount(1);
  await expect(lab.chunks).toHaveCount(1);
  await expect(lab.statistics).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(1);
});

test('each message is used, and none is missing', () => {
  const messages = Object.keys(JSON.parse(readFileSync('www/locales/en.json', 'utf8')));
  const files = readdirSync('www', { recursive: true, encoding: 'utf8' }).filter((name) => /^(?!pkg).*\.(ts|html)$/.test(name));
  const source = files.map((name) => readFileSync(`www/${name}`, 'utf8')).join('\n');
  // A key is written out, or made of a stem and a part that is one of a fixed set: `cut.${cut}`.
  const stems = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
  const isUsed = (key: string) =>
    source.includes(`'${key}'`) ||
    source.includes(`{{${key}}}`) ||
    source.includes(`'${key.replace(/\.(one|other)$/, '')}'`) ||
    stems.some((stem) => stem !== '' && key.startsWith(stem));
  expect(messages.filter((key) => !isUsed(key))).toEqual([]);
  const placed = [...source.matchAll(/\{\{([\w.]+)\}\}/g)].map((match) => match[1] ?? '');
  expect(placed.filter((key) => key !== 'policy' && !messages.includes(key))).toEqual([]);
});

for (const width of [320, 390, 768, 1024, 1440]) {
  test(`nothing has to be scrolled sideways at ${width} pixels`, async ({ lab }) => {
    await lab.page.setViewportSize({ width, height: 800 });
    await lab.open();
    await lab.page.getByText('More settings').click();
    expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('light and dark differ, and follow the system until one is chosen', async ({ lab }) => {
  const ground = () => lab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await lab.page.emulateMedia({ colorScheme: 'light' });
  await lab.open();
  const light = await ground();
  await lab.page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  expect(dark).not.toBe(light);
  await lab.page.getByLabel('Theme').selectOption('light');
  expect(await ground()).toBe(light);
});

test('Tab leaves the editor for the settings', async ({ lab }) => {
  await lab.open();
  await lab.editor.focus();
  await lab.page.keyboard.press('Tab');
  await expect(lab.page.getByRole('button', { name: 'Fields…' })).toBeFocused();
  await lab.page.keyboard.press('Tab');
  await lab.page.keyboard.press('Tab');
  await expect(lab.page.getByRole('radio', { name: 'recursive-char', exact: true })).toBeFocused();
  await lab.page.keyboard.press('ArrowDown');
  await expect(lab.page.getByRole('radio', { name: 'sentence', exact: true })).toBeChecked();
  await lab.page.keyboard.press('Tab');
  await expect(lab.slider('Chunk size')).toBeFocused();
});

test('overlap is marked by more than colour', async ({ lab }) => {
  await lab.open();
  await lab.paste('山路很长雨一直下我们走得很慢远处有一座小屋屋里亮着灯老人请我们进去喝茶');
  await lab.choose('recursive-char', 20, 5);
  const mark = lab.cards.nth(1).locator('mark');
  await expect(mark).toContainText('overlap: 5 characters');
  await expect(mark).toHaveCSS('border-bottom-style', 'dotted');
});

test('right-to-left text stands right', async ({ lab }) => {
  await lab.open();
  await lab.paste('مرحبا بكم في المحطة.');
  await expect(lab.cards.first().locator('.text')).toHaveAttribute('dir', 'auto');
  await expect(lab.editor.locator('.cm-line').first()).toHaveCSS('unicode-bidi', 'plaintext');
});
