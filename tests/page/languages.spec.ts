import { readFileSync } from 'node:fs';
import { commanded, expect, messagesIn, test } from './fixture';

const languages = { en: 'English', cs: 'Čeština', it: 'Italiano', ja: '日本語', ru: 'Русский' };
const sampleIn = (language: string) => readFileSync(`www/samples/${language}.md`, 'utf8');

for (const [language, name] of Object.entries(languages)) {
  test.describe(() => {
    test.use({ locale: language });
    test(`${name}: the page follows the browser, with its sample, and nothing of it is in another language`, async ({ lab }) => {
      const { page } = lab;
      const messages = messagesIn(language);
      await page.goto('');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('#chunks .text').first()).toBeVisible();
      await expect(page).toHaveTitle(messages['page.title'] ?? '');
      await expect(page.getByRole('textbox', { name: messages['document.label'] ?? '', exact: true })).toBeVisible();
      expect(await lab.json()).toBe(commanded(sampleIn(language)));
      // Everything is opened, and no message of English is there that is another one here.
      for (const more of await page.locator('.more > summary').all()) await more.click();
      await page.locator('#compare').click();
      await page.locator('input[type=number][name=size]').fill('90');
      for (const view of ['sweep', 'painted', 'cards']) {
        await page.locator(`[name=view][value=${view}]`).check();
        if (view === 'sweep') await page.locator('#sweep button.main').click();
        if (view === 'sweep') await expect(page.locator('#sweep tbody tr')).toHaveCount(16);
        for (const dialog of ['#take', '#share-open', '#fields-edit', '#models-edit']) {
          await page.locator(dialog).click();
          const shown = await page.evaluate(() => {
            const read = (root: ParentNode): string[] =>
              [...root.querySelectorAll('*')].flatMap((element) => [
                ...[...element.childNodes]
                  .filter((node) => node.nodeType === Node.TEXT_NODE)
                  .map((node) => node.nodeValue?.trim() ?? ''),
                ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
                ...(element.shadowRoot ? read(element.shadowRoot) : []),
              ]);
            return [...new Set(read(document.body))];
          });
          const english = Object.entries(messagesIn('en')).filter(([key, text]) => text !== messages[key] && / /.test(text));
          expect(english.filter(([, text]) => shown.includes(text))).toEqual(language === 'en' ? expect.anything() : []);
          expect(shown.filter((text) => /\{\w+\}|undefined|NaN/.test(text))).toEqual([]);
          await page.keyboard.press('Escape');
        }
      }
    });
  });
}

test('a language is chosen, kept in the address and remembered, and the document stays', async ({ lab }) => {
  await lab.open();
  await lab.page.getByRole('combobox', { name: 'Language' }).selectOption('ru');
  await expect(lab.page.locator('#editor .cm-content')).toContainText('Руководство по насосной станции');
  await expect(lab.page).toHaveURL(/#lang=ru$/);
  await expect(lab.page.locator('#statistics')).toContainText('2 чанка');
  await lab.page.locator('#editor .cm-content').click();
  await lab.page.keyboard.press('ControlOrMeta+Home');
  await lab.page.keyboard.type('Моё. ');
  await lab.page.locator('#language').selectOption('it');
  await expect(lab.page.locator('#copy')).toHaveText('Copia JSON');
  await expect(lab.page.locator('#editor .cm-content')).toContainText('Моё. # Руководство');
  await lab.page.goto('about:blank');
  await lab.page.goto('');
  await expect(lab.page.locator('html')).toHaveAttribute('lang', 'it');
  await lab.page.goto('about:blank');
  await lab.page.goto('#lang=cs&size=60');
  await expect(lab.page.locator('#copy')).toHaveText('Kopírovat JSON');
  await expect(lab.page.locator('input[type=number][name=size]')).toHaveValue('60');
  await lab.page.goto('#lang=tlh');
  await expect(lab.page.locator('#notice')).toContainText('lang');
});

test('numbers and plurals are those of the language', async ({ lab }) => {
  await lab.page.goto('#lang=cs&size=1&overlap=0&strategy=sentence');
  const place = lab.page.locator('#editor .cm-content');
  await place.click();
  for (const [text, said] of [
    ['Jedna.', '1 chunk'],
    ['Jedna. Druhá.', '2 chunky'],
    ['Jedna. Druhá. Třetí. Čtvrtá. Pátá.', '5 chunků'],
    ['Věta. '.repeat(1234), '1\u00a0234 chunků'],
  ] as const) {
    await lab.page.keyboard.press('ControlOrMeta+a');
    await lab.insertInto(place, text);
    await expect(lab.page.locator('#statistics li').first()).toHaveText(said.replace('\u00a0', '\u00a0'));
  }
});

test('a language that cannot be loaded leaves the page in the one it has, and says so', async ({ page, baseURL }) => {
  await page.route('**/assets/ja-*.js', (route) => route.abort());
  await page.goto(`${baseURL}#lang=ja`);
  await expect(page.getByRole('alert')).toContainText('The language could not be loaded');
  await expect(page.getByRole('list', { name: 'Chunks' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
});
