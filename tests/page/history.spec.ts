import { launchOptions } from '../../scripts/chromium.mjs';
import { commanded, expect, test } from './fixture';

// Playwright switches off what browsers keep for going back.
test.use({ launchOptions: { ...launchOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

test('back and forward bring the page as it was', async ({ lab }) => {
  await lab.open();
  await lab.paste('Kept while away.');
  await lab.choose('sentence', 20, 5);
  await lab.page.evaluate(() => {
    location.href = './?elsewhere';
  });
  await lab.page.waitForURL('**/?elsewhere', { waitUntil: 'commit' });
  await expect(lab.editor).toContainText('Pump station handbook');
  await lab.page.evaluate(() => history.back());
  await expect(lab.editor).toHaveText('Kept while away.');
  await lab.editor.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' And after.');
  const expected = commanded('Kept while away. And after.', '--strategy=sentence', '--size=20', '--overlap=5');
  await expect.poll(() => lab.json()).toBe(expected);
  await lab.page.evaluate(() => history.forward());
  await expect(lab.editor).toContainText('Pump station handbook');
  await lab.page.evaluate(() => history.back());
  await expect(lab.editor).toHaveText('Kept while away. And after.');
});
