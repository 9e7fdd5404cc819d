import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import type { Lab } from './fixture';
import { commanded, expect, type Given, realMegabyte, recordsOf, test } from './fixture';

const sample = readFileSync('www/samples/en.md', 'utf8');

/** A stretch of the painted document, as it is drawn. */
interface Drawn {
  text: string;
  kinds: string[];
}

/** The drawn lines in order, with their looks, and the line ends between them: those behind the last gap that stands for lines out of view. */
async function drawn(lab: Lab): Promise<Drawn[]> {
  const lines = await lab.page.locator('#painted .cm-content').evaluate((content) => {
    const elements = [...content.children];
    const gap = elements.findLastIndex((element, i) => element.matches('.cm-gap') && i < elements.length - 1);
    return elements
      .slice(gap + 1)
      .filter((element) => element.matches('.cm-line'))
      .map((line) => {
        const found: Drawn[] = [];
        const walk = (node: Node, kinds: string[]) => {
          if (node.nodeType === Node.TEXT_NODE) found.push({ text: node.nodeValue ?? '', kinds });
          for (const child of node.childNodes) walk(child, [...kinds, ...(child instanceof Element ? child.classList : [])]);
        };
        walk(line, []);
        return found;
      });
  });
  return lines.flatMap((line, i) => (i > 0 ? [{ text: '\n', kinds: ['end'] }, ...line] : line));
}

async function paint(lab: Lab, text: string, given: Given): Promise<void> {
  await show(lab, text);
  await set(lab, text, given);
}

async function show(lab: Lab, text: string): Promise<void> {
  await lab.open();
  await lab.paste(text);
  await lab.view('Painted');
}

/** Paints the text that is shown with these settings. */
async function set(lab: Lab, text: string, { strategy, size, overlap }: Given): Promise<void> {
  await lab.choose(strategy, size, overlap);
  await expect(lab.paintedLines.first()).toBeVisible();
  const count = recordsOf(text, { strategy, size, overlap }).length;
  await expect(lab.statistics).toContainText(new RegExp(`^\\s*${count.toLocaleString('en')} chunk`));
}

const documents: Record<string, string> = {
  sample,
  cjk: '山路很长，雨一直下。我们走得很慢。\n\n遠くに小さな小屋が見えた。灯りがついている。「入りなさい」と老人が言った。\n\n비가 그쳤다. 우리는 다시 걸었다.',
  emoji: 'Family 👨‍👩‍👧‍👦 and flags 🇯🇵🇨🇿. Tone 👍🏽 too. 🙂🙃\n\nLe\u0301on, 𠮷野家, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 end.',
  'CRLF and the like': 'One two.\r\n\r\nThree four five.\r\nSix\rseven.\r\n\r\neight\u2028nine\u2029ten\u0085eleven\n',
  bidi: 'مرحبا بكم في المحطة. الأرقام 123 و abc هنا.\n\nEnglish שלום עולם mixed. \u202BRTL\u202C end.\n\nשורה אחרונה.',
  markup: '<b>bold</b> <script>alert(1)</script>\n\n<img src=x onerror="alert(2)"> &amp; &lt; end.\n',
};

const painted = [
  { strategy: 'recursive-char', size: 12, overlap: 5 },
  { strategy: 'sentence', size: 20, overlap: 0 },
  { strategy: 'recursive-char', size: 1, overlap: 0 },
] as const;

for (const [name, text] of Object.entries(documents)) {
  test(`${name}: each character is painted once, as the chunk it is in (U19)`, async ({ lab }) => {
    await lab.page.setViewportSize({ width: 1280, height: 2600 });
    await show(lab, text);
    for (const given of painted) {
      await set(lab, text, given);
      // Numbers may be a frame ahead of what is painted.
      await expect(async () => agreesWith(await drawn(lab), text, given)).toPass({ timeout: 10_000 });
    }
  });
}

function agreesWith(parts: Drawn[], text: string, given: Given): void {
  expect(parts.map(({ text }) => text).join('')).toBe(text);
  const records = recordsOf(text, given);
  const body = ({ start, overlap }: (typeof records)[number]) => start + overlap;
  let at = 0;
  for (const { text: part, kinds } of parts) {
    const middle = at;
    const chunk = records.findLastIndex((record) => body(record) <= middle);
    if (!kinds.includes('end') && part !== '') {
      expect(kinds.includes('cm-odd'), `${at} is in chunk ${chunk}`).toBe(chunk % 2 === 1);
      expect(kinds.includes('cm-copied'), `${at} is copied`).toBe(
        records.some((record) => record.start <= middle && middle < body(record)),
      );
      expect(kinds.includes('cm-cut'), `${at} is a cut`).toBe(
        chunk > 0 && body(records[chunk] as (typeof records)[number]) === at,
      );
    }
    at += part.length;
  }
}

/** Whether the chunk the caret is in has been scrolled to in the painted document. */
async function isCurrentInView(lab: Lab): Promise<boolean> {
  return lab.page.locator('#painted').evaluate((painted) => {
    const { top, bottom } = painted.getBoundingClientRect();
    const current = [...(painted.shadowRoot?.querySelectorAll('.cm-current') ?? [])].map((part) => part.getBoundingClientRect());
    return current.some((part) => part.bottom > top && part.top < bottom);
  });
}

/** The chunks and the reasons that a note names. */
function read(note: string): { first: number; last: number; reasons: string[] } {
  const [, first = '', last = first, reasons = ''] = note.match(/^#([\d,]+)(?:–([\d,]+))? ?(.*)$/) ?? [];
  const index = (number: string) => Number(number.replaceAll(',', '')) - 1;
  return { first: index(first), last: index(last), reasons: reasons.split(', ').filter(Boolean) };
}

function agree(notes: string[], records: { cut: string }[]): void {
  for (const note of notes) {
    const { first, last, reasons } = read(note);
    const expected = records.slice(Math.max(0, first - 1), last).map(({ cut }) => cut);
    expect(reasons, note).toEqual([...new Set(expected)]);
  }
}

test('a note in the margin says which chunks begin, and why those before them end', async ({ lab }) => {
  await lab.page.setViewportSize({ width: 1280, height: 2600 });
  const given = { strategy: 'recursive-char', size: 60, overlap: 10 } as const;
  await paint(lab, sample, given);
  const records = recordsOf(sample, given);
  await expect.poll(async () => (await lab.notes()).map((note) => read(note).last).at(-1)).toBe(records.length - 1);
  const notes = await lab.notes();
  agree(notes, records);
  // Each chunk is named once.
  const named = notes.map(read).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  expect(named).toEqual(records.map(({ index }) => index));
  await expect(lab.page.locator('#painted .cm-note').nth(1)).toHaveAttribute('title', /^Chunk 1 ends here\. \w/);
});

test('333,333 chunks are painted for what is in view, and the page stays small in every view', async ({ lab }) => {
  const text = '雨一直下'.repeat(83_334).slice(0, 333_333);
  await lab.open();
  await lab.paste(text);
  await lab.choose('recursive-char', 1, 0);
  await expect(lab.statistics).toContainText('333,333 chunks');
  expect(await lab.nodes()).toBeLessThan(3_000);
  await lab.view('Painted');
  for (const part of [0, 0.5, 1]) {
    await lab.page
      .locator('#painted .cm-scroller')
      .evaluate((scroller, part) => scroller.scrollTo(0, scroller.scrollHeight * part), part);
    // All that is in view is painted, wherever it was scrolled to.
    const unpainted = () =>
      lab.page.locator('#painted').evaluate((painted) => {
        const view = painted.getBoundingClientRect();
        const lines = [...(painted.shadowRoot?.querySelectorAll('.cm-line') ?? [])];
        // The first chunk has no bar and no tint.
        const texts = lines
          .flatMap((line) => [...line.childNodes])
          .filter((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').length > 1);
        const isInView = ({ top, bottom }: DOMRect) => bottom > view.top + 1 && top < view.bottom - 1;
        const rects = texts.flatMap((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return [...range.getClientRects()];
        });
        return rects.filter(isInView).length;
      });
    const tinted = () => lab.page.locator('#painted .cm-odd').count();
    await expect.poll(async () => (await unpainted()) === 0 && (await tinted()) > 50).toBe(true);
    // How many characters are in view, each a chunk with some nodes, depends on the fonts there are.
    expect(await lab.nodes()).toBeLessThan(6_000);
  }
  await lab.view('Sweep');
  expect(await lab.nodes()).toBeLessThan(3_000);
});

test('a megabyte that others wrote is painted as the command cuts it, at the start, in the middle and at the end', async ({
  lab,
}) => {
  const text = realMegabyte();
  const given = { strategy: 'recursive-char', size: 200, overlap: 30 } as const;
  await paint(lab, text, given);
  const records = recordsOf(text, given);
  await lab.view('Cards');
  for (const place of ['Home', 'middle', 'End']) {
    await lab.view('Cards');
    await lab.page.locator('.card[tabindex="0"]').focus();
    if (place === 'middle') {
      await lab.page.locator('#scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2));
      await expect.poll(() => lab.page.locator('.card .text').count()).toBeGreaterThan(3);
      await lab.page.locator('#scroller').click();
    } else {
      await lab.page.keyboard.press(place);
    }
    await lab.view('Painted');
    await expect.poll(async () => (await lab.notes()).length, place).toBeGreaterThan(0);
    agree(await lab.notes(), records);
    const chunk = records[Number((await lab.page.locator('#strip .number').textContent())?.replace(/\D/g, '')) - 1];
    const body = text.slice((chunk?.start ?? 0) + (chunk?.overlap ?? 0), chunk?.end);
    const all = async () => (await drawn(lab)).map(({ text }) => text).join('');
    await expect.poll(all, place).toContain(body.slice(0, 150).trim());
    await expect.poll(() => isCurrentInView(lab), place).toBe(true);
    expect(text, place).toContain(await all());
    expect(await lab.nodes()).toBeLessThan(3_000);
  }
});

test('a click into the painted document goes there in the document, and the caret marks its chunk', async ({ lab }) => {
  await paint(lab, 'First one.\n\nSecond one.\n\nThird one.', { strategy: 'paragraph', size: 4, overlap: 0 });
  await lab.page.locator('#painted').getByText('Second').click();
  await expect(lab.page.locator('#painted .cm-current').first()).toHaveText('Second one.');
  await expect(lab.page.locator('#strip')).toContainText('#2');
  await lab.editor.getByText('Third').click();
  await expect(lab.page.locator('#painted .cm-current').first()).toHaveText('Third one.');
  await expect(lab.page.locator('#strip')).toContainText('#3');
});

/** The texts of the lines under the marks of an editor. */
async function markedLines(lab: Lab, place: '#editor' | '#painted'): Promise<(string | null)[]> {
  return lab.page.locator(place).evaluate((host) => {
    const all = (kind: string) => [...(host.shadowRoot?.querySelectorAll(kind) ?? [])];
    const marks = all('.cm-marked').map((mark) => mark.getBoundingClientRect());
    const isMarked = ({ top, bottom }: DOMRect) =>
      marks.some((mark) => mark.top < (top + bottom) / 2 && mark.bottom > (top + bottom) / 2);
    return all('.cm-line')
      .filter((line) => line.textContent && isMarked(line.getBoundingClientRect()))
      .map((line) => line.textContent);
  });
}

test('the pointer over a chunk marks its partner', async ({ lab }) => {
  await lab.open();
  await lab.paste('First one.\n\nSecond one.\n\nThird one.');
  await lab.choose('paragraph', 4, 0);
  await lab.cards.nth(1).hover();
  await expect.poll(() => markedLines(lab, '#editor')).toEqual(['Second one.']);
  await lab.editor.getByText('Third').hover();
  await expect(lab.cards.nth(2)).toHaveAttribute('data-hovered', '');
  await lab.view('Painted');
  await lab.page.locator('#painted').getByText('First').hover();
  await expect.poll(() => markedLines(lab, '#editor')).toEqual(['First one.']);
  await expect.poll(() => markedLines(lab, '#painted')).toEqual(['First one.']);
  await lab.page.mouse.move(5, 5);
  await expect.poll(() => markedLines(lab, '#editor')).toEqual([]);
  await expect.poll(() => markedLines(lab, '#painted')).toEqual([]);
});

test('the pointer takes neither caret nor selection away', async ({ lab }) => {
  await lab.open();
  await lab.paste('First one.\n\nSecond one.\n\nThird one.');
  await lab.choose('paragraph', 4, 0);
  await lab.editor.getByText('Second').click();
  await lab.page.keyboard.press('Home');
  await lab.page.keyboard.press('Shift+End');
  for (const text of ['First', 'Second', 'Third', 'Second']) await lab.editor.getByText(text).hover();
  await lab.page.mouse.move(5, 5);
  await lab.cards.nth(1).hover();
  await expect.poll(() => markedLines(lab, '#editor')).toEqual(['Second one.']);
  await lab.page.keyboard.type('2');
  await expect(lab.editor.locator('.cm-line').nth(2)).toHaveText('2');
  await lab.view('Painted');
  const painted = lab.page.locator('#painted');
  const [from, to] = [await painted.getByText('First').boundingBox(), await painted.getByText('Third').boundingBox()];
  await lab.page.mouse.move((from?.x ?? 0) + 2, (from?.y ?? 0) + 8);
  await lab.page.mouse.down();
  await lab.page.mouse.move((to?.x ?? 0) + 30, (to?.y ?? 0) + 8, { steps: 20 });
  await lab.page.mouse.up();
  await lab.page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => lab.page.evaluate(() => navigator.clipboard.readText())).toContain('First one.\n\n2\n\nThi');
});

/** 300 paragraphs, a chunk each, the first card in focus. */
async function openAtFirstCard(lab: Lab): Promise<void> {
  await lab.open();
  await lab.paste(Array.from({ length: 300 }, (_, i) => `Paragraph ${i + 1}.`).join('\n\n'));
  await lab.choose('paragraph', 5, 0);
  // Once the chunks are those of the last setting.
  await lab.page.locator('.card[tabindex="0"][aria-setsize="300"]').focus();
  await lab.page.keyboard.press('Home');
}

test('keys go from chunk to chunk in either view, and switching keeps the place', async ({ lab }) => {
  await openAtFirstCard(lab);
  for (let i = 0; i < 3; i++) await lab.page.keyboard.press('ArrowDown');
  await expect(lab.page.locator('.card:focus')).toHaveAttribute('aria-label', 'Chunk 4');
  await lab.page.keyboard.press('End');
  await expect(lab.page.locator('.card:focus')).toHaveAttribute('aria-label', 'Chunk 300');
  await expect(lab.page.locator('.card:focus')).toContainText('Paragraph 300.');
  await lab.page.keyboard.press('Alt+ArrowUp');
  await expect(lab.page.locator('.card:focus')).toHaveAttribute('aria-label', 'Chunk 299');
  await lab.view('Painted');
  await expect(lab.page.locator('#painted .cm-current').first()).toHaveText('Paragraph 299.');
  await expect.poll(() => isCurrentInView(lab)).toBe(true);
  await lab.page.getByRole('textbox', { name: 'Painted document' }).focus();
  await lab.page.keyboard.press('Alt+ArrowUp');
  await lab.page.keyboard.press('Alt+ArrowUp');
  await expect(lab.page.locator('#painted .cm-current').first()).toHaveText('Paragraph 297.');
  await expect(lab.page.locator('#spoken')).toHaveText('Chunk 297 of 300');
  await expect(lab.editor.getByText('Paragraph 297.')).toBeInViewport();
  await lab.view('Cards');
  await expect(lab.page.locator('.card[aria-current=true]')).toHaveAttribute('aria-label', 'Chunk 297');
  await expect(lab.page.locator('.card[aria-current=true]')).toBeInViewport();
  // What was scrolled to stays in view, too.
  await lab.page.locator('#scroller').hover();
  await lab.page.mouse.wheel(0, -8_000);
  const inView = (texts: Locator) =>
    texts.evaluateAll((elements) => {
      const bottoms = elements.map((element) => element.getBoundingClientRect());
      const text = elements.filter((_, i) => (bottoms[i]?.top ?? 0) > 500 && (bottoms[i]?.bottom ?? 0) < 900);
      return text.map((element) => Number(element.textContent.match(/Paragraph (\d+)/)?.[1])).filter(Number.isFinite);
    });
  await expect.poll(async () => (await inView(lab.cards))[0]).toBeLessThan(280);
  const [before] = await inView(lab.cards);
  await lab.view('Painted');
  await expect.poll(() => inView(lab.paintedLines)).toContain(before);
});

test('a card that is scrolled out of view keeps the focus', async ({ lab }) => {
  await openAtFirstCard(lab);
  // Not the current card: that one is always there.
  await lab.page.locator('.card[data-index="2"]').getByRole('button', { name: 'Copy' }).focus();
  await lab.page.locator('#scroller').hover();
  await lab.page.mouse.wheel(0, 12_000);
  await expect(lab.page.locator('.card[data-index="4"]')).toHaveCount(0);
  await expect(lab.page.locator('.card:focus-within')).toHaveAttribute('aria-label', 'Chunk 3');
  await lab.page.keyboard.press('Alt+ArrowDown');
  await expect(lab.page.locator('.card:focus')).toHaveAttribute('aria-label', 'Chunk 4');
});

test('what is painted follows the text as it is typed', async ({ lab }) => {
  await paint(lab, 'First one.\n\nSecond one.', { strategy: 'paragraph', size: 4, overlap: 0 });
  await lab.editor.getByText('Second').click();
  await lab.page.keyboard.press('End');
  await lab.page.keyboard.type(' Third.\n\nFourth one.');
  const text = 'First one.\n\nSecond one. Third.\n\nFourth one.';
  await expect.poll(async () => (await drawn(lab)).map(({ text }) => text).join('')).toBe(text);
  await expect.poll(() => lab.notes()).toEqual(['#1', '#2 paragraph', '#3 paragraph']);
  await lab.view('Cards');
  await lab.page.keyboard.press('Escape');
  await lab.editor.click();
  await lab.page.keyboard.type('X');
  await lab.view('Painted');
  await expect.poll(async () => (await drawn(lab)).map(({ text }) => text).join('')).toContain('X');
});

test('blanks and line ends are shown when asked for, and are no part of the text', async ({ lab }) => {
  const text = 'One\ttwo\u00A0three\u200B.\r\n\r\nFour five.\n';
  await paint(lab, text, { strategy: 'recursive-char', size: 50, overlap: 0 });
  await expect(lab.page.locator('#painted .cm-blank')).toHaveCount(0);
  await lab.page.getByLabel('Show blanks and line ends').check();
  const kinds = () => lab.page.locator('#painted .cm-blank').evaluateAll((blanks) => blanks.map((blank) => blank.classList[1]));
  await expect.poll(kinds).toEqual(['cm-tab', 'cm-hard', 'cm-odd-blank', 'cm-return', 'cm-return', 'cm-space']);
  await expect(lab.page.locator('#painted .cm-line-end, #painted .cm-empty-line-end')).toHaveCount(3);
  expect((await drawn(lab)).map(({ text }) => text).join('')).toBe(text);
});

test('right-to-left lines stand right when painted', async ({ lab }) => {
  await paint(lab, 'مرحبا بكم في المحطة.\n\nAnd left.', { strategy: 'recursive-char', size: 50, overlap: 0 });
  const edges = await lab.paintedLines.evaluateAll((lines) =>
    lines.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const [text, box] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
      return box.right - text.right < text.left - box.left;
    }),
  );
  expect([edges[0], edges[2]]).toEqual([true, false]);
});

test('text that is markup stays text in every view', async ({ lab }) => {
  const text = `# <img src=x onerror=alert(1)>\n\n<script>alert(1)</script> <b>bold</b>\n\n| <i>a</i> | b |\n| - | - |\n${'| <svg/onload=alert(2)> | d |\n'.repeat(9)}`;
  await paint(lab, text, { strategy: 'semantic', size: 30, overlap: 5 });
  await expect(lab.paintedLines.first()).toContainText('<img');
  for (const view of ['Painted', 'Cards', 'Sweep'] as const) {
    await lab.view(view);
    expect(await lab.page.locator('.result :is(img, script, iframe)').count()).toBe(0);
    expect(await lab.page.locator('#painted :is(img, script, svg), #painted .cm-line :is(b, i)').count()).toBe(0);
    expect(await lab.page.locator('.card :is(.text, .path) :is(b, i, svg, img)').count()).toBe(0);
  }
});

test('a change that comes while another view is shown for a moment is not lost', async ({ lab }) => {
  await lab.open();
  await lab.paste('The end.');
  await lab.view('Painted');
  await expect(lab.paintedLines.first()).toHaveText('The end.');
  // All in one step: no answer can come between.
  await lab.editor.evaluate((editor) => {
    const insert = (text: string) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    };
    const view = (name: string) => document.querySelector<HTMLInputElement>(`[name=view][value=${name}]`)?.click();
    insert('One. ');
    view('cards');
    insert('Two. ');
    view('painted');
    insert('Three. ');
  });
  await lab.insert('Four.');
  await expect(lab.editor).toHaveText('The end.One. Two. Three. Four.');
  await expect(lab.paintedLines.first()).toHaveText('The end.One. Two. Three. Four.');
  await expect.poll(() => lab.json()).toBe(commanded('The end.One. Two. Three. Four.'));
});

test('a view that nobody looks at draws nothing', async ({ lab, page }) => {
  await page.addInitScript(() => {
    const original = requestAnimationFrame;
    Object.assign(window, { frames_: 0 });
    window.requestAnimationFrame = (callback) => {
      (window as unknown as { frames_: number }).frames_ += 1;
      return original(callback);
    };
  });
  await lab.open();
  await lab.paste('A line of a text. It has some sentences.\n'.repeat(3000));
  await lab.view('Painted');
  await page.getByLabel('Show blanks and line ends').check();
  await page.locator('#painted').hover();
  await page.mouse.wheel(0, 6000);
  await page.waitForTimeout(500);
  await lab.view('Cards');
  const frames = () => page.evaluate(() => (window as unknown as { frames_: number }).frames_);
  // The list of cards settles for up to five seconds.
  await page.waitForTimeout(6000);
  const before = await frames();
  await page.waitForTimeout(1000);
  expect((await frames()) - before).toBeLessThan(5);
});
