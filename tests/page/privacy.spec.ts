import { readFileSync } from 'node:fs';
import { headers, policy } from '../../build/hosts.ts';
import { expect, type Lab } from './fixture';
import { test } from './site';

/** Markup and secrets: what must be shown as it is, and must be nowhere else. */
const secret = 'Zweifel4711';
const hostile = [
  `<img src=x onerror="window.hit=1"> ${secret} </script><script>window.hit=1</script>`,
  `# <b onmouseover="window.hit=1">${secret}</b> [x](javascript:window.hit=1)`,
  `| <svg onload="window.hit=1"> | ${secret} |\n|---|---|\n| {{1+1}} | \${1+1} |`,
  `<h2>${secret} <iframe src="https://example.org/?${secret}"></iframe></h2>`,
  `<style>body{display:none}</style><link rel=stylesheet href="https://example.org/${secret}.css">`,
  `odd \u00a0 blank \u202e turned \u0000`,
].join('\n\n');
const fileName = `<img src=x onerror="window.hit=1">${secret}.md`;

/** All that a person can do with a document. */
async function wholeSession(lab: Lab): Promise<void> {
  const { page } = lab;
  await lab.openFiles({
    [fileName]: hostile,
    'page.html': `<!doctype html><title>${secret}<i></title><h1>${secret}</h1><img src=//example.org>`,
  });
  await lab.tab('page.html').click();
  await page.getByRole('button', { name: 'Reduce' }).click();
  await expect(lab.editor).toContainText(`# ${secret}`);
  await lab.page.getByRole('tab').first().click();
  await lab.editor.press('ControlOrMeta+End');
  await page.keyboard.type(`Typed ${secret}. `);
  for (const strategy of ['sentence', 'paragraph', 'semantic', 'recursive-char']) await lab.choose(strategy, 30, 5);
  for (const view of ['Painted', 'Sweep', 'Cards'] as const) await lab.view(view);
  await lab.cards.first().hover();
  await page.getByRole('button', { name: 'Compare with a second set' }).click();
  await lab.view('Painted');
  await page.getByRole('button', { name: 'Fields…' }).click();
  await page.getByLabel('Value of title').fill(`<b>${secret}</b>`);
  await page.keyboard.press('Escape');
  await lab.offsets('byte');
  await page.locator('[name=breadcrumb]').check();
  await page.getByRole('button', { name: 'Take away…' }).click();
  for (const format of ['json', 'csv', 'ollama-bash', 'langchain', 'text']) await page.getByLabel('Format').selectOption(format);
  await lab.downloaded();
  await page.keyboard.press('Escape');
  await lab.json();
  await page.getByLabel('Language').selectOption('ja');
  await page.locator('#language').selectOption('en');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  // A worker that dies has a text of its own, too.
  await lab.paste(`${hostile}\n\n${secret}`);
}

test('of a whole session nothing but the own files of the site is asked for, and once it is ready nothing at all', async ({
  lab,
  site,
  context,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await lab.open();
  await expect(lab.page.getByText('✓ Ready offline')).toBeVisible();
  const own = new Set(site.asked);
  for (const name of own) expect(name).toMatch(/^(index\.html|service-worker\.js|licences\.txt|assets\/[\w.-]+)$/);
  site.asked.length = 0;
  await wholeSession(lab);
  expect(site.asked).toEqual([]);
  for (const url of asked) {
    expect(url.startsWith(site.address) || url.startsWith('blob:') || url.startsWith('data:'), url).toBe(true);
    expect(url).not.toContain(secret);
  }
});

test('nothing of a document is in storage, title, address, console or the text of errors', async ({ lab, site }) => {
  const said: string[] = [];
  lab.page.on('console', (message) => said.push(message.text()));
  lab.page.on('worker', (worker) => worker.on('console', (message) => said.push(message.text())));
  await lab.open();
  await wholeSession(lab);
  await expect(lab.cards.first().or(lab.paintedLines.first())).toBeVisible();
  const places = await lab.page.evaluate(async () => {
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return {
      stored: [{ ...localStorage }, { ...sessionStorage }],
      databases: await indexedDB.databases(),
      cached: cached.flat(),
      cookies: document.cookie,
      title: document.title,
      address: location.href,
      state: history.state,
      name: window.name,
      notice: document.querySelector('#notice-text')?.textContent,
    };
  });
  expect(places.databases).toEqual([]);
  expect(places.cookies).toBe('');
  expect(JSON.stringify(places)).not.toContain(secret);
  expect(said.join('\n')).not.toContain(secret);
  expect(site.asked.join('\n')).not.toContain(secret);
});

test('nothing of a document becomes markup, in any view, tooltip, preview or the name of a download', async ({ lab }) => {
  await lab.open();
  /** What the document would be if any of it were markup. */
  const made = lab.page.locator(
    '[onerror], [onload], [onmouseover], iframe, script:not([src]), [href*="example.org/Zweifel"], [href^=javascript]',
  );
  await lab.openFiles({ [fileName]: hostile });
  for (const view of ['Cards', 'Painted', 'Sweep'] as const) {
    await lab.view(view);
    for (const strategy of ['recursive-char', 'semantic']) {
      await lab.choose(strategy, 30, 5);
      await expect(lab.statistics).toContainText('chunks');
      await expect(made).toHaveCount(0);
    }
  }
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  for (const format of ['json', 'csv', 'ollama-bash', 'langchain', 'text']) {
    await lab.page.getByLabel('Format').selectOption(format);
    await expect(lab.page.locator('#take-away')).toContainText(secret);
    await expect(made).toHaveCount(0);
  }
  const { name } = await lab.downloaded();
  expect(name).not.toMatch(/[<>:"/\\|?*]/);
  await lab.page.keyboard.press('Escape');
  await lab.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(made).toHaveCount(0);
  expect(await lab.page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
});

test('the policy is in the page, with every file, and as the usual hosts read it', async ({ page, site }) => {
  const response = await page.goto('');
  expect(response?.headers()['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`);
  await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute('content', policy);
  for (const name of ['_headers', '.htaccess', 'nginx.conf', 'vercel.json']) {
    const text = readFileSync(`${site.folder}/${name}`, 'utf8');
    for (const [header, value] of Object.entries(headers)) {
      expect(text, name).toContain(header);
      expect(text, name).toContain(value);
    }
  }
  // It is the browser that refuses: what is tried from the page itself does not get out.
  const refused = await page.evaluate(async () => {
    const broken: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
    await fetch('https://example.org/').catch(() => {});
    const image = document.createElement('img');
    image.src = 'https://example.org/pixel.gif';
    const form = document.createElement('form');
    form.action = 'https://example.org/';
    document.body.append(image, form);
    form.submit();
    const script = document.createElement('script');
    script.textContent = 'window.hit = 1';
    document.body.append(script);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Once by the policy of the header, and once by that in the page.
    return [...new Set(broken), String((window as unknown as { hit?: number }).hit)].sort();
  });
  expect(refused).toEqual(['connect-src', 'form-action', 'img-src', 'script-src-elem', 'undefined']);
});
