import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { confined, cutOff, loads, trapping } from './broken';
import { commanded, expect, Lab, test } from './fixture';

/** Has the test hold all workers of the page, to do something to them. */
async function holdWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
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
}

type Held = { workers: Worker[] };

const workersOf = (lab: Lab) => lab.page.evaluate(() => (window as unknown as Held).workers.length);

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
  await holdWorkers(lab.page);
  await lab.open();
  await lab.paste('It survives.');
  await expect(lab.cards.first()).toContainText('It survives.');
  await lab.page.evaluate(() => {
    const [worker] = (window as unknown as Held).workers;
    worker?.dispatchEvent(new ErrorEvent('error', { message: 'trapped', cancelable: true }));
  });
  await expect(lab.page.getByRole('alert')).toContainText('was started again');
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' Twice.');
  await expect.poll(async () => (await lab.records())[0]?.text).toBe('It survives. Twice.');
  expect(await workersOf(lab)).toBe(2);
});

test('a worker that is ended without a word, in mid-work or at rest, is replaced by one with the same text', async ({ lab }) => {
  await holdWorkers(lab.page);
  await lab.open();
  const text = 'A line of a long text. It has some sentences.\n'.repeat(40_000);
  await lab.paste(text);
  // It has been asked, and has not answered.
  await lab.page.evaluate(() => (window as unknown as Held).workers.at(-1)?.terminate());
  await expect(lab.page.getByRole('alert')).toContainText('was started again');
  await expect.poll(() => lab.json()).toBe(commanded(text));
  await lab.page.locator('#notice-close').click();
  await lab.page.evaluate(() => (window as unknown as Held).workers.at(-1)?.terminate());
  await expect(lab.page.getByRole('alert')).toContainText('was started again');
  await expect.poll(() => lab.json()).toBe(commanded(text));
  expect(await workersOf(lab)).toBe(3);
});

test('WebAssembly that traps once is loaded anew, with the same text and settings', async ({ lab, page }) => {
  await loads(page, trapping('session_edit', 2));
  await lab.open();
  await lab.paste('It survives.');
  await lab.choose('sentence', 20, 5);
  await lab.editor.press('ControlOrMeta+End');
  await lab.page.keyboard.type('abc', { delay: 100 });
  await expect(lab.page.getByRole('alert')).toContainText('was started again. Nothing of your document was lost');
  await expect.poll(() => lab.json()).toBe(commanded('It survives.abc', '--strategy=sentence', '--size=20', '--overlap=5'));
});

test('WebAssembly that traps at every edit is not started again and again', async ({ lab, page }) => {
  await holdWorkers(page);
  await loads(page, trapping('session_load', 1));
  await lab.open();
  // What is loaded a second time, here a long text after a short one, traps in each worker, but not in the next one.
  for (let n = 1; n <= 3; n++) {
    await lab.paste(`Text ${n}.`);
    await expect.poll(() => lab.json()).toBe(commanded(`Text ${n}.`));
  }
  await loads(page, trapping('session_columns', 0));
  await page.evaluate(() => (window as unknown as Held).workers.at(-1)?.terminate());
  await expect(page.getByRole('alert')).toContainText('stops at this text or these settings');
  const started = await workersOf(lab);
  await page.waitForTimeout(500);
  expect(await workersOf(lab)).toBe(started);
  await expect(lab.editor).toHaveText('Text 3.');
});

test('a text that there is no memory for is said to be too much, and the text before comes back', async ({ lab, page }) => {
  await loads(page, confined(32 * 2 ** 20));
  await lab.open();
  await lab.paste('A line of a long text. It has some sentences.\n'.repeat(300_000));
  await expect(page.getByRole('alert')).toContainText('stops at this text', { timeout: 20_000 });
  await expect(lab.editor).toContainText('A line of a long text.');
  await lab.editor.press('ControlOrMeta+z');
  await expect(lab.editor).toContainText('Pump station handbook');
  await expect(lab.cards.first()).toContainText('Pump station handbook');
  expect(await lab.json()).toBe(commanded(readFileSync('www/samples/en.md', 'utf8')));
});

test('a wasm file with the wrong type is read all the same (U11)', async ({ page, baseURL }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await page.goto(baseURL ?? '');
  await expect(page.getByRole('status', { name: 'Statistics' })).toContainText('chunks');
});

for (const [name, refuse] of [
  [
    'does not come',
    (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>No</h1>' })),
  ],
  [
    'is a page instead',
    (page) => page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Home</h1>' })),
  ],
  ['is cut off', (page) => loads(page, cutOff())],
  [
    'has a worker that does not come',
    (page) => page.route('**/worker-*.js', (route) => route.fulfill({ status: 404, body: 'No' })),
  ],
  [
    'has a worker that is a page instead',
    (page) => page.route('**/worker-*.js', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>' })),
  ],
] as [string, (page: Page) => Promise<void>][]) {
  test(`a wasm file that ${name} is told, and the document stays`, async ({ page, baseURL }) => {
    await refuse(page);
    await page.goto(baseURL ?? '');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await expect(page.getByRole('textbox', { name: 'Document', exact: true })).toContainText('Pump station handbook');
  });
}

test('opened as a file the page says how it can be opened (U13)', async ({ page }) => {
  await page.goto(pathToFileURL('dist/index.html').href);
  await expect(page.getByText('serve its folder, for instance with python3 -m http.server')).toBeVisible();
  await expect(page.getByText('✓ Ready offline')).toBeHidden();
});

test('a page whose script does not come says so, once it is late', async ({ page }) => {
  await page.route('**/index-*.js', (route) => route.fulfill({ status: 404, body: 'No' }));
  await page.goto('');
  const line = page.getByText('The page has not started');
  await expect(line).toBeHidden();
  await expect(line).toBeVisible({ timeout: 12_000 });
});

test('a browser without SIMD is told which one to use, and loads nothing in vain', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  const asked: string[] = [];
  lab.page.on('request', (request) => asked.push(request.url()));
  await lab.page.goto('');
  await expect(lab.page.getByRole('alert')).toContainText('has no WebAssembly SIMD');
  await lab.paste('It can be edited.');
  await expect(lab.editor).toHaveText('It can be edited.');
  expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([]);
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

test('a file of 300 MB is refused in plain words, and what is open stays', async ({ lab }) => {
  await lab.open();
  await lab.paste('Still here.');
  await lab.editor.evaluate((target) => {
    const data = new DataTransfer();
    const piece = new Uint8Array(1_000_000).fill(97);
    data.items.add(
      new File(
        Array.from({ length: 300 }, () => piece),
        'large.txt',
      ),
    );
    target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true }));
  });
  await expect(lab.page.getByRole('alert')).toContainText('large.txt is too large for a browser');
  expect(await lab.json()).toBe(commanded('Still here.'));
});

test('a file that is deleted while it is open to be chosen leaves what is open alone', async ({ lab }, testInfo) => {
  const file = testInfo.outputPath('gone.txt');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'Gone.'.repeat(100_000));
  await lab.open();
  await lab.paste('Still here.');
  // Chromium reads it only when it is asked to, and it is not what it was then.
  await lab.page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return arrayBuffer.call(this);
    };
  });
  await lab.page.locator('#file').setInputFiles(file);
  rmSync(file);
  await expect(lab.page.getByRole('alert')).toContainText('gone.txt could not be read');
  expect(await lab.json()).toBe(commanded('Still here.'));
});

test('a page that was frozen for long goes on where it was', async ({ lab, context }) => {
  await lab.open();
  await lab.paste('Before it was hidden.');
  const session = await context.newCDPSession(lab.page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await lab.editor.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' And after.');
  await expect.poll(() => lab.json()).toBe(commanded('Before it was hidden. And after.'));
});

test('text that is nowhere else is not left without a question', async ({ lab }) => {
  const asked: string[] = [];
  lab.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss();
  });
  const leave = () => lab.page.evaluate(() => location.reload()).catch(() => {});
  await lab.open();
  // Nothing of a person's is in it.
  await lab.editor.click();
  await lab.page.reload();
  await expect(lab.cards.first()).toBeVisible();
  await lab.paste('Typed here.');
  await leave();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(lab.editor).toHaveText('Typed here.');
  // What is remembered is not lost.
  await lab.page.getByLabel('Remember the text in this browser').check();
  await lab.page.reload();
  await expect(lab.editor).toHaveText('Typed here.');
  await lab.page.getByRole('button', { name: 'Forget it' }).click();
  // Nor is a file that was not changed, and nor is nothing.
  await lab.page.getByRole('button', { name: 'Clear' }).click();
  await lab.openFiles({ 'a.txt': 'On the disk.' });
  await expect(lab.editor).toHaveText('On the disk.');
  await lab.page.reload();
  await expect(lab.editor).toContainText('Pump station handbook');
  expect(asked).toEqual(['beforeunload']);
});

/** A tab that remembers its text, and another one that has it from there. */
async function twoTabs(lab: Lab, context: BrowserContext): Promise<{ box: Locator; other: Lab }> {
  await lab.open();
  await lab.paste('Of the first tab.');
  const box = lab.page.getByLabel('Remember the text in this browser');
  await box.check();
  const other = new Lab(await context.newPage());
  await other.page.goto('');
  await expect(other.editor).toHaveText('Of the first tab.');
  return { box, other };
}

test('of two tabs one remembers its documents, and the other says that it does not', async ({ lab, context }) => {
  const { box, other } = await twoTabs(lab, context);
  await other.paste('Of the second tab.');
  await expect(lab.page.getByRole('alert')).toContainText('Another tab of Chunklab remembers its documents now');
  await expect(box).not.toBeChecked();
  await expect(lab.editor).toHaveText('Of the first tab.');
  // It can have it back, and the other one says so.
  await box.check();
  await expect(other.page.getByRole('alert')).toContainText('Another tab');
  await other.page.close();
  await lab.page.reload();
  await expect(lab.editor).toHaveText('Of the first tab.');
});

test('what one tab has forgotten the other one says it does not remember, and asks before it is left', async ({
  lab,
  context,
}) => {
  const { box, other } = await twoTabs(lab, context);
  await other.page.getByRole('button', { name: 'Forget it' }).click();
  await expect(lab.page.getByRole('alert')).toContainText('had the remembered documents forgotten');
  await expect(box).not.toBeChecked();
  const asked: string[] = [];
  lab.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss();
  });
  // Nor does it remember them again by itself.
  await lab.insert('More.');
  await lab.page.waitForTimeout(1500);
  expect(await lab.page.evaluate(() => localStorage.getItem('chunklab.documents'))).toBe(null);
  await lab.page.evaluate(() => location.reload()).catch(() => {});
  await expect.poll(() => asked).toEqual(['beforeunload']);
});

test('a text that is too large to be remembered leaves what another tab remembers', async ({ lab, context }) => {
  await lab.open();
  await lab.paste('Of the first tab.');
  const other = new Lab(await context.newPage());
  await other.page.goto('');
  await lab.page.getByLabel('Remember the text in this browser').check();
  await other.paste('A long text. '.repeat(500_000));
  await other.page.getByLabel('Remember the text in this browser').click();
  await expect(other.page.getByRole('alert')).toBeVisible();
  await expect(other.page.getByLabel('Remember the text in this browser')).not.toBeChecked();
  await expect(lab.page.getByLabel('Remember the text in this browser')).toBeChecked();
  await lab.page.reload();
  await expect(lab.editor).toHaveText('Of the first tab.');
});

test('what was shown to be copied by hand is nowhere once its dialog is closed', async ({ lab, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await lab.open();
  await page.getByRole('button', { name: 'Copy chunk 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Text to copy' })).toHaveValue(/Pump station/);
  await page.keyboard.press('Escape');
  await expect(page.locator('#by-hand-text')).toHaveValue('');
  await expect(page.locator('#by-hand-text')).toHaveAttribute('autocomplete', 'off');
});

test('WebAssembly that traps while it looks for warnings is started once more, and then waits', async ({ lab, page }) => {
  await holdWorkers(page);
  await loads(page, trapping('session_warnings', 0));
  await lab.open();
  await expect(page.getByRole('alert')).toContainText('stops at this text or these settings');
  const started = await workersOf(lab);
  expect(started).toBe(2);
  await lab.cards.first().hover();
  await page.mouse.wheel(0, 3000);
  await page.waitForTimeout(1000);
  expect(await workersOf(lab)).toBe(started);
  // Another text has it tried again.
  await lab.insert('x');
  await expect.poll(() => workersOf(lab)).toBeGreaterThan(started);
});

test('a sample that does not come is the English one, and the page starts', async ({ page }) => {
  await page.route('**/assets/ja-*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('# ')) await route.abort();
    else await route.fulfill({ response });
  });
  await page.goto('#lang=ja');
  await expect(page.locator('#chunks')).toContainText('Pump station handbook');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.locator('#unstarted')).toBeHidden();
});

test('what is asked of a worker that has no text yet is about the text all the same', async ({ page }) => {
  const lab = new Lab(page);
  let isThere = false;
  await page.route('**/*.wasm', (route) => (isThere ? route.continue() : route.abort()));
  await page.goto('');
  await expect(page.getByRole('alert')).toBeVisible();
  isThere = true;
  await lab.view('Sweep');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect(page.locator('#sweep tbody tr')).toHaveCount(16);
  const [row] = await page.locator('#sweep tbody tr').allInnerTexts();
  expect(row).toContain('\t250\t3\t');
});
