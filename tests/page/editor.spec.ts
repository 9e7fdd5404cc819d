import { commanded, expect, test } from './fixture';

test('line ends stay as they are, pasted and opened alike (U20)', async ({ lab }) => {
  const text = '\uFEFFone\r\n\r\ntwo\rthree\n\nfour\u2028five\r\n';
  const options = ['--size', '3', '--overlap', '0'];
  await lab.open();
  await lab.choose('recursive-char', 3, 0);
  await lab.paste(text);
  expect(await lab.json()).toBe(commanded(text, ...options));
  await lab.page.getByRole('button', { name: 'Clear' }).click();
  await lab.page.locator('#file').setInputFiles({ name: 'mixed.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(lab.editor).toContainText('three');
  expect(await lab.json()).toBe(commanded(text, ...options, '--field', 'doc_id=mixed.txt'));
});

for (const place of ['the document', 'anywhere else']) {
  test(`a file that is dropped on ${place} is opened`, async ({ lab }) => {
    await lab.open();
    const target = place === 'the document' ? lab.editor : lab.page.getByRole('region', { name: 'Help' });
    await target.evaluate((target) => {
      const data = new DataTransfer();
      data.items.add(new File(['Dropped\r\n\r\ntext.'], 'a.txt', { type: 'text/plain' }));
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true }));
    });
    await expect(lab.editor).toContainText('Dropped');
    expect(await lab.json()).toBe(commanded('Dropped\r\n\r\ntext.', '--field', 'doc_id=a.txt'));
  });
}

test('typing in the middle keeps the caret, and undo brings the text back (U06)', async ({ lab }) => {
  await lab.open();
  await lab.paste('alpha omega');
  await lab.page.keyboard.press('Home');
  for (let i = 0; i < 5; i++) await lab.page.keyboard.press('ArrowRight');
  await lab.page.keyboard.type('bet');
  await expect.poll(async () => (await lab.records())[0]?.text).toBe('alphabet omega');
  await lab.editor.focus();
  await lab.page.keyboard.type('s');
  await expect.poll(async () => (await lab.records())[0]?.text).toBe('alphabets omega');
  await lab.editor.focus();
  // The words typed, then the paste.
  for (let i = 0; i < 3; i++) await lab.page.keyboard.press('ControlOrMeta+z');
  await expect(lab.editor).toContainText('Pump station handbook');
});

test('half an emoji is kept as it is, and becomes whole when its other half comes (C94)', async ({ lab }) => {
  await lab.open();
  await lab.paste('hello');
  await lab.page.keyboard.press('ControlOrMeta+End');
  await lab.insert('\uD83D');
  expect((await lab.records())[0]?.text).toBe('hello\uFFFD');
  await lab.editor.focus();
  await lab.insert('\uDE00');
  const [record] = await lab.records();
  expect(record).toMatchObject({ text: 'hello😀', characters: 6, start: 0, end: 6 });
  await lab.editor.focus();
  await lab.page.keyboard.press('Backspace');
  expect((await lab.records())[0]?.text).toBe('hello');
});

test('a text composed by an input method arrives whole (U03)', async ({ lab }) => {
  await lab.open();
  await lab.paste('駅は');
  const input = await lab.page.context().newCDPSession(lab.page);
  for (const text of ['と', 'とう', 'とうき']) {
    await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await expect(lab.editor).toContainText('駅はとうき');
  await input.send('Input.insertText', { text: '東京' });
  await expect(lab.editor).toContainText('駅は東京');
  expect((await lab.records())[0]?.text).toBe('駅は東京');
});

test('after the first load only edits are sent, and a megabyte can be typed in (U09)', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    const sent: string[] = [];
    Object.assign(window, { sent });
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
      sent.push(JSON.stringify(message));
      return post.call(this, message, ...rest);
    };
  });
  const sent = () => lab.page.evaluate(() => (window as unknown as { sent: string[] }).sent);
  const text = 'Some words on a line, and a few more.\n\n'.repeat(26_000);
  await lab.open();
  await lab.paste(text);
  await expect(lab.page.getByText('1,014,000 characters')).toBeVisible();
  const loads = (await sent()).length;
  await lab.page.keyboard.press('ControlOrMeta+Home');
  for (const key of 'typed ') await lab.page.keyboard.press(key === ' ' ? 'Space' : key);
  await expect(lab.page.getByText('1,014,006 characters')).toBeVisible();
  await expect(lab.cards.first()).toContainText('typed Some words');
  const after = (await sent()).slice(loads);
  expect(after.length).toBeGreaterThan(0);
  expect(Math.max(...after.map((message) => message.length))).toBeLessThan(1000);
  expect(await lab.page.locator('*').count()).toBeLessThan(1500);
  expect(await lab.json()).toBe(commanded(`typed ${text}`));
});

test('hundreds of thousands of chunks stay out of the page, and their number is told (C105)', async ({ lab }) => {
  await lab.open();
  await lab.number('Overlap').fill('0');
  await lab.number('Chunk size').fill('1');
  await lab.paste('abc'.repeat(333_333));
  await expect(lab.statistics).toContainText('333,333 chunks');
  await expect(lab.page.getByText('Shown are the first 80,000 of 333,333 chunks.')).toBeVisible();
  expect(await lab.cards.count()).toBeLessThan(40);
});

test('the list shows any part of a long document', async ({ lab }) => {
  await lab.open();
  await lab.paste(Array.from({ length: 2000 }, (_, i) => `Paragraph number ${i}.`).join('\n\n'));
  await lab.choose('paragraph', 7, 0);
  await expect(lab.statistics).toContainText('2,000 chunks');
  await lab.page.locator('#scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2));
  await expect(lab.cards.filter({ hasText: /Paragraph number 9\d\d/ }).first()).toBeVisible();
});

test('markup in a document is text everywhere (U05)', async ({ lab }) => {
  const text = '# <img src=x onerror="window.hit=1">\n\n</script><b>bold</b> &amp; "q"\n';
  await lab.open();
  await lab.paste(text);
  await expect(lab.cards.first()).toContainText('</script><b>bold</b> &amp; "q"');
  expect(await lab.json()).toBe(commanded(text));
  expect(await lab.page.evaluate(() => 'hit' in window)).toBe(false);
});

test('what is typed over selected lines takes their place, breaks no policy, and can be undone', async ({ lab }) => {
  const text = '# One\n\nTwo lines\nof text.\n\n- three';
  await lab.open();
  await lab.paste(text);
  for (const lines of [1, 2, 4]) {
    await lab.editor.press('ControlOrMeta+Home');
    for (let n = 0; n < lines; n++) await lab.page.keyboard.press('Shift+ArrowDown');
    await lab.page.keyboard.type('X');
    const rest = text.split('\n').slice(lines).join('\n');
    await expect.poll(() => lab.text()).toBe(`X${rest}`);
    await lab.editor.press('ControlOrMeta+z');
    await expect.poll(() => lab.text()).toBe(text);
  }
});

test('a long line comes into an empty document', async ({ lab }) => {
  await lab.open();
  await lab.page.getByRole('button', { name: 'Clear' }).click();
  await expect(lab.page.getByText('No text, so there are no chunks.')).toBeVisible();
  const text = 'It goes on for a while. '.repeat(400);
  await lab.paste(text);
  await expect.poll(() => lab.json()).toBe(commanded(text));
  await expect(lab.page.getByRole('alert')).toBeHidden();
});

test('empty and blank text have no chunks, and that is said', async ({ lab }) => {
  await lab.open();
  for (const text of ['', ' \n\t\n']) {
    if (text) await lab.paste(text);
    else await lab.page.getByRole('button', { name: 'Clear' }).click();
    await expect(lab.page.getByText('No text, so there are no chunks.')).toBeVisible();
    expect(await lab.json()).toBe('[]\n');
  }
});

test('NUL and a million characters without a blank come out whole', async ({ lab }) => {
  const text = `a\u0000b ${'x'.repeat(1_000_000)}`;
  await lab.open();
  await lab.paste(text);
  expect(await lab.json()).toBe(commanded(text));
});

test('CRLF is one line end: for the caret, for what is typed, and for what is deleted', async ({ lab }) => {
  const text = () => lab.text();
  const type = async (...keys: string[]) => {
    await lab.editor.focus();
    for (const key of keys) await lab.page.keyboard.press(key);
  };
  await lab.open();
  await lab.paste('one\r\ntwo\r\n\r\nthree');
  await type('ControlOrMeta+Home', 'End', 'A');
  await expect.poll(text).toBe('oneA\r\ntwo\r\n\r\nthree');
  await type('ArrowRight', 'B');
  await expect.poll(text).toBe('oneA\r\nBtwo\r\n\r\nthree');
  await type('Home', 'ArrowLeft', 'C');
  await expect.poll(text).toBe('oneAC\r\nBtwo\r\n\r\nthree');
  await type('Enter', 'D');
  await expect.poll(text).toBe('oneAC\r\nD\r\nBtwo\r\n\r\nthree');
  await type('Home', 'Backspace');
  await expect.poll(text).toBe('oneACD\r\nBtwo\r\n\r\nthree');
  await type('End', 'Delete');
  await expect.poll(text).toBe('oneACDBtwo\r\n\r\nthree');
  await type('End', 'Shift+ArrowRight', 'Delete');
  await expect.poll(text).toBe('oneACDBtwo\r\nthree');
  await type('ControlOrMeta+End', 'Enter', 'E');
  await expect.poll(text).toBe('oneACDBtwo\r\nthree\r\nE');
  for (let i = 0; i < 12; i++) await type('ControlOrMeta+z');
  await expect(lab.editor).toContainText('Pump station handbook');
});

test('an empty line that ends with CRLF is as high as any other', async ({ lab }) => {
  await lab.open();
  await lab.paste('one\r\n\r\ntwo\n\nthree');
  const heights = () =>
    lab.editor.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
  await lab.view('Painted');
  await expect(lab.paintedLines).toHaveCount(5);
  const painted = await lab.paintedLines.evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
  expect(new Set(painted).size).toBe(1);
});
