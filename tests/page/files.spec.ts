import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab } from './fixture';
import { commanded, expect, optionsOf, recordsOf, run, test } from './fixture';

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

async function open(lab: Lab, files: Record<string, string | Buffer>): Promise<void> {
  await lab.page
    .locator('#file')
    .setInputFiles(
      Object.entries(files).map(([name, content]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })),
    );
}

const tab = (lab: Lab, name: string) => lab.page.getByRole('tab', { name, exact: true });

/** What the command prints of a file. */
function commandedFile(name: string, text: string, ...options: string[]): string {
  return commanded(text, '--field', `doc_id=${name}`, ...options);
}

/** The whole text, as its records give it. */
async function textOf(lab: Lab): Promise<string> {
  const records = await lab.records();
  return records.map(({ text, overlap }) => [...text].slice(overlap).join('')).join('');
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
    await open(lab, { 'a.txt': bytes });
    await expect(tab(lab, 'a.txt')).toBeVisible();
    expect(await lab.json()).toBe(commandedFile('a.txt', czech, ...optionsOf({ strategy: 'sentence', size: 12, overlap: 4 })));
    await expect(lab.page.locator('#coding')).toHaveText(encoding);
  });
}

test('UTF-16 without a mark is seen where it is Japanese, too', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'a.txt': utf16(japanese, 'le') });
  await expect(tab(lab, 'a.txt')).toBeVisible();
  expect(await textOf(lab)).toBe(japanese);
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
    await open(lab, { 'old.txt': encoded(written, codec) });
    const dialog = lab.page.getByRole('dialog', { name: 'Which encoding?' });
    await expect(dialog).toContainText('old.txt is not UTF-8');
    await dialog.getByRole('combobox').selectOption(encoding);
    await expect(dialog.getByRole('group', { name: 'How the file begins' })).toContainText(written.slice(0, 12));
    await expect(dialog.getByText('cannot be read')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(tab(lab, 'old.txt')).toBeVisible();
    expect(await lab.json()).toBe(commandedFile('old.txt', written));
    await expect(lab.page.locator('#coding')).toHaveText(encoding);
  });
}

test('the encoding that a file looks like is offered first, and one that does not fit says so', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'a.txt': encoded(japanese.repeat(4), 'shift_jis') });
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
  await open(lab, { 'a.txt': Buffer.concat([Buffer.from('plain line\n'.repeat(9_000)), encoded(russian, 'koi8_r')]) });
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
  await open(lab, Object.fromEntries(Object.entries(kinds).map(([name, [bytes]]) => [name, bytes])));
  const alert = lab.page.getByRole('alert');
  for (const [, said] of Object.values(kinds)) await expect(alert).toContainText(said);
  await expect(alert).toContainText('What is open is unchanged');
  await expect(lab.editor).toContainText('Still here.');
  await expect(lab.page.getByRole('tab')).toHaveCount(0);
  await open(lab, { 'a.txt': 'A text.', 'letter.pdf': kinds['letter.pdf']?.[0] ?? '' });
  await expect(tab(lab, 'a.txt')).toBeVisible();
  await expect(alert).toContainText('letter.pdf is a PDF file');
});

test('one odd NUL makes no text binary', async ({ lab }) => {
  const text = 'A text with a \0 in it, as some programs leave behind. It is opened all the same.';
  await lab.open();
  await open(lab, { 'a.txt': text });
  await expect(tab(lab, 'a.txt')).toBeVisible();
  expect(await lab.json()).toBe(commandedFile('a.txt', text));
});

test('an empty file is an empty document', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'empty.txt': '' });
  await expect(tab(lab, 'empty.txt')).toBeVisible();
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

test('20 files are 20 documents, and are taken away as the command takes them', async ({ lab }) => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`file-${i}.md`, `# Part ${i}\r\n\r\n${`Sentence ${i} of it. `.repeat(i + 1)}\n`]),
  );
  const folder = mkdtempSync(join(tmpdir(), 'chunklab-'));
  await lab.open();
  await lab.choose('paragraph', 30, 5);
  await open(lab, files);
  await expect(lab.page.getByRole('tab')).toHaveCount(20);
  await tab(lab, 'file-7.md').click();
  await expect(lab.editor).toContainText('Part 7');
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'file-7.md' });
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  const dialog = lab.page.getByRole('dialog', { name: 'Take all chunks away' });
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    for (const format of [
      'jsonl',
      'json',
      'csv',
      'ollama',
      'ollama-bash',
      'ollama-powershell',
      'langchain',
      'llamaindex',
      'text',
    ]) {
      await dialog.getByLabel('Format').selectOption(format);
      const { name, text } = await lab.downloaded();
      const command = ['--format', format, ...optionsOf({ strategy: 'paragraph', size: 30, overlap: 5 }), ...Object.keys(files)];
      expect(text, format).toBe(run('', command, folder).stdout);
      expect(name).toMatch(/^documents\./);
    }
    const preview = dialog.getByRole('group', { name: 'The first chunks' });
    await expect(preview).toContainText('===== file-0.md · 1 of ');
    await dialog.getByRole('radio', { name: 'Only this document' }).check();
    await expect(preview).toContainText('===== file-7.md · 1 of ');
    expect((await lab.downloaded()).name).toBe('file-7.chunks.txt');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each document keeps its text, its place, its fields and its undo while others are shown', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'a.txt': 'First one.', 'b.txt': 'Second one.' });
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' More.');
  await lab.page.getByRole('button', { name: /^Fields/ }).click();
  await lab.page.getByLabel('Value of title').fill('A');
  await lab.page.getByRole('dialog', { name: 'Fields' }).getByRole('button', { name: 'Close' }).click();
  await tab(lab, 'a.txt').press('ArrowRight');
  await expect(tab(lab, 'b.txt')).toBeFocused();
  await expect(lab.editor).toHaveText('Second one.');
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'b.txt' });
  await lab.view('Painted');
  await expect(lab.paintedLines.first()).toHaveText('Second one.');
  await tab(lab, 'a.txt').click();
  await expect(lab.editor).toHaveText('First one. More.');
  await expect(lab.paintedLines.first()).toHaveText('First one. More.');
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'a.txt', title: 'A' });
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+z');
  await expect(lab.editor).toHaveText('First one.');
  await tab(lab, 'a.txt').press('Delete');
  await expect(lab.editor).toHaveText('Second one.');
  await expect(lab.page.getByText('a.txt was closed')).toBeVisible();
  await expect(tab(lab, 'b.txt')).toBeFocused();
  await lab.page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(lab.editor).toHaveText('First one.');
  await expect(tab(lab, 'b.txt')).toBeVisible();
  await lab.page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(lab.editor).toBeFocused();
  await lab.insert('Third one.');
  await expect(tab(lab, 'Untitled')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await lab.records())[0]?.text).toBe('Third one.');
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
  await expect(tab(lab, 'a.txt')).toBeVisible();
  await expect(lab.editor).toHaveText('From a file.');
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+a');
  await paste('Cells.');
  await expect(lab.editor).toHaveText('Cells.');
});

test('two files with the same name are told apart', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'a.txt': 'One.' });
  await lab.editor.click();
  await open(lab, { 'a.txt': 'Two.' });
  await expect(tab(lab, 'a.txt (2)')).toBeVisible();
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'a.txt (2)' });
});

test('the last document that is closed leaves an empty one', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'a.txt': 'One.' });
  await lab.page.getByRole('button', { name: 'Close a.txt' }).click();
  await expect(lab.page.locator('#empty')).toBeVisible();
  await lab.page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(lab.editor).toHaveText('One.');
  await expect(lab.page.getByRole('tab')).toHaveCount(1);
});

const page = readFileSync('tests/files/page.html', 'utf8');

test('HTML stays as it is, or is reduced to Markdown, as the person chooses', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'page.html': page });
  await expect(tab(lab, 'page.html')).toBeVisible();
  expect(await lab.json()).toBe(commandedFile('page.html', page));
  await lab.page.getByRole('button', { name: 'Reduce to Markdown' }).click();
  await expect(lab.page.getByRole('button', { name: 'Back to the HTML' })).toBeVisible();
  const reduced = readFileSync('tests/files/page.md', 'utf8');
  await expect.poll(() => textOf(lab)).toBe(reduced);
  await lab.page.getByRole('button', { name: 'Back to the HTML' }).click();
  await expect.poll(() => textOf(lab)).toBe(page);
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => textOf(lab)).toBe(reduced);
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
  const reduced = await textOf(lab);
  expect(reduced).toContain('Before x-own.');
  expect(reduced).not.toContain('<p>');
});

test('what is reduced is not taken for HTML any more, whatever its name is and wherever it goes', async ({ lab }) => {
  await lab.open();
  await open(lab, { 'page.html': page });
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
  await expect.poll(() => textOf(lab)).toBe(page);
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
  await expect.poll(() => textOf(lab)).toBe('Text.\n');
  expect(await lab.page.evaluate(() => '__hit' in window)).toBe(false);
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  await expect(lab.page.locator('dialog img, main img')).toHaveCount(0);
});

for (const [name, matter, expected] of [
  [
    'YAML',
    '---\ntitle: Pumps: "a" handbook\n---\n',
    // A colon with a blank in a plain text is no YAML: nothing is offered.
    undefined,
  ],
  [
    'YAML',
    '---\ntitle: "Pumps: a handbook"\nversion: 1.10\ndate: 2026-01-31\ndraft: no\ntags: [water, power]\nauthor:\n  name: nested\nempty:\n---\n',
    { title: 'Pumps: a handbook', version: '1.10', date: '2026-01-31', draft: 'no', tags: 'water, power' },
  ],
  [
    'TOML',
    '+++\r\ntitle = "Pumps"\r\nversion = 1.10\r\nvalid_from = 2026-01-31\r\ntags = ["water", "power"]\r\n[author]\r\nname = "nested"\r\n+++\r\n',
    { title: 'Pumps', version: '1.10', valid_from: '2026-01-31', tags: 'water, power' },
  ],
] as const) {
  test(`front matter in ${name} is offered as fields: ${expected ? Object.keys(expected) : 'or not, where it is none'}`, async ({
    lab,
  }) => {
    const text = `${matter}\n# One\n\nText of the first part.\n\n# Two\n\nText of the second part.\n`;
    await lab.open();
    await lab.choose('semantic', 20, 0);
    await lab.page.getByText('More settings').click();
    await lab.page.getByLabel('Put the heading path in front').check();
    await open(lab, { 'a.md': text });
    await expect(tab(lab, 'a.md')).toBeVisible();
    if (!expected) {
      await lab.json();
      await expect(lab.page.getByRole('button', { name: 'Use as fields' })).toHaveCount(0);
      return;
    }
    await lab.page.getByRole('button', { name: 'Use as fields' }).click();
    await expect(lab.page.getByRole('button', { name: 'Use as fields' })).toHaveCount(0);
    await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'a.md', ...expected });
    // What is embedded is what the command gives for these fields, with the title first.
    const fields = Object.entries(expected).flatMap(([key, value]) => ['--field', `${key}=${value}`]);
    const options = ['--breadcrumb', '--field', 'doc_id=a.md', ...fields];
    const records = recordsOf(text, { strategy: 'semantic', size: 20, overlap: 0 }, ...options);
    expect((await lab.records()).map(({ text, id }) => ({ text, id }))).toEqual(records.map(({ text, id }) => ({ text, id })));
    expect(records.at(-1)?.text).toContain(expected.title.slice(0, 5));
    await lab.page.getByRole('button', { name: 'Take away…' }).click();
    await lab.page.getByLabel('Format').selectOption('text');
    expect((await lab.downloaded()).text).toBe(
      run(text, ['--format', 'text', ...optionsOf({ strategy: 'semantic', size: 20, overlap: 0 }), ...options]).stdout,
    );
  });
}

test('fields are given by hand under any name, in order, and go with a link', async ({ lab }) => {
  await lab.open();
  await lab.paste('Some text.');
  await lab.page.getByRole('button', { name: 'Fields…' }).click();
  const dialog = lab.page.getByRole('dialog', { name: 'Fields' });
  await dialog.getByLabel('Value of doc_id').fill('d-1');
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await dialog.getByLabel('Name of a field').fill('2024');
  await dialog.getByLabel('Name of a field').press('Tab');
  await dialog.getByLabel('Value of 2024').fill('a = <b>b</b>');
  await dialog.getByLabel('Value of 2024').press('Tab');
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await dialog.getByLabel('Name of a field').last().fill('2024');
  await dialog.getByLabel('Name of a field').last().press('Tab');
  await dialog.getByLabel('Value of 2024').last().fill('twice');
  await dialog.getByLabel('Value of 2024').last().press('Tab');
  await expect(dialog.getByLabel('Name of a field').last()).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText('Left out: a name that is there already');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(lab.page.getByRole('button', { name: 'Fields (2)…' })).toBeVisible();
  expect(await lab.json()).toBe(commanded('Some text.', '--field', 'doc_id=d-1', '--field', '2024=a = <b>b</b>'));
  await lab.page.getByRole('button', { name: 'Share…' }).click();
  await lab.page.getByLabel('with the document').check();
  const link = lab.page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/field=2024/);
  const address = await link.inputValue();
  await lab.page.goto('about:blank');
  await lab.page.goto(address);
  await expect(lab.editor).toHaveText('Some text.');
  expect(await lab.json()).toBe(commanded('Some text.', '--field', 'doc_id=d-1', '--field', '2024=a = <b>b</b>'));
});

test('a file of 50 MB is opened, chunked, changed and taken away', async ({ lab }) => {
  test.setTimeout(180_000);
  const block = readFileSync('tests/corpus/en-contract.txt', 'utf8') + readFileSync('tests/corpus/ja-manual.md', 'utf8');
  const text = block.repeat(Math.ceil(50e6 / Buffer.byteLength(block)));
  const folder = mkdtempSync(join(tmpdir(), 'chunklab-'));
  const path = join(folder, 'large.txt');
  try {
    writeFileSync(path, text);
    await lab.open();
    await lab.page.locator('#file').setInputFiles(path);
    await expect(tab(lab, 'large.txt')).toBeVisible({ timeout: 30_000 });
    const { chunks } = JSON.parse(run('', ['--stats', path]).stderr).statistics;
    await expect(lab.statistics).toContainText(`${chunks.toLocaleString('en')} chunks`, { timeout: 60_000 });
    await lab.editor.click();
    await lab.page.keyboard.press('ControlOrMeta+Home');
    await lab.page.keyboard.type('X');
    await expect(lab.cards.first()).toContainText(`X${text.slice(0, 20)}`, { timeout: 60_000 });
    await lab.page.getByRole('button', { name: 'Take away…' }).click();
    const file = await lab.downloaded(120_000);
    expect(file.text === run(`X${text}`, ['--format', 'jsonl', '--field', 'doc_id=large.txt']).stdout).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
