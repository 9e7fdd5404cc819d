import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commanded, expect, test } from '../page/fixture';

test('the file alone in a folder, without a network, chunks, reduces HTML and says that it is all there', async ({
  lab,
  context,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'chunklab '));
  copyFileSync('chunklab.html', join(folder, 'any name.html'));
  await context.setOffline(true);
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  lab.page.removeAllListeners('request');
  const address = pathToFileURL(join(folder, 'any name.html')).href;
  await lab.page.goto(address);
  await expect(lab.page.getByText('✓ Ready offline')).toBeVisible();
  await lab.openFiles({ 'page.html': '<!doctype html><title>Soup</title><h1>Soup</h1><p>Boil the water.' });
  await lab.page.getByRole('button', { name: 'Reduce' }).click();
  await expect(lab.editor).toContainText('# Soup');
  await lab.page.getByRole('button', { name: 'New' }).click();
  const text = readFileSync('tests/corpus/README.md', 'utf8');
  await lab.paste(text);
  expect(await lab.json()).toBe(commanded(text));
  expect(asked.filter((url) => url !== address && !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([]);
});

test('the policy refuses every request and every other script, in the page and in what it starts', async ({ lab, silence }) => {
  await lab.open();
  const refused = await lab.page.evaluate(async () => {
    const broken: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
    const worker = new Worker(
      URL.createObjectURL(
        new Blob(["fetch('https://example.org/').then(() => postMessage('out'), () => postMessage('refused'))"]),
      ),
    );
    broken.push(await new Promise<string>((resolve) => (worker.onmessage = ({ data }) => resolve(data))));
    for (const address of ['https://example.org/', `${location.href.split('#')[0]}?`]) await fetch(address).catch(() => {});
    const script = document.createElement('script');
    script.textContent = 'document.title = "ran"';
    document.body.append(script);
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.body.append(style);
    const image = new Image();
    image.src = 'https://example.org/x.png';
    document.body.append(image);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return broken;
  });
  expect(refused.sort()).toEqual(['connect-src', 'connect-src', 'img-src', 'refused', 'script-src-elem', 'style-src-elem']);
  expect(await lab.page.title()).not.toBe('ran');
  // Each is said on the console, too.
  silence.length = 0;
});

test('the licences of all that is in the file are in it', async ({ lab }) => {
  await lab.open();
  const download = lab.page.waitForEvent('download');
  await lab.page.getByRole('link', { name: 'Help', exact: true }).click();
  await lab.page.getByRole('link', { name: 'Licences' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('licences.txt');
  const text = readFileSync(await file.path(), 'utf8');
  for (const name of ['@codemirror/view', 'hast-util-from-html', 'lit-html', 'wasm-bindgen'])
    expect(text).toContain(`## ${name} `);
});

test('what is said of a server and of a network is true of a file', async ({ lab }) => {
  await lab.open();
  await expect(lab.page.locator('#help-privacy')).toContainText('has no server');
  await expect(lab.page.locator('#help-privacy')).toContainText('connect-src data:');
  await expect(lab.page.locator('#help-privacy')).toContainText('other pages opened from disk may read');
  await expect(lab.page.locator('body')).not.toContainText("connect-src 'self'");
});
