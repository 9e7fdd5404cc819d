import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { ChunkRecord, Settings, Statistics } from '../../www/protocol';

export { expect };

const command = process.env.CHUNKLAB_BIN ?? 'target/release/chunklab';

/** What the command prints and says about a text, or about files in a folder. */
export function run(text: string | Buffer, options: string[], folder?: string): { stdout: string; stderr: string } {
  const result = spawnSync(resolve(command), options, { input: text, encoding: 'utf8', maxBuffer: 2 ** 30, cwd: folder });
  if (result.status !== 0) throw new Error(result.stderr);
  return result;
}

/** What the command makes of a text, as it prints it. */
export function commanded(text: string | Buffer, ...options: string[]): string {
  return run(text, ['--format', 'json', ...options]).stdout;
}

/** The same of a file of this name. */
export function commandedFile(name: string, text: string, ...options: string[]): string {
  return commanded(text, '--field', `doc_id=${name}`, ...options);
}

export type Given = Pick<Settings, 'strategy' | 'size' | 'overlap'>;

export function optionsOf({ strategy, size, overlap }: Given): string[] {
  return ['--strategy', strategy, '--size', String(size), '--overlap', String(overlap)];
}

/** The command's records of a text, with the offsets that the page counts in itself. */
export function recordsOf(text: string, given: Given, ...more: string[]): ChunkRecord[] {
  return JSON.parse(commanded(text, ...optionsOf(given), '--offsets', 'utf16', ...more));
}

/** The command's numbers of a text. */
export function statisticsOf(text: string, given: Given): Statistics {
  return JSON.parse(run(text, [...optionsOf(given), '--stats']).stderr).statistics;
}

/** What the command warns of: odd characters, and whether the document looks like prose. */
export function warningsOf(text: string): { odd: { count: number; kind: string }[]; isProse: boolean } {
  const said = run(text, ['--warnings']).stderr;
  const odd = [...said.matchAll(/: (\d+) × (.+), first at/g)];
  return {
    odd: odd.map(([, count, name]) => ({ count: Number(count), kind: kinds[name ?? ''] ?? `unknown: ${name}` })),
    isProse: !said.includes(': looks like '),
  };
}

/** What the command calls odd characters, and what the page does. */
const kinds: Record<string, string> = {
  'byte order mark': 'byte-order-mark',
  'no-break blank': 'no-break-blank',
  'odd blank': 'odd-blank',
  'zero-width character': 'zero-width',
  'soft hyphen': 'soft-hyphen',
  'control of direction': 'direction-control',
  'replacement character': 'replacement',
  'control character': 'control',
  'blanks at the end of a line': 'trailing-blanks',
  'line end unlike the others': 'mixed-line-end',
};

export const strategies = ['recursive-char', 'sentence', 'paragraph', 'semantic'] as const;

/** The page's messages in a language. */
export function messagesIn(language: string): Record<string, string> {
  return JSON.parse(readFileSync(`www/locales/${language}.json`, 'utf8'));
}

/** A megabyte of documents that others wrote, in a dozen languages: the Markdown files of the packages the page is built with. */
export function realMegabyte(): string {
  const names = readdirSync('node_modules', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const all = names.sort().map((name) => readFileSync(`node_modules/${name}`, 'utf8').replaceAll('\0', ''));
  const whole = all.join('\n\n');
  return whole
    .repeat(Math.ceil(1_000_000 / whole.length))
    .slice(0, 1_000_000)
    .replace(/[\uD800-\uDBFF]$/, '');
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

  /** The lines of the painted document that are drawn. */
  get paintedLines() {
    return this.page.locator('#painted .cm-line');
  }

  /** What stands in the margin beside them, top to bottom. */
  async notes(): Promise<string[]> {
    const notes = await this.page.locator('#painted .cm-note').evaluateAll((elements) =>
      elements.map((element) => ({
        top: Number.parseFloat((element as HTMLElement).style.top),
        text: [...element.children].map((part) => part.textContent).join(' '),
      })),
    );
    return notes.sort((a, b) => a.top - b.top).map(({ text }) => text);
  }

  /** How many nodes the page has, those of shadow trees and texts included. */
  async nodes(): Promise<number> {
    return this.page.evaluate(() => {
      const count = (root: Node): number => {
        let found = 1;
        if (root instanceof Element && root.shadowRoot) found += count(root.shadowRoot);
        for (const child of root.childNodes) found += count(child);
        return found;
      };
      return count(document);
    });
  }

  get warnings() {
    return this.page.getByRole('list', { name: 'Warnings' });
  }

  get statistics() {
    return this.page.getByRole('status', { name: 'Statistics' });
  }

  /** Looks at the result in another way. */
  async view(name: 'Cards' | 'Painted' | 'Sweep'): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check();
  }

  /** The choice of a set of settings, while two are compared. */
  side(name: 'A' | 'B') {
    return this.page.getByRole('radio', { name, exact: true });
  }

  number(name: 'Chunk size' | 'Overlap') {
    return this.page.getByRole('spinbutton', { name, exact: true });
  }

  slider(name: 'Chunk size' | 'Overlap') {
    return this.page.getByRole('slider', { name, exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('');
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
    await this.insertInto(this.editor, text);
  }

  async insertInto(place: Locator, text: string): Promise<void> {
    await place.evaluate((editor, text) => {
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

  /** Chooses what offsets count. */
  async offsets(unit: string): Promise<void> {
    const select = this.page.getByLabel('Offsets in');
    if (!(await select.isVisible())) await this.page.getByText('More settings').click();
    await select.selectOption(unit);
  }

  /** What Copy JSON puts on the clipboard. */
  async json(): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.page.locator('#copy').click();
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe('');
    return read();
  }

  /** What is downloaded from the panel for taking away. */
  async downloaded(timeout = 10_000): Promise<{ name: string; text: string }> {
    const download = this.page.waitForEvent('download', { timeout });
    await this.page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }

  /** The whole text, as its records give it. */
  async text(): Promise<string> {
    const records = await this.records();
    return records.map(({ text, overlap }) => [...text].slice(overlap).join('')).join('');
  }

  tab(name: string) {
    return this.page.getByRole('tab', { name, exact: true });
  }

  /** Opens files with these names and contents. */
  async openFiles(files: Record<string, string | Buffer>): Promise<void> {
    const all = Object.entries(files).map(([name, content]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) }));
    await this.page.locator('#file').setInputFiles(all);
  }

  async records(): Promise<ChunkRecord[]> {
    return JSON.parse(await this.json());
  }
}

/** CodeMirror says one of these where lines drawn for the first time are much higher than it guessed; it then draws them a frame later. */
const guessed = ['Measure loop restarted more than 5 times', 'Viewport failed to stabilize'];
/** Playwright says so where it keeps service workers out. */
const blocked = 'Service Worker registration blocked by Playwright';

/** A page that may say nothing on the console, break no policy and ask no other host. */
export const test = base.extend<{ lab: Lab; silence: string[] }>({
  silence: async ({ page, baseURL }, use) => {
    const said: string[] = [];
    page.on('console', (message) => {
      const isSaid = message.type() === 'error' || message.type() === 'warning';
      if (isSaid && ![...guessed, blocked].includes(message.text())) said.push(message.text());
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
