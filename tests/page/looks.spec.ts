import { readFileSync } from 'node:fs';
import { expect, recordsOf, test } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');

test('print gives a clean list of all chunks', async ({ lab }) => {
  await lab.open();
  await lab.choose('sentence', 60, 15);
  const records = recordsOf(sample, { strategy: 'sentence', size: 60, overlap: 15 });
  await expect(lab.statistics).toContainText(`${records.length} chunks`);
  await lab.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await lab.page.emulateMedia({ media: 'print' });
  const printed = await lab.page.locator('#print article .text').allTextContents();
  expect(printed).toEqual(records.map(({ text }) => text));
  await expect(lab.page.locator('main')).toBeHidden();
  await expect(lab.page.locator('#print mark').first()).toBeVisible();
  await lab.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(lab.page.locator('#print')).toBeEmpty();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('everything that can be touched is 44 pixels high', async ({ lab }) => {
    await lab.page.goto('');
    await expect(lab.cards.first()).toBeVisible();
    expect(await lab.page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    for (const more of await lab.page.locator('.more > summary').all()) await more.click();
    for (const open of [undefined, '#take', '#share-open', '#fields-edit', '#models-edit']) {
      if (open) await lab.page.locator(open).click();
      const small = await lab.page.evaluate(() => {
        const scope = document.querySelector('dialog[open]') ?? document.body;
        const all = [...scope.querySelectorAll<HTMLElement>('button, a, select, input, summary')];
        const seen = all.filter(
          (element) => element.checkVisibility() && element.offsetParent !== null && !element.closest('p a:not(.ask)'),
        );
        return seen
          .filter((element) => !element.matches('.presets a, .skip, p > small > a:not(.ask)'))
          .map((element) => {
            const { height } = (
              element.matches('#share') ? element : (element.closest('label') ?? element)
            ).getBoundingClientRect();
            const around = element.matches('.ask') ? -2 * Number.parseFloat(getComputedStyle(element, '::after').top) : 0;
            return { name: element.outerHTML.slice(0, 80), height: height + around };
          })
          .filter(({ height }) => height < 43.5);
      });
      expect(small, open ?? 'the page').toEqual([]);
      if (open) await lab.page.keyboard.press('Escape');
    }
  });
});

test('at twice the size, and at 320 pixels, nothing is lost or hidden sideways in any language', async ({ lab }) => {
  // A window of 1280 pixels at 400 % is one of 320, at 200 % one of 640.
  for (const width of [320, 640]) {
    await lab.page.setViewportSize({ width, height: 700 });
    for (const language of ['en', 'cs', 'it', 'ja', 'ru']) {
      await lab.page.goto('about:blank');
      await lab.page.goto(`#lang=${language}&size=60`);
      await expect(lab.page.locator('#chunks .text').first()).toBeVisible();
      for (const more of await lab.page.locator('.more > summary').all()) await more.click();
      await lab.page.locator('#compare').click();
      expect(await lab.page.evaluate(() => document.documentElement.scrollWidth), `${language}, ${width}`).toBeLessThanOrEqual(
        width,
      );
      const cut = await lab.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, label, h2, h3, summary, legend')]
          .filter(
            (element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
          )
          .filter(
            (element) =>
              getComputedStyle(element).display !== 'inline' &&
              getComputedStyle(element).clipPath === 'none' &&
              !element.closest('.hidden, #chunks'),
          )
          .map((element) => element.outerHTML.slice(0, 90)),
      );
      expect(cut, `${language}, ${width}`).toEqual([]);
    }
  }
});

test('what is marked by colour is marked otherwise, too, where colours are forced', async ({ lab }) => {
  await lab.page.emulateMedia({ forcedColors: 'active' });
  await lab.open();
  await lab.choose('recursive-char', 60, 15);
  await lab.page.locator('[data-index="1"]').click();
  await expect(lab.page.locator('[data-index="1"]')).toHaveCSS('outline-style', 'solid');
  await expect(lab.cards.nth(1).locator('mark')).toHaveCSS('border-bottom-style', 'dotted');
  await expect(lab.page.locator('[name=strategy][value=recursive-char]')).toBeVisible();
});

test('document text has a contrast of 7 to 1 in both themes', async ({ lab }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await lab.page.emulateMedia({ colorScheme });
    await lab.open();
    await lab.choose('recursive-char', 60, 15);
    for (const view of ['Cards', 'Painted'] as const) {
      await lab.view(view);
      const contrasts = await lab.page.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const rgb = (colour: string): number[] => {
          if (!canvas) return [];
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        };
        const light = ([r = 0, g = 0, b = 0]: number[]) =>
          [r, g, b]
            .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
        const ground = (element: Element | null): number[] => {
          const colour = element ? rgb(getComputedStyle(element).backgroundColor) : [255, 255, 255, 255];
          const parent = element?.parentElement ?? (element?.getRootNode() as ShadowRoot | undefined)?.host ?? null;
          return colour[3] === 255 ? colour : ground(parent);
        };
        const shadows = ['#editor', '#painted'].map((id) => document.querySelector(id)?.shadowRoot);
        const texts = [
          ...document.querySelectorAll('#chunks .text, #chunks mark'),
          ...shadows.flatMap((root) => [...(root?.querySelectorAll('.cm-line, .cm-line span') ?? [])]),
        ];
        return texts.map((element) => {
          const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))].sort((a, b) => b - a) as [
            number,
            number,
          ];
          return (a + 0.05) / (b + 0.05);
        });
      });
      expect(contrasts.length).toBeGreaterThan(10);
      expect(Math.min(...contrasts), `${colorScheme}, ${view}`).toBeGreaterThanOrEqual(7);
    }
  }
});
