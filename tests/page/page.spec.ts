import { readdirSync, readFileSync } from 'node:fs';
import { expect, messagesIn, test } from './fixture';

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

const languages = ['en', 'cs', 'it', 'ja', 'ru'];
const forms = /\.(zero|one|two|few|many|other)$/;

test('each message is used, and none is missing', () => {
  const messages = Object.keys(messagesIn('en'));
  const files = readdirSync('www', { recursive: true, encoding: 'utf8' }).filter((name) => /^(?!pkg).*\.(ts|html)$/.test(name));
  const source = files.map((name) => readFileSync(`www/${name}`, 'utf8')).join('\n');
  // A key is written out, or made of a stem and a part that is one of a fixed set: `cut.${cut}`.
  const stems = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
  const isUsed = (key: string): boolean =>
    source.includes(`'${key}'`) ||
    source.includes(`"${key}"`) ||
    source.includes(`'${key.replace(forms, '')}'`) ||
    // In the single file it takes the place of another one (`build/single.ts`).
    (key.endsWith('.file') && isUsed(key.slice(0, -'.file'.length))) ||
    stems.some((stem) => key.startsWith(stem));
  expect(messages.filter((key) => !isUsed(key))).toEqual([]);
  const placed = [...source.matchAll(/data-say(?:-\w+)?="([\w.]+)"/g)].map((match) => match[1] ?? '');
  expect(placed.filter((key) => !messages.includes(key))).toEqual([]);
});

for (const language of languages) {
  test(`${language} has every message, with the places and the plurals that it needs`, () => {
    const [english, own] = [messagesIn('en'), messagesIn(language)];
    const counted = new Set(
      Object.keys(english)
        .filter((key) => key.endsWith('.other'))
        .map((key) => key.replace(forms, '')),
    );
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const isForm = (key: string) => forms.test(key) && counted.has(key.replace(forms, ''));
    const expected = [
      ...Object.keys(english).filter((key) => !isForm(key)),
      ...[...counted].flatMap((stem) => plurals.map((form) => `${stem}.${form}`)),
    ];
    expect(Object.keys(own).sort()).toEqual(expected.sort());
    const placesIn = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [key, text] of Object.entries(own)) {
      const pattern = english[key] ?? english[key.replace(forms, '.other')];
      // Where there is one, its number may be said in words.
      const mayLack = forms.test(key) && /\.one$/.test(key) ? ['{n}'] : [];
      expect(
        placesIn(text)
          .concat(mayLack)
          .filter((place, i, all) => all.indexOf(place) === i),
        key,
      ).toEqual(expect.arrayContaining(placesIn(pattern)));
      expect(text.trim(), key).toBe(text);
      const isLong = text.replace(/\{\w+\}/g, '').length > 24;
      if (language !== 'en' && isLong) expect(text, key).not.toBe(english[key]);
      expect(text, key).not.toBe('');
    }
  });
}

test('every language uses the terms of the glossary', () => {
  const [, ...rows] = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 6)
        .map((cell) => cell.trim()),
    );
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    for (const [i, language] of languages.entries()) {
      const words = Object.values(messagesIn(language)).join('\n').toLowerCase();
      // Words are declined: their stems are looked for.
      for (const term of row[i]?.split(', ') ?? []) {
        const stem = ['cs', 'ru', 'it'].includes(language) ? term.slice(0, Math.max(4, term.length - 2)) : term;
        expect(words, `${language}: ${term}`).toContain(stem.toLowerCase());
      }
    }
  }
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
  await expect(lab.page.getByRole('link', { name: 'Help: which strategy' })).toBeFocused();
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
