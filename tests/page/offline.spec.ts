import type { BrowserContext } from '@playwright/test';
import { commanded, expect, Lab } from './fixture';
import { anotherVersion, type Site, test } from './site';

async function tabOf(context: BrowserContext): Promise<Lab> {
  return new Lab(await context.newPage());
}

/** Everything the page may load is in the browser. */
async function ready(lab: Lab): Promise<void> {
  await expect(lab.page.getByText('✓ Ready offline')).toBeVisible();
}

/** What browsers keep of single files is as after a day. */
async function forget(lab: Lab): Promise<void> {
  const session = await lab.page.context().newCDPSession(lab.page);
  await session.send('Network.clearBrowserCache');
}

/** Puts another version in the place of this one, a day after this one was loaded. */
async function deploy(lab: Lab, site: Site): Promise<void> {
  site.folder = await anotherVersion('next');
  await forget(lab);
}

const scripts = (lab: Lab) => lab.page.evaluate(() => [...document.scripts].map(({ src }) => src.replace(/.*\//, '')));

test('once the page is ready nothing reaches the server, and without it all works', async ({ lab, site }) => {
  await lab.open();
  await ready(lab);
  expect(site.asked).toContain('service-worker.js');
  site.asked.length = 0;
  await site.stop();
  await lab.page.getByLabel('Language').selectOption('cs');
  await expect(lab.page.getByRole('heading', { name: 'Dokument', exact: true })).toBeVisible();
  await lab.page.getByLabel('Jazyk').selectOption('en');
  // A worker of its own, and two libraries that are loaded when they are wanted.
  await lab.openFiles({ 'page.html': '<!doctype html><html><title>T</title><h1>Head</h1><p>Body.</p></html>' });
  await lab.page.getByRole('button', { name: 'Reduce' }).click();
  await expect(lab.editor).toContainText('# Head');
  await lab.openFiles({ 'old.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]) });
  await expect(lab.page.getByRole('dialog')).toBeVisible();
  await lab.page.keyboard.press('Escape');
  await lab.paste('Offline.');
  await expect.poll(() => lab.json()).toContain('Offline.');
  expect(site.asked).toEqual([]);
});

test('at the next visit the page starts without its server', async ({ lab, site }) => {
  await lab.open();
  await ready(lab);
  await site.stop();
  await lab.page.goto('about:blank');
  await lab.open();
  await ready(lab);
  await lab.paste('Again.');
  await expect.poll(() => lab.json()).toBe(commanded('Again.'));
});

test('at the next visit the server is not asked for anything for a day, and then once, before the page says that it is ready', async ({
  lab,
  site,
}) => {
  await lab.open();
  await ready(lab);
  for (const [keepsNothing, asked] of [
    [false, []],
    [true, ['service-worker.js']],
  ] as const) {
    site.keepsNothing = keepsNothing;
    if (keepsNothing) await forget(lab);
    site.asked.length = 0;
    await lab.page.reload();
    await ready(lab);
    expect(site.asked).toEqual(asked);
    site.asked.length = 0;
    await lab.paste('Quiet.');
    await expect.poll(() => lab.json()).toBe(commanded('Quiet.'));
    await lab.page.waitForTimeout(3000);
    expect(site.asked).toEqual([]);
  }
});

test('a network that goes away at any moment leaves the page as it is', async ({ lab, site }) => {
  // Each time the host answers a few requests more, and then no more.
  for (let answered = 0; answered < 30; answered += 3) {
    const context = await lab.page.context().browser()?.newContext({ baseURL: site.address });
    if (!context) throw new Error('no browser');
    let count = 0;
    site.instead = (_, response) => {
      if (count++ < answered) return false;
      response.destroy();
      return true;
    };
    const other = await tabOf(context);
    const isThere = await other.page.goto('').catch(() => undefined);
    if (isThere) await expect(other.page.getByRole('heading', { name: 'Chunklab' })).toBeVisible();
    else await other.page.waitForURL('chrome-error://**').catch(() => {});
    site.instead = () => false;
    // What came half is not taken for a whole.
    await other.open();
    await ready(other);
    await context.close();
  }
});

test('a newer version is offered while the page is open, and no page has files of two (U10)', async ({ lab, site, context }) => {
  await lab.open();
  await ready(lab);
  await lab.openFiles({ 'a.txt': 'Text of a.\r\n', 'b.txt': 'Text of b.' });
  await lab.tab('b.txt').click();
  await lab.editor.press('Control+Home');
  await lab.page.keyboard.type('Typed. ');
  const before = await scripts(lab);
  await deploy(lab, site);
  // The page that is opened next is the one that finds it.
  const other = await tabOf(context);
  await other.open();
  expect(await scripts(other)).toEqual(before);
  const reload = lab.page.getByRole('button', { name: 'Reload', exact: true });
  await expect(reload).toBeVisible();
  // Until then all goes on in the old version, also what is loaded only now.
  await lab.page.getByLabel('Language').selectOption('it');
  await expect(lab.page.getByRole('heading', { name: 'Documento', exact: true })).toBeVisible();
  await lab.page.getByLabel('Lingua').selectOption('en');
  await other.page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(other.page.locator('html')).toHaveAttribute('data-version', 'next');
  expect(await scripts(other)).not.toEqual(before);
  // The tab that did not ask has not moved, and still is whole.
  await expect(lab.page.locator('html')).not.toHaveAttribute('data-version', 'next');
  await expect(lab.editor).toHaveText('Typed. Text of b.');
  await lab.page.getByLabel('Language').selectOption('ru');
  await expect(lab.page.getByRole('heading', { name: 'Документ', exact: true })).toBeVisible();
  await lab.page.getByLabel('Язык').selectOption('en');
  await lab.page.reload();
  await expect(lab.page.locator('html')).toHaveAttribute('data-version', 'next');
});

test('the documents are those of before the reload, names, fields and all, and in no storage', async ({ lab, site, context }) => {
  await lab.open();
  await ready(lab);
  await lab.openFiles({ 'a.txt': 'Text of a.\r\n', 'b.txt': 'Text of b.' });
  await lab.tab('b.txt').click();
  await lab.editor.press('Control+Home');
  await lab.page.keyboard.type('Typed. ');
  await deploy(lab, site);
  const other = await tabOf(context);
  await other.open();
  const stored = () =>
    lab.page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      const databases = (await indexedDB.databases()).map(({ name }) => name);
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, caches_.flat().map(({ url }) => url), databases]);
    });
  await lab.page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(lab.page.locator('html')).toHaveAttribute('data-version', 'next');
  await expect(lab.page.getByRole('tab')).toHaveText(['a.txt', 'b.txt']);
  await expect(lab.tab('b.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(lab.editor).toHaveText('Typed. Text of b.');
  await expect.poll(() => lab.json()).toBe(commanded('Typed. Text of b.', '--field', 'doc_id=b.txt'));
  expect(await stored()).not.toContain('Typed');
  // They were handed over once.
  await lab.page.reload();
  await expect(lab.editor).toContainText('Pump station handbook');
});

test('a version whose files are not all there is not taken', async ({ lab, site }) => {
  await lab.open();
  await ready(lab);
  await deploy(lab, site);
  site.instead = (name, response) => {
    if (!name.endsWith('.wasm')) return false;
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>A page, whatever was asked for</h1>');
    return true;
  };
  await lab.page.reload();
  await ready(lab);
  await expect(lab.page.locator('html')).not.toHaveAttribute('data-version', 'next');
  await lab.paste('Still whole.');
  await expect.poll(() => lab.json()).toBe(commanded('Still whole.'));
  await expect(lab.page.getByRole('button', { name: 'Reload', exact: true })).toHaveCount(0);
});

test('versions that no page is of are not kept', async ({ lab, site }) => {
  await lab.open();
  await ready(lab);
  const versions = () => lab.page.evaluate(() => caches.keys());
  expect(await versions()).toHaveLength(1);
  const first = await versions();
  await deploy(lab, site);
  await lab.page.reload();
  await lab.page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(lab.page.locator('html')).toHaveAttribute('data-version', 'next');
  await expect.poll(versions).toHaveLength(1);
  expect(await versions()).not.toEqual(first);
});

/** Two tabs with text of their own, and a newer version offered to both. */
async function offered(lab: Lab, site: Site, context: BrowserContext): Promise<Lab> {
  await lab.open();
  await ready(lab);
  await lab.paste('Of the first tab.');
  const other = await tabOf(context);
  await other.open();
  await other.paste('Of the second tab.');
  await deploy(lab, site);
  const third = await tabOf(context);
  await third.open();
  // Not closed before the browser has looked for a newer version.
  for (const { page } of [lab, other]) await expect(page.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
  await third.page.close();
  return other;
}

test('two tabs that take a newer version at once each have their own documents', async ({ lab, site, context }) => {
  const other = await offered(lab, site, context);
  await Promise.all([lab, other].map(({ page }) => page.getByRole('button', { name: 'Reload', exact: true }).click()));
  for (const { page } of [lab, other]) await expect(page.locator('html')).toHaveAttribute('data-version', 'next');
  await expect(lab.editor).toHaveText('Of the first tab.');
  await expect(other.editor).toHaveText('Of the second tab.');
});

test('what is typed until the page reloads comes along', async ({ lab, site, context }) => {
  await offered(lab, site, context);
  // Nothing takes it over meanwhile: a person goes on writing.
  await lab.page.evaluate(() => {
    const original = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...given: unknown[]) {
      const [message] = given as [{ type: string }];
      const post = () => original.apply(this, given as never);
      if (message.type === 'activate') setTimeout(post, 2000);
      else post();
    } as never;
  });
  await lab.page.getByRole('button', { name: 'Reload', exact: true }).click();
  await lab.editor.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' And more.');
  await expect(lab.page.locator('html')).toHaveAttribute('data-version', 'next');
  await expect(lab.editor).toHaveText('Of the first tab. And more.');
});

test('a reload that cannot keep the documents is not done, and the question stays', async ({ lab, site, context }) => {
  await offered(lab, site, context);
  const asked: string[] = [];
  lab.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss();
  });
  await lab.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
  });
  await lab.page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(lab.page.getByRole('alert')).toContainText('could not');
  await expect(lab.editor).toHaveText('Of the first tab.');
  await lab.page.evaluate(() => location.reload()).catch(() => {});
  await expect.poll(() => asked).toEqual(['beforeunload']);
});

test('a page of an older version keeps its files when the newer one has begun', async ({ lab, site, context }) => {
  const other = await offered(lab, site, context);
  await other.page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(other.page.locator('html')).toHaveAttribute('data-version', 'next');
  await other.page.close();
  // Whatever it asks of the service worker, all of it is still there.
  await lab.page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    navigator.serviceWorker.controller?.postMessage({ type: 'started', script }, [port2]);
    await answered;
  });
  await lab.page.waitForTimeout(500);
  await lab.page.getByLabel('Language').selectOption('cs');
  await expect(lab.page.locator('html')).toHaveAttribute('lang', 'cs');
});
