/** The page in Firefox, by WebDriver BiDi: it loads, chunks what is typed, takes settings, views and copies, works on offline, and from disk. */
import { execFileSync, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { type PreviewServer, preview } from 'vite';

const port = 4329;
let server: PreviewServer;
let browser: Browser;
let page: Page;
const wrong: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = await preview({ preview: { host: '127.0.0.1', port, strictPort: true } });
  browser = await launch({
    browser: 'firefox',
    executablePath: execFileSync('scripts/firefox.sh', { encoding: 'utf8' }).trim(),
    headless: true,
    // A write to the clipboard needs no permission here, and reading it is not part of the test.
    extraPrefsFirefox: { 'intl.accept_languages': 'en', 'dom.events.testing.asyncClipboard': true },
  });
});

/** In a tab of its own: one with a text that is nowhere else asks before it is left. */
async function open(address: string): Promise<void> {
  page = await browser.newPage();
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  await page.goto(address);
}

test.afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Waits until something on the page holds a text. */
async function sees(selector: string, text: string): Promise<void> {
  const holds = (selector: string, text: string) => document.querySelector(selector)?.textContent?.includes(text) ?? false;
  await page.waitForFunction(holds, { timeout: 15_000 }, selector, text);
}

async function type(text: string): Promise<void> {
  await page.evaluate(() => document.querySelector('#editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-content')?.focus());
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

const text = 'One two three. Four five six. Seven eight nine.';
const options = ['--strategy', 'sentence', '--size', '5', '--overlap', '0', '--format', 'json'];
const command = process.env.CHUNKLAB_BIN ?? 'target/release/chunklab';

test('it loads, and shows the sample in chunks', async () => {
  await open(`http://127.0.0.1:${port}/#lang=en`);
  await sees('#chunks', 'Pump station handbook');
});

test('what is typed is chunked with the settings that are set', async () => {
  await type(text);
  await page.evaluate(() => (document.querySelector('[name=strategy][value=sentence]') as HTMLElement).click());
  for (const [name, value] of [
    ['overlap', '0'],
    ['size', '5'],
  ] as const) {
    await page.$eval(
      `input[type=number][name=${name}]`,
      (field, value) => {
        (field as HTMLInputElement).value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      value,
    );
  }
  await sees('#statistics', '3 chunk');
});

test('every view shows it', async () => {
  for (const [view, place, shown] of [
    ['painted', '#painted-panel', 'Chunk'],
    ['sweep', '#sweep', 'Sizes'],
    ['cards', '#chunks', 'Seven eight nine.'],
  ] as const) {
    await page.evaluate((view) => (document.querySelector(`[name=view][value=${view}]`) as HTMLElement).click(), view);
    await sees(place, shown);
  }
});

async function copies(): Promise<void> {
  await page.click('#copy');
  await sees('#copy', 'Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(spawnSync(command, options, { input: text, encoding: 'utf8' }).stdout);
}

test('what is copied is what the command prints', copies);

test('it works on when the server is gone, and nothing went wrong', async () => {
  await server.close();
  await type('Ten eleven. Twelve thirteen fourteen.');
  await sees('#statistics', '2 chunk');
  expect(wrong).toEqual([]);
});

test('the single file does the same from disk', async () => {
  await open(`${pathToFileURL('chunklab.html')}#lang=en&strategy=sentence&size=5&overlap=0`);
  await sees('#chunks', 'Pump');
  await type(text);
  await sees('#statistics', '3 chunk');
  await copies();
  expect(wrong).toEqual([]);
});
