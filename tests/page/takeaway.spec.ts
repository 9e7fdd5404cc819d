import { readdirSync, readFileSync } from 'node:fs';
import type { Lab } from './fixture';
import { expect, optionsOf, run, strategies, test } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');
const hostile = `${sample}\n\n=1+1 "quoted" \\ $(id) \`id\` 'single'\n\n@SUM 👍🏽 東京 \u2028 <b>markup</b>\r\n\u0000 end`;
const given = { strategy: 'recursive-char', size: 60, overlap: 12 } as const;

const formats: Record<string, string> = {
  json: 'document.chunks.json',
  jsonl: 'document.chunks.jsonl',
  csv: 'document.chunks.csv',
  ollama: 'document.ollama.json',
  'ollama-bash': 'document.ollama.sh',
  'ollama-powershell': 'document.ollama.ps1',
  langchain: 'document.langchain.json',
  llamaindex: 'document.llamaindex.json',
  text: 'document.chunks.txt',
};

/** What the command gives for a format, byte for byte. */
function commanded(text: string, ...more: string[]): string {
  return run(text, [...optionsOf(given), ...more]).stdout;
}

async function open(lab: Lab, text = hostile) {
  await lab.open();
  await lab.paste(text);
  await lab.choose(given.strategy, given.size, given.overlap);
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  return lab.page.getByRole('dialog', { name: 'Take all chunks away' });
}

test('it says what the chunks are made with: the set that is shown, and the last settings that were taken', async ({ lab }) => {
  await lab.page.goto('#strategy=semantic&size=80&overlap=10&b.strategy=sentence&b.size=40&b.overlap=5');
  await expect(lab.cards.first()).toBeVisible();
  const says = async (settings: string) => {
    await lab.page.getByRole('button', { name: 'Take away…' }).click();
    await expect(lab.page.locator('#take-away-form p').first()).toHaveText(settings);
    await lab.page.keyboard.press('Escape');
  };
  await says('A semantic, 80, overlap 10');
  await lab.page.getByRole('radio', { name: 'B', exact: true }).check();
  await says('B sentence, 40, overlap 5');
  await lab.number('Overlap').fill('90');
  await expect(lab.number('Overlap')).toHaveAttribute('aria-invalid', 'true');
  await says('B sentence, 40, overlap 5');
});

test('every format is downloaded and copied as the command gives it', async ({ lab }) => {
  const dialog = await open(lab);
  for (const [format, name] of Object.entries(formats)) {
    await dialog.getByLabel('Format').selectOption(format);
    const expected = commanded(hostile, '--format', format);
    expect(await lab.downloaded(), format).toEqual({ name, text: expected });
    await lab.page.evaluate(() => navigator.clipboard.writeText(''));
    await dialog.locator('#take-copy').click();
    const read = () => lab.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe('');
    await expect(dialog.locator('#take-copy')).toHaveText('Copied');
    // A clipboard holds no NUL.
    expect(await read(), format).toBe(expected.replaceAll('\0', '\u2400'));
  }
  await expect(dialog.locator('#take-copy')).toHaveText('Copy');
});

for (const strategy of strategies) {
  test(`${strategy}: every format holds the whole corpus as the command gives it`, async ({ lab }) => {
    const corpus = 'tests/corpus';
    const names = readdirSync(corpus).filter((name) => /\.(md|txt)$/.test(name) && name !== 'README.md');
    const settings = { strategy, size: 120, overlap: 25 };
    await lab.open();
    await lab.choose(strategy, settings.size, settings.overlap);
    await lab.page.locator('#file').setInputFiles(names.map((name) => `${corpus}/${name}`));
    await expect(lab.page.getByRole('tab')).toHaveCount(names.length);
    await lab.page.getByRole('button', { name: 'Take away…' }).click();
    for (const format of Object.keys(formats)) {
      await lab.page.getByLabel('Format').selectOption(format);
      const expected = run('', [...optionsOf(settings), '--format', format, ...names], corpus).stdout;
      expect((await lab.downloaded()).text === expected, format).toBe(true);
    }
  });
}

test('the first chunks are shown as they will be taken away', async ({ lab }) => {
  const dialog = await open(lab);
  const preview = dialog.getByRole('group', { name: 'The first chunks as they will be taken away' });
  await expect(dialog.getByLabel('Format')).toHaveValue('jsonl');
  const lines = commanded(hostile, '--format', 'jsonl').split('\n');
  await expect(preview).toHaveText(lines.slice(0, 3).join('\n'));
  await dialog.getByLabel('Format').selectOption('text');
  await expect(preview).toContainText(`===== 1 of ${lines.length - 1} ·`);
  await dialog.getByLabel('Format').selectOption('csv');
  await expect(preview).toContainText('index,id,text,tokens');
  await expect(dialog.locator('b, script, img')).toHaveCount(0);
});

test('offsets are those chosen, and named', async ({ lab }) => {
  await lab.open();
  await lab.offsets('byte');
  const dialog = await open(lab);
  await lab.page.keyboard.press('Escape');
  await lab.offsets('byte');
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  await expect(dialog).toContainText('Offsets count bytes of UTF-8');
  expect((await lab.downloaded()).text).toBe(commanded(hostile, '--offsets', 'byte', '--format', 'jsonl'));
  await dialog.getByLabel('Format').selectOption('llamaindex');
  await expect(dialog).toContainText('Offsets count characters');
});

test('Ollama is asked for the model, the server and the cut that are chosen', async ({ lab }) => {
  const dialog = await open(lab);
  await dialog.getByLabel('Format').selectOption('ollama-bash');
  await dialog.getByLabel('Model', { exact: true }).fill("it's");
  await dialog.getByLabel('Server').fill('http://gpu.local:1234/');
  await dialog.getByLabel('cut off what').check();
  const options = ['--model', "it's", '--server', 'http://gpu.local:1234/', '--truncate'];
  await expect(dialog.getByRole('group', { name: 'The first chunks' })).toContainText('gpu.local:1234/api/embed');
  expect((await lab.downloaded()).text).toBe(commanded(hostile, '--format', 'ollama-bash', ...options));
});

test('a download is named after the file, and frameworks get the lines that load it', async ({ lab }) => {
  await lab.open();
  const file = { name: 'My "handbook".v2.md', mimeType: 'text/markdown', buffer: Buffer.from(sample) };
  await lab.page.locator('#file').setInputFiles(file);
  await expect(lab.editor).toContainText('Pump station handbook');
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  const dialog = lab.page.getByRole('dialog', { name: 'Take all chunks away' });
  await dialog.getByLabel('Format').selectOption('langchain');
  await expect(dialog).toContainText('json.load(open("My \\"handbook\\".v2.langchain.json", encoding="utf-8"))');
  expect((await lab.downloaded()).name).toContain('handbook');
});

test('a download has the name of the format that it is in, whatever is chosen meanwhile', async ({ lab, page }) => {
  await open(lab, 'A sentence. '.repeat(300_000));
  const download = page.waitForEvent('download');
  await page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('#download')?.click();
    const format = document.querySelector<HTMLSelectElement>('#format') as HTMLSelectElement;
    format.value = 'csv';
    format.dispatchEvent(new Event('change'));
  });
  const found = await download;
  expect(found.suggestedFilename()).toBe('document.chunks.jsonl');
  expect(readFileSync(await found.path(), 'utf8').slice(0, 10)).toBe('{"index":0');
});
