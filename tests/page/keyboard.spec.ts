import type { Locator } from '@playwright/test';
import type { Lab } from './fixture';
import { commanded, expect, optionsOf, test } from './fixture';

/** Presses Tab until something has the focus. */
async function tabTo(lab: Lab, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if (await place.evaluate((element) => element.matches(':focus, :focus-within'))) return;
    await lab.page.keyboard.press(key);
  }
  throw new Error(`the focus never came to ${place}`);
}

const text = 'One two three four. Five six seven eight. Nine ten eleven twelve.\n\nAnother paragraph of several words. '.repeat(
  12,
);

test('the whole way by keyboard alone: paste, choose, tune, walk, look, copy, change the language', async ({ lab }) => {
  const { page } = lab;
  const { keyboard } = page;
  await lab.open();
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await tabTo(lab, lab.editor);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('ControlOrMeta+v');
  await expect(lab.cards.first()).toContainText('One two three');
  await keyboard.press('Tab');
  await expect(lab.editor).not.toBeFocused();

  await tabTo(lab, page.getByRole('radio', { name: 'recursive-char', exact: true }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'sentence', exact: true })).toBeChecked();
  await tabTo(lab, lab.slider('Chunk size'));
  await keyboard.press('Home');
  for (let i = 0; i < 39; i++) await keyboard.press('ArrowRight');
  await expect(lab.number('Chunk size')).toHaveValue('40');
  await tabTo(lab, lab.slider('Overlap'));
  await keyboard.press('Home');
  for (let i = 0; i < 12; i++) await keyboard.press('ArrowRight');
  await expect(lab.number('Overlap')).toHaveValue('12');
  await expect(lab.cards.first()).toContainText('of 40 tokens');

  await tabTo(lab, lab.chunks);
  // The caret is at the end of what was pasted.
  await keyboard.press('Home');
  await expect(page.locator('[data-index="0"]')).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(page.locator('[data-index="2"]')).toBeFocused();
  await expect(page.locator('[data-index="2"]')).toHaveAttribute('aria-current', 'true');

  await tabTo(lab, page.getByRole('radio', { name: 'Cards', exact: true }), 'Shift+Tab');
  await keyboard.press('ArrowRight');
  await expect(lab.paintedLines.first()).toBeVisible();
  await tabTo(lab, page.getByRole('textbox', { name: 'Painted document' }));
  await keyboard.press('Alt+ArrowDown');
  await expect(page.locator('#strip')).toContainText('#4');

  await tabTo(lab, page.locator('#copy'), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#copy')).toHaveText('Copied');
  const given = { strategy: 'sentence', size: 40, overlap: 12 } as const;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(commanded(text, ...optionsOf(given)));

  await tabTo(lab, page.getByRole('combobox', { name: 'Language' }), 'Shift+Tab');
  for (let i = 0; i < 3; i++) await keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.locator('#copy')).toHaveText('JSONをコピー');
  await expect(page).toHaveURL(/lang=ja/);
});

test('the way to the result skips the rest, and help comes back to where it was asked for', async ({ lab }) => {
  await lab.open();
  await lab.page.keyboard.press('Tab');
  await lab.page.keyboard.press('Enter');
  await expect(lab.page.getByRole('heading', { name: 'Result' })).toBeFocused();
  await tabTo(lab, lab.page.getByRole('link', { name: 'Help: choosing a size' }).first(), 'Shift+Tab');
  await lab.page.keyboard.press('Enter');
  await expect(lab.page.locator('#help-size')).toBeFocused();
  await expect(lab.page.locator('#help-size')).toBeInViewport();
  // The address is that of the settings still.
  expect(new URL(lab.page.url()).hash).toBe('');
});

test('a screen reader is told of changes once they settle, and everything it can reach has a name', async ({ lab }) => {
  await lab.open();
  await lab.page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    for (const place of document.querySelectorAll('[aria-live=polite], [role=alert], [role=status]:not([aria-live=off])'))
      new MutationObserver(() => said.push(place.textContent ?? '')).observe(place, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  const said = () => lab.page.evaluate(() => (window as unknown as { said: string[] }).said);
  await lab.paste('Some words.');
  await lab.page.keyboard.type(' More and more of them, one after the other.', { delay: 20 });
  await expect.poll(said).toEqual(['1 chunk, on average about 15 tokens.']);
  await lab.number('Chunk size').fill('6');
  await lab.number('Overlap').fill('0');
  await expect.poll(said).toHaveLength(2);
  await lab.page.locator('[data-index="0"]').focus();
  await lab.page.keyboard.press('ArrowDown');
  await lab.view('Painted');
  await lab.page.getByRole('button', { name: 'Next chunk' }).click();
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^Chunk \d of \d$/);

  for (const reach of [
    () => lab.page.getByText('More settings').click(),
    () => lab.page.getByText('Presets by kind of content').click(),
    () => lab.page.getByRole('button', { name: 'Compare with a second set' }).click(),
    () => lab.view('Sweep'),
    () => lab.page.getByRole('button', { name: 'Compute' }).click(),
    () => lab.page.getByRole('button', { name: 'Take away…' }).click(),
    () => lab.page.keyboard.press('Escape'),
    () => lab.page.getByRole('button', { name: 'Edit the list' }).click(),
    () => lab.page.keyboard.press('Escape'),
    () => lab.page.getByRole('button', { name: 'Fields…' }).click(),
  ]) {
    await reach();
    const tree = await lab.page.locator('body').ariaSnapshot();
    const nameless = tree
      .split('\n')
      .filter((line) =>
        /^\s*- (button|link|textbox|combobox|slider|spinbutton|radio|checkbox|tab|radiogroup|dialog|region)(:|$| \[)/.test(line),
      );
    expect(nameless).toEqual([]);
  }
});
