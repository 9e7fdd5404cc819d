import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { commanded, commandedFile, expect, optionsOf, run, statisticsOf, test } from './fixture';

const czech = 'Příliš žluťoučký kůň úpěl ďábelské ódy.\r\n\r\nČerpadlo běží „naplno“, tak ho vypněte.\r\n';

const japanese = '東京は雨です。「はい。」と言った。\n\n明日は晴れでしょう。駅まで歩きます。\n';

const russian = 'Насос включается утром.\n\nВечером он стоит: вода не нужна.\n';

/** Bytes in an encoding that only Python writes. */
function encoded(text: string, encoding: string): Buffer {
  const script = `import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode().encode("${encoding}"))`;
  return spawnSync('python3', ['-c', script], { input: text }).stdout;
}

function utf16(text: string, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

for (const [name, bytes, encoding] of [
  ['UTF-8', Buffer.from(czech), 'utf-8'],
  ['UTF-16 little-endian with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(czech, 'le')]), 'utf-16le'],
  ['UTF-16 big-endian with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(czech, 'be')]), 'utf-16be'],
  ['UTF-16 little-endian without', utf16(czech, 'le'), 'utf-16le'],
  ['UTF-16 big-endian without', utf16(czech, 'be'), 'utf-16be'],
] as const) {
  test(`a file in ${name} is opened as it is, and its encoding said`, async ({ lab }) => {
    await lab.open();
    await lab.choose('sentence', 12, 4);
    await lab.openFiles({ 'a.txt': bytes });
    await expect(lab.tab('a.txt')).toBeVisible();
    expect(await lab.json()).toBe(commandedFile('a.txt', czech, ...optionsOf({ strategy: 'sentence', size: 12, overlap: 4 })));
    await expect(lab.page.locator('#coding')).toHaveText(encoding);
  });
}

test('UTF-16 without a mark is seen where it is Japanese, too', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'a.txt': utf16(japanese, 'le') });
  await expect(lab.tab('a.txt')).toBeVisible();
  expect(await lab.text()).toBe(japanese);
});

for (const [text, encoding, codec] of [
  [czech, 'windows-1250', 'cp1250'],
  [czech, 'iso-8859-2', 'iso8859_2'],
  [russian, 'windows-1251', 'cp1251'],
  [russian, 'koi8-r', 'koi8_r'],
  [russian, 'ibm866', 'cp866'],
  [japanese, 'shift_jis', 'shift_jis'],
  [japanese, 'euc-jp', 'euc_jp'],
  [japanese, 'iso-2022-jp', 'iso2022_jp'],
  ['天下大雨。我们坐车回家。\r\n', 'gbk', 'gbk'],
  ['天下大雨。我們坐車回家。\r\n', 'big5', 'big5'],
  ['비가 옵니다. 우산을 가져가세요.\r\n', 'euc-kr', 'euc_kr'],
  ['Ce café coûte 3 €, déjà payé.\r\n', 'windows-1252', 'cp1252'],
] as const) {
  test(`a file in ${encoding} is opened in the encoding that a person chooses by its look (U23)`, async ({ lab }) => {
    // ISO 8859-2 has no low quotation marks.
    const written = encoding === 'iso-8859-2' ? text.replace(/[„“]/g, '"') : text;
    await lab.open();
    await lab.openFiles({ 'old.txt': encoded(written, codec) });
    const dialog = lab.page.getByRole('dialog', { name: 'Which encoding?' });
    await expect(dialog).toContainText('old.txt is not UTF-8');
    await dialog.getByRole('combobox').selectOption(encoding);
    await expect(dialog.getByRole('group', { name: 'How the file begins' })).toContainText(written.slice(0, 12));
    await expect(dialog.getByText('cannot be read')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(lab.tab('old.txt')).toBeVisible();
    expect(await lab.json()).toBe(commandedFile('old.txt', written));
    await expect(lab.page.locator('#coding')).toHaveText(encoding);
  });
}

test('the encoding that a file looks like is offered first, and one that does not fit says so', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'a.txt': encoded(japanese.repeat(4), 'shift_jis') });
  const dialog = lab.page.getByRole('dialog', { name: 'Which encoding?' });
  await expect(dialog.getByRole('combobox')).toHaveValue('shift_jis');
  await dialog.getByRole('combobox').selectOption('utf-8');
  await expect(dialog).toContainText('characters cannot be read');
  await dialog.getByRole('button', { name: 'Do not open' }).click();
  await expect(lab.editor).toContainText('Pump station handbook');
  await expect(lab.page.getByRole('tab')).toHaveCount(0);
});

test('a text far behind plain ASCII is shown where it begins to matter', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'a.txt': Buffer.concat([Buffer.from('plain line\n'.repeat(9_000)), encoded(russian, 'koi8_r')]) });
  const dialog = lab.page.getByRole('dialog', { name: 'Which encoding?' });
  await dialog.getByRole('combobox').selectOption('koi8-r');
  await expect(dialog.getByRole('group', { name: 'How the file begins' })).toContainText('Насос включается утром.');
});

const kinds: Record<string, [Buffer, string]> = {
  'letter.pdf': [Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'), 'letter.pdf is a PDF file'],
  'picture.png': [
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    'picture.png is a PNG file',
  ],
  'old.rtf': [Buffer.from('{\\rtf1\\ansi Hello}'), 'old.rtf is a RTF file'],
  'pack.gz': [Buffer.from('1f8b0800000000000003cb48cdc9c95728cf2fca490100', 'hex'), 'pack.gz is a GZ file'],
  'unknown.bin': [Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 7) % 256)), 'unknown.bin is binary data'],
};

test('binary files are refused by name and kind, and texts among them opened', async ({ lab }) => {
  await lab.open();
  await lab.paste('Still here.');
  await lab.openFiles(Object.fromEntries(Object.entries(kinds).map(([name, [bytes]]) => [name, bytes])));
  const alert = lab.page.getByRole('alert');
  for (const [, said] of Object.values(kinds)) await expect(alert).toContainText(said);
  await expect(alert).toContainText('What is open is unchanged');
  await expect(lab.editor).toContainText('Still here.');
  await expect(lab.page.getByRole('tab')).toHaveCount(0);
  await lab.openFiles({ 'a.txt': 'A text.', 'letter.pdf': kinds['letter.pdf']?.[0] ?? '' });
  await expect(lab.tab('a.txt')).toBeVisible();
  await expect(alert).toContainText('letter.pdf is a PDF file');
});

test('one odd NUL makes no text binary', async ({ lab }) => {
  const text = 'A text with a \0 in it, as some programs leave behind. It is opened all the same.';
  await lab.open();
  await lab.openFiles({ 'a.txt': text });
  await expect(lab.tab('a.txt')).toBeVisible();
  expect(await lab.json()).toBe(commandedFile('a.txt', text));
});

test('an empty file is an empty document', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'empty.txt': '' });
  await expect(lab.tab('empty.txt')).toBeVisible();
  await expect(lab.page.locator('#empty')).toBeVisible();
  expect(await lab.json()).toBe(commanded(''));
});

test('a file that cannot be read, or is too large, leaves what is open alone', async ({ lab }) => {
  await lab.open();
  await lab.paste('Still here.');
  const drop = (name: string, size?: number) =>
    lab.editor.evaluate(
      (target, { name, size }) => {
        const file = new File(['text'], name);
        // As a file that was deleted since, and one that no memory holds.
        if (size === undefined) file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
        else Object.defineProperty(file, 'size', { value: size });
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, composed: true });
        Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [file] } });
        target.dispatchEvent(event);
      },
      { name, size },
    );
  await drop('gone.txt');
  await expect(lab.page.getByRole('alert')).toContainText('gone.txt could not be read');
  await drop('huge.txt', 3e9);
  await expect(lab.page.getByRole('alert')).toContainText('huge.txt is too large');
  expect(await lab.json()).toBe(commanded('Still here.'));
});

test('files that are pasted are opened, and text that comes with a picture of it is pasted as text', async ({ lab }) => {
  await lab.open();
  const paste = (text?: string) =>
    lab.editor.evaluate((editor, text) => {
      const data = new DataTransfer();
      data.items.add(new File(['From a file.'], 'a.txt'));
      if (text !== undefined) data.setData('text/plain', text);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
    }, text);
  await paste();
  await expect(lab.tab('a.txt')).toBeVisible();
  await expect(lab.editor).toHaveText('From a file.');
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+a');
  await paste('Cells.');
  await expect(lab.editor).toHaveText('Cells.');
});

test('a file of 50 MB is opened, chunked, changed and taken away', async ({ lab }) => {
  test.setTimeout(180_000);
  const block = readFileSync('tests/corpus/en-contract.txt', 'utf8') + readFileSync('tests/corpus/ja-manual.md', 'utf8');
  const text = block.repeat(Math.ceil(50e6 / Buffer.byteLength(block)));
  const path = test.info().outputPath('large.txt');
  writeFileSync(path, text);
  await lab.open();
  await lab.page.locator('#file').setInputFiles(path);
  await expect(lab.tab('large.txt')).toBeVisible({ timeout: 30_000 });
  const { chunks } = JSON.parse(run('', ['--stats', path]).stderr).statistics;
  await expect(lab.statistics).toContainText(`${chunks.toLocaleString('en')} chunks`, { timeout: 60_000 });
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+Home');
  await lab.page.keyboard.type('X');
  await expect(lab.cards.first()).toContainText(`X${text.slice(0, 20)}`, { timeout: 60_000 });
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  const file = await lab.downloaded(120_000);
  expect(file.text === run(`X${text}`, ['--format', 'jsonl', '--field', 'doc_id=large.txt']).stdout).toBe(true);
});

/** Many paragraphs, none like another: so many million characters. */
function long(millions: number): string {
  const paragraph = (i: number) =>
    `Paragraph ${i} says what the station did on day ${i}. It lifted water, and then it lifted more of it.\n\n`;
  const count = Math.ceil((millions * 1_000_000) / paragraph(100_000).length);
  return Array.from({ length: count }, (_, i) => paragraph(100_000 + i)).join('');
}

test('of a large file the first chunks are shown before all are there, and no number before that', async ({ lab, page }) => {
  await lab.open();
  const text = long(12);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = () => {
      const isPart = document.querySelector('#statistics')?.getAttribute('aria-busy') === 'true';
      const first = document.querySelector('#chunks .text')?.textContent ?? '';
      if (isPart) seen.push(`${first.slice(0, 16)}|${document.querySelector('#length')?.textContent}`);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const before = await page.locator('#length').textContent();
  await lab.openFiles({ 'long.txt': text });
  const all = `${text.length.toLocaleString('en')} characters`;
  await expect(page.locator('#length')).toContainText(all, { timeout: 60_000 });
  await expect(page.locator('#statistics')).toHaveAttribute('aria-busy', 'false');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toContain(`Paragraph 100000|${before}`);
  // What was put together from pieces is what the whole gives.
  const { chunks } = statisticsOf(text, { strategy: 'recursive-char', size: 500, overlap: 50 });
  await expect(page.locator('#statistics')).toContainText(`${chunks.toLocaleString('en')} chunks`);
});

test('a text that takes long says how far it is, and can be given up and begun again', async ({ lab, page }) => {
  await lab.open();
  // Tiny chunks take longest: there are a million of them.
  await lab.choose('recursive-char', 4, 1);
  const text = long(12);
  await page.evaluate(() => {
    const part = document.querySelector('#part') as HTMLElement;
    new MutationObserver((_, observer) => {
      if (part.hidden) return;
      Object.assign(window, { told: part.textContent });
      document.querySelector<HTMLButtonElement>('#part-stop')?.click();
      observer.disconnect();
    }).observe(part, { attributes: true });
  });
  await lab.openFiles({ 'long.txt': text });
  await expect(page.locator('#notice-text')).toContainText('stopped', { timeout: 60_000 });
  expect(await page.evaluate(() => (window as unknown as { told: string }).told)).toMatch(/\d+ MB of 1\d MB/);
  await expect(page.locator('#part')).toBeHidden();
  await lab.choose('paragraph', 400, 0);
  await expect(page.locator('#length')).toContainText(`${text.length.toLocaleString('en')} characters`, { timeout: 60_000 });
});

test('of two files that both need an encoding each is asked for in turn', async ({ lab, page }) => {
  await lab.open();
  const dialog = page.getByRole('dialog', { name: 'Which encoding?' });
  await lab.openFiles({ 'one.txt': Buffer.from('caf\xe9 a', 'latin1') });
  await expect(dialog).toContainText('one.txt');
  await lab.openFiles({ 'two.txt': Buffer.from('\xcd\xe0\xf1\xee\xf1', 'latin1') });
  await dialog.getByRole('combobox').selectOption('windows-1252');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toContainText('two.txt');
  await dialog.getByRole('combobox').selectOption('windows-1251');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(lab.editor).toHaveText('Насос');
  await lab.tab('one.txt').click();
  await expect(lab.editor).toHaveText('café a');
});
