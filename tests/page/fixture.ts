import { execFileSync } from 'node:child_process';
import { test as base, expect, type Page } from '@playwright/test';
import type { ChunkRecord } from '../../www/protocol';

export { expect };

const command = process.env.CHUNKLAB_BIN ?? 'target/release/chunklab';

/** What the command makes of a text, as it prints it. */
export function commanded(text: string | Buffer, ...options: string[]): string {
  return execFileSync(command, ['--format', 'json', ...options], { input: text, encoding: 'utf8', maxBuffer: 2 ** 30 });
}

/** The page, and what a person does with it. */
export class Lab {
  constructor(readonly page: Page) {}

  get editor() {
    return this.page.getByRole('textbox', { name: 'Document', exact: true });
  }

  get chunks() {
    return this.page.getByRole('list', { name: 'Chunks' });
  }

  get cards() {
    return this.chunks.getByRole('listitem');
  }

  get warnings() {
    return this.page.getByRole('list', { name: 'Warnings' });
  }

  get statistics() {
    return this.page.getByRole('status', { name: 'Statistics' });
  }

  number(name: 'Chunk size' | 'Overlap') {
    return this.page.getByRole('spinbutton', { name, exact: true });
  }

  slider(name: 'Chunk size' | 'Overlap') {
    return this.page.getByRole('slider', { name, exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await expect(this.cards.first()).toBeVisible();
  }

  /** Puts a text in the place of the document, by one paste. */
  async paste(text: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.insert(text);
  }

  /** Pastes at the caret. */
  async insert(text: string): Promise<void> {
    await this.editor.evaluate((editor, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  }

  /** What is selected in the document. */
  async selected(): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.editor.press('ControlOrMeta+c');
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async choose(strategy: string, size: number, overlap: number): Promise<void> {
    await this.page.getByRole('radio', { name: strategy, exact: true }).check();
    await this.number('Overlap').fill('0');
    await this.number('Chunk size').fill(String(size));
    await this.number('Overlap').fill(String(overlap));
  }

  /** What Copy JSON puts on the clipboard. */
  async json(): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.page.locator('#copy').click();
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe('');
    return read();
  }

  async records(): Promise<ChunkRecord[]> {
    return JSON.parse(await this.json());
  }
}

/** A page that may say nothing on the console, break no policy and ask no other host. */
export const test = base.extend<{ lab: Lab; silence: string[] }>({
  silence: async ({ page, baseURL }, use) => {
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(baseURL ?? '') && !url.startsWith('data:') && !url.startsWith('blob:'))
        said.push(`a request to ${url}`);
    });
    await use(said);
    expect(said).toEqual([]);
  },
  lab: async ({ page, context, silence: _ }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await use(new Lab(page));
  },
});

/** A thousand words with headings, a fence, a list and a table. */
export const thousandWords = [
  '# Handbook',
  '',
  ...Array.from({ length: 12 }, (_, i) => [
    `## Part ${i + 1}`,
    '',
    `${'The pump lifts water into the tank and stops when it is full. '.repeat(4)}Part ${i + 1} ends here.`,
    '',
    '- one item of a list',
    '- another item of it',
    '',
    '```sh',
    'ls',
    '',
    'pwd',
    '```',
    '',
    'A short paragraph.   ',
    '',
  ]).flat(),
].join('\n');
