import type { Lab } from './fixture';
import { commanded, expect, test } from './fixture';

const stored = (lab: Lab) => lab.page.evaluate(() => Object.entries(localStorage).flat().join('\n'));

test('settings are remembered and the text is not, unless it is asked for and until it is forgotten', async ({ lab }) => {
  await lab.open();
  await lab.paste('A secret nobody may keep.');
  await lab.choose('semantic', 77, 7);
  expect(await stored(lab)).toContain('77');
  expect(await stored(lab)).not.toContain('secret');
  await lab.page.getByLabel('Remember the text in this browser').check();
  await expect.poll(() => stored(lab)).toContain('secret');
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' Or may they?');
  await lab.page.goto('about:blank');
  await lab.page.goto('');
  await expect(lab.editor).toHaveText('A secret nobody may keep. Or may they?');
  await expect(lab.number('Chunk size')).toHaveValue('77');
  await expect(lab.page.getByLabel('Remember the text in this browser')).toBeChecked();
  await lab.page.getByRole('button', { name: 'Forget it' }).click();
  expect(await stored(lab)).not.toContain('secret');
  await expect(lab.page.getByLabel('Remember the text in this browser')).not.toBeChecked();
  await lab.page.reload();
  await expect(lab.editor).toContainText('Pump station handbook');
});

test('all documents are remembered with names and fields, and which one was shown', async ({ lab }) => {
  await lab.open();
  await lab.page
    .locator('#file')
    .setInputFiles(
      ['a.txt', 'b.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`Text of ${name}.\r\n`) })),
    );
  await lab.page.getByRole('tab', { name: 'b.txt' }).click();
  await lab.page.getByRole('button', { name: 'Fields…' }).click();
  await lab.page.getByLabel('Value of version').fill('3');
  await lab.page.keyboard.press('Escape');
  await lab.page.getByLabel('Remember the text in this browser').check();
  await expect.poll(() => stored(lab)).toContain('Text of b.txt.');
  await lab.page.reload();
  await expect(lab.page.getByRole('tab')).toHaveText(['a.txt', 'b.txt']);
  await expect(lab.page.getByRole('tab', { name: 'b.txt' })).toHaveAttribute('aria-selected', 'true');
  const fields = ['--field', 'doc_id=b.txt', '--field', 'version=3'];
  await expect.poll(() => lab.json()).toBe(commanded('Text of b.txt.\r\n', ...fields));
});

test('what is stored and cannot be read is as if it were not', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    localStorage.setItem('chunklab', '{"fields":7,"models":[{"name":1}],"theme":"pink"}');
    localStorage.setItem(
      'chunklab.documents',
      '{"documents":[{"name":1,"text":{}},{"name":"ok","text":"Only this."}],"shown":9}',
    );
  });
  await lab.page.goto('');
  await expect(lab.editor).toHaveText('Only this.');
  await expect(lab.number('Chunk size')).toHaveValue('500');
});

for (const [name, deny] of [
  [
    'denied',
    () => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  test(`storage that is ${name} is told once, and all else works`, async ({ lab }) => {
    await lab.page.addInitScript(deny);
    await lab.open();
    await lab.paste('It works all the same.');
    await lab.choose('sentence', 20, 5);
    await expect(lab.page.getByRole('alert')).toContainText('your settings are not remembered');
    await lab.page.locator('#notice').getByRole('button', { name: 'Close' }).click();
    await lab.number('Chunk size').fill('30');
    await expect(lab.cards.first()).toContainText('of 30 tokens');
    await expect(lab.page.getByRole('alert')).toBeHidden();
    await lab.page
      .getByLabel('Remember the text in this browser')
      .check({ force: true })
      .catch(() => {});
    await expect(lab.page.getByRole('alert')).toContainText('The text is not remembered');
    await expect(lab.page.getByLabel('Remember the text in this browser')).not.toBeChecked();
    const options = ['--strategy', 'sentence', '--size', '30', '--overlap', '5'];
    expect(await lab.json()).toBe(commanded('It works all the same.', ...options));
  });
}

test('a text that is too large to be remembered is not, in no part, and typing goes on (U14)', async ({ lab }) => {
  await lab.open();
  await lab.paste('Small.');
  await lab.page.getByLabel('Remember the text in this browser').check();
  await expect.poll(() => stored(lab)).toContain('Small.');
  await lab.paste('One more line of many.\n'.repeat(300_000));
  await expect(lab.page.getByRole('alert')).toContainText('The text is not remembered', { timeout: 15_000 });
  expect(await stored(lab)).not.toContain('Small.');
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+Home');
  await lab.page.keyboard.type('Typed. ');
  await expect(lab.cards.first()).toContainText('Typed. One more line');
});
