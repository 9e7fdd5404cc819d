import { writeFileSync } from 'node:fs';
import { commanded, expect, optionsOf, recordsOf, run, test } from './fixture';

test('20 files are 20 documents, and are taken away as the command takes them', async ({ lab }) => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`file-${i}.md`, `# Part ${i}\r\n\r\n${`Sentence ${i} of it. `.repeat(i + 1)}\n`]),
  );
  await lab.open();
  await lab.choose('paragraph', 30, 5);
  await lab.openFiles(files);
  await expect(lab.page.getByRole('tab')).toHaveCount(20);
  await lab.tab('file-7.md').click();
  await expect(lab.editor).toContainText('Part 7');
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'file-7.md' });
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  const dialog = lab.page.getByRole('dialog', { name: 'Take all chunks away' });
  for (const [name, text] of Object.entries(files)) writeFileSync(test.info().outputPath(name), text);
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
    expect(text, format).toBe(run('', command, test.info().outputDir).stdout);
    expect(name).toMatch(/^documents\./);
  }
  const preview = dialog.getByRole('group', { name: 'The first chunks' });
  await expect(preview).toContainText('===== file-0.md · 1 of ');
  await dialog.getByRole('radio', { name: 'Only this document' }).check();
  await expect(preview).toContainText('===== file-7.md · 1 of ');
  expect((await lab.downloaded()).name).toBe('file-7.chunks.txt');
});

test('each document keeps its text, its place, its fields and its undo while others are shown', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'a.txt': 'First one.', 'b.txt': 'Second one.' });
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+End');
  await lab.page.keyboard.type(' More.');
  await lab.page.getByRole('button', { name: /^Fields/ }).click();
  await lab.page.getByLabel('Value of title').fill('A');
  await lab.page.getByRole('dialog', { name: 'Fields' }).getByRole('button', { name: 'Close' }).click();
  await lab.tab('a.txt').press('ArrowRight');
  await expect(lab.tab('b.txt')).toBeFocused();
  await expect(lab.editor).toHaveText('Second one.');
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'b.txt' });
  await lab.view('Painted');
  await expect(lab.paintedLines.first()).toHaveText('Second one.');
  await lab.tab('a.txt').click();
  await expect(lab.editor).toHaveText('First one. More.');
  await expect(lab.paintedLines.first()).toHaveText('First one. More.');
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'a.txt', title: 'A' });
  await lab.editor.focus();
  await lab.page.keyboard.press('ControlOrMeta+z');
  await expect(lab.editor).toHaveText('First one.');
  await lab.tab('a.txt').press('Delete');
  await expect(lab.editor).toHaveText('Second one.');
  await expect(lab.page.getByText('a.txt was closed')).toBeVisible();
  await expect(lab.tab('b.txt')).toBeFocused();
  await lab.page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(lab.editor).toHaveText('First one.');
  await expect(lab.tab('b.txt')).toBeVisible();
  await lab.page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(lab.editor).toBeFocused();
  await lab.insert('Third one.');
  await expect(lab.tab('Untitled')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await lab.records())[0]?.text).toBe('Third one.');
});

test('what is pasted takes the place of the untouched sample, undo brings it back, and New leaves none of it behind', async ({
  lab,
}) => {
  await lab.open();
  await lab.page.evaluate(() => navigator.clipboard.writeText('Mine.'));
  await lab.editor.click();
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.editor).toHaveText('Mine.');
  await lab.page.keyboard.press('ControlOrMeta+z');
  await expect(lab.editor).toContainText('Pump station handbook');
  // A text of one's own, which the sample is once it is touched, is pasted into.
  await lab.editor.press('ControlOrMeta+Home');
  await lab.page.keyboard.type('X');
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.editor).toContainText('XMine.# Pump station handbook');
  for (let i = 0; i < 2; i++) await lab.page.keyboard.press('ControlOrMeta+z');
  await lab.page.getByRole('button', { name: 'New', exact: true }).click();
  await lab.page.keyboard.type('Only mine.');
  await expect.poll(() => lab.json()).toBe(commanded('Only mine.'));
  await lab.page.getByRole('button', { name: 'Take away…' }).click();
  await expect(lab.page.locator('#take-away')).toContainText('Only mine.');
  await expect(lab.page.locator('#take-away')).not.toContainText('Pump station');
});

test('what is pasted where nothing takes a text goes into the document', async ({ lab }) => {
  await lab.open();
  await lab.page.evaluate(() => navigator.clipboard.writeText('Mine. '));
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.editor).toHaveText('Mine. ');
  await lab.page.getByRole('radio', { name: 'sentence', exact: true }).check();
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.editor).toHaveText('Mine. Mine. ');
  await expect(lab.editor).toBeFocused();
  await expect
    .poll(() => lab.json())
    .toBe(commanded('Mine. Mine. ', ...optionsOf({ strategy: 'sentence', size: 500, overlap: 50 })));
  // A field keeps what is pasted into it, and a dialog what is pasted over it.
  await lab.page.evaluate(() => navigator.clipboard.writeText('1'));
  await lab.number('Chunk size').click();
  await lab.page.keyboard.press('End');
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.number('Chunk size')).toHaveValue('5001');
  await lab.page.getByRole('button', { name: 'Share…' }).click();
  await lab.page.keyboard.press('ControlOrMeta+v');
  await lab.page.keyboard.press('Escape');
  await expect(lab.editor).toHaveText('Mine. Mine. ');
});

test('two files with the same name are told apart', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'a.txt': 'One.' });
  await lab.editor.click();
  await lab.openFiles({ 'a.txt': 'Two.' });
  await expect(lab.tab('a.txt (2)')).toBeVisible();
  await expect.poll(async () => (await lab.records())[0]?.metadata).toEqual({ doc_id: 'a.txt (2)' });
});

test('the last document that is closed leaves an empty one', async ({ lab }) => {
  await lab.open();
  await lab.openFiles({ 'a.txt': 'One.' });
  await lab.page.getByRole('button', { name: 'Close a.txt' }).click();
  await expect(lab.page.locator('#empty')).toBeVisible();
  await lab.page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(lab.editor).toHaveText('One.');
  await expect(lab.page.getByRole('tab')).toHaveCount(1);
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
    await lab.openFiles({ 'a.md': text });
    await expect(lab.tab('a.md')).toBeVisible();
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
    expect(
      recordsOf(
        text,
        { strategy: 'semantic', size: 20, overlap: 0 },
        '--breadcrumb',
        '--field',
        'doc_id=a.md',
        '--front-matter',
      ).map(({ text, id }) => ({ text, id })),
    ).toEqual(records.map(({ text, id }) => ({ text, id })));
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

test('text that is closed is not left without a question, and can be brought back', async ({ lab, page }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss();
  });
  await lab.open();
  for (const text of ['First work.', 'Second work.']) {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await lab.insert(text);
  }
  await expect(page.getByRole('tab')).toHaveText(['Untitled', 'Untitled (2)']);
  await page.getByRole('button', { name: 'Close Untitled' }).click();
  await page.getByRole('button', { name: 'Close Untitled' }).click();
  await page.evaluate(() => location.reload()).catch(() => {});
  await expect.poll(() => asked).toEqual(['beforeunload']);
  for (const text of ['First work.', 'Second work.']) {
    await page.getByRole('button', { name: 'Bring back Untitled' }).click();
    await expect(lab.editor).toHaveText(text);
  }
  await expect(page.getByRole('button', { name: 'Bring back Untitled' })).toHaveCount(0);
});
