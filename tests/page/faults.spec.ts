import { commanded, expect, test } from './fixture';

test('a clipboard that refuses leaves the text selected to copy by hand, and says so (U02)', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { write: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    });
  });
  await lab.open();
  await lab.paste('By hand.');
  await lab.page.getByRole('button', { name: 'Copy JSON', exact: true }).click();
  const field = lab.page.getByRole('textbox', { name: 'Text to copy' });
  await expect(field).toHaveValue(commanded('By hand.'));
  expect(await field.evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart)).toBe(
    commanded('By hand.').length,
  );
  await expect(lab.page.getByRole('button', { name: 'Copied', exact: true })).toHaveCount(0);
});

test('a clipboard that is missing does the same (U01)', async ({ lab }) => {
  await lab.page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await lab.open();
  await lab.page.getByRole('button', { name: 'Copy chunk 1' }).click();
  const field = lab.page.getByRole('textbox', { name: 'Text to copy' });
  await expect(field).toHaveValue(/Pump station handbook/);
  expect(await field.evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart)).toBeGreaterThan(100);
  await expect(lab.page.getByRole('button', { name: 'Copied', exact: true })).toHaveCount(0);
});

test('a worker that dies is replaced once with the same text (U08)', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    const workers: Worker[] = [];
    const Original = Worker;
    Object.assign(window, {
      workers,
      Worker: class extends Original {
        constructor(url: URL, options: WorkerOptions) {
          super(url, options);
          workers.push(this);
        }
      },
    });
  });
  await lab.open();
  await lab.paste('It survives.');
  await expect(lab.cards.first()).toContainText('It survives.');
  await lab.page.evaluate(() => {
    const [worker] = (window as unknown as { workers: Worker[] }).workers;
    worker?.dispatchEvent(new ErrorEvent('error', { message: 'trapped', cancelable: true }));
  });
  await expect(lab.page.getByRole('alert')).toContainText('was started again');
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' Twice.');
  await expect.poll(async () => (await lab.records())[0]?.text).toBe('It survives. Twice.');
  expect(await lab.page.evaluate(() => (window as unknown as { workers: Worker[] }).workers.length)).toBe(2);
});

test('a wasm file with the wrong type is read all the same (U11)', async ({ page, baseURL }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await page.goto(baseURL ?? '');
  await expect(page.getByRole('status', { name: 'Statistics' })).toContainText('chunks');
});

test('a wasm file that does not come is told, and the document stays', async ({ page, baseURL }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }));
  await page.goto(baseURL ?? '');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expect(page.getByRole('textbox', { name: 'Document', exact: true })).toContainText('Pump station handbook');
});

test('a policy that allows no WebAssembly is told, and the document stays (U12)', async ({ page, baseURL }) => {
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" } });
  });
  await page.goto(baseURL ?? '');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expect(page.getByRole('textbox', { name: 'Document', exact: true })).toContainText('Pump station handbook');
});

test('a clipboard that takes no NUL is not trusted with one in silence (U21)', async ({ lab }) => {
  await lab.open();
  await lab.paste('Before \0 and after.');
  await lab.page.getByRole('button', { name: 'Copy chunk 1' }).click();
  await expect(lab.page.getByRole('alert')).toContainText('A clipboard cannot hold the character NUL');
  expect(await lab.page.evaluate(() => navigator.clipboard.readText())).toBe('Before \u2400 and after.');
  await lab.page.locator('#notice-close').click();
  expect(JSON.parse(await lab.json())[0].text).toBe('Before \0 and after.');
  await expect(lab.page.getByRole('alert')).toBeHidden();
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  await lab.page.getByLabel('Format').selectOption('text');
  await lab.page.locator('#take-copy').click();
  await expect(lab.page.locator('#notice')).toBeVisible();
  await expect(lab.page.locator('#notice-text')).toContainText('A clipboard cannot hold the character NUL');
  const text = await lab.page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('Before \u2400 and after.');
  expect(text).toContain('===== 1 of 1');
});

test('a wasm file that comes after all is taken at the next change', async ({ page, baseURL }) => {
  let there = false;
  await page.route('**/*.wasm', (route) => (there ? route.continue() : route.abort()));
  await page.goto(baseURL ?? '');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await page.getByRole('button', { name: 'Close' }).first().click();
  there = true;
  await page.getByRole('spinbutton', { name: 'Chunk size' }).fill('100');
  await expect(page.getByRole('list', { name: 'Chunks' }).getByRole('listitem').first()).toContainText('of 100 tokens');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the newest result is the one that is drawn (U07)', async ({ lab }) => {
  await lab.open();
  await lab.paste('0');
  for (let n = 1; n <= 30; n++) await lab.page.keyboard.type(` ${n}`, { delay: 0 });
  await expect(lab.cards.first()).toContainText('28 29 30');
  await expect(lab.cards).toHaveCount(1);
});
