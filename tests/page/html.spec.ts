import { readFileSync } from 'node:fs';
import { commandedFile, expect, test } from './fixture';

const page = readFileSync('tests/files/page.html', 'utf8');

test('HTML stays as it is, or is reduced to Markdown, as the person chooses', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'page.html': page });
  await expect(lab.tab('page.html')).toBeVisible();
  expect(await lab.json()).toBe(commandedFile('page.html', page));
  await lab.page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  await expect(lab.page.getByRole('button', { name: 'Back to the HTML' })).toBeVisible();
  const reduced = readFileSync('tests/files/page.md', 'utf8');
  await expect.poll(() => lab.text()).toBe(reduced);
  await lab.page.getByRole('button', { name: 'Back to the HTML' }).click();
  await expect.poll(() => lab.text()).toBe(page);
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => lab.text()).toBe(reduced);
});

const elements =
  'a abbr address article aside audio b bdi bdo big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp x-own';

test('HTML with any element in it is reduced', async ({ lab }) => {
  await lab.open();
  const page = elements.split(' ').map((name) => `<p>Before ${name}.</p><${name}>Inside.</${name}><p>Behind it.</p>`);
  // What these hold is no text, so nothing comes behind it.
  const whole = page.filter((html) => !/<(plaintext|frameset|noframes)>/.test(html)).join('\n');
  await lab.paste(`<!DOCTYPE html><body>${whole}</body>`);
  await lab.page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  await expect(lab.page.getByRole('button', { name: 'Back to the HTML' })).toBeVisible();
  const reduced = await lab.text();
  expect(reduced).toContain('Before x-own.');
  expect(reduced).not.toContain('<p>');
});

test('what is reduced is not taken for HTML any more, whatever its name is and wherever it goes', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'page.html': page });
  await lab.page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  const back = lab.page.getByRole('button', { name: 'Back to the HTML' });
  const reduce = lab.page.getByRole('button', { name: 'Reduce to Markdown' });
  await expect(back).toBeVisible();
  await expect(lab.editor).toBeFocused();
  await expect(reduce).toHaveCount(0);
  await lab.page.keyboard.press('ControlOrMeta+z');
  await expect(reduce).toBeVisible();
  await expect(back).toHaveCount(0);
  await lab.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(back).toBeVisible();
  await lab.page.getByLabel('Remember the text in this browser').check();
  await lab.page.reload();
  await expect(back).toBeVisible();
  await expect(reduce).toHaveCount(0);
  await back.click();
  await expect.poll(() => lab.text()).toBe(page);
});

test('HTML that is pasted is HTML, too, and nothing of it runs', async ({ lab }) => {
  await lab.open();
  await lab.paste(
    `<!DOCTYPE html><title>&lt;img src=x onerror="window.__hit=1"></title><script>window.__hit=1</script><p>Text.</p>`,
  );
  await expect(lab.page.getByText('The page says: title.')).toBeVisible();
  await lab.page.getByRole('button', { name: 'Use as fields' }).click();
  await expect.poll(async () => (await lab.records())[0]?.metadata?.title).toBe('<img src=x onerror="window.__hit=1">');
  await lab.page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  await expect.poll(() => lab.text()).toBe('Text.\n');
  expect(await lab.page.evaluate(() => '__hit' in window)).toBe(false);
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  await expect(lab.page.locator('dialog img, main img')).toHaveCount(0);
});

test('what is written while HTML is reduced is not lost', async ({ lab, page }) => {
  await lab.open();
  await lab.paste(`<!doctype html><body>${'<p>A paragraph with <b>bold</b> words.</p>\n'.repeat(4000)}</body>`);
  await page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  await lab.editor.press('ControlOrMeta+End');
  await page.keyboard.type('Typed.');
  await expect(page.getByRole('alert')).toContainText('was changed while it was being reduced', { timeout: 20_000 });
  expect((await lab.text()).endsWith('</body>Typed.')).toBe(true);
});

test('a cell reaches over no more columns than HTML allows', async ({ lab, page }) => {
  await lab.open();
  await lab.paste('<!doctype html><table><tr><td colspan=60000000>a<td>b</table>');
  await page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Back to the HTML' })).toBeVisible();
  expect(await lab.text()).toContain('| a');
});
