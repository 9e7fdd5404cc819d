import type { CDPSession } from '@playwright/test';
import config from '../../playwright.config';
import { commanded, expect, type Lab, test } from './fixture';

// What V8 compiles again once it has run often lies in the heap, too, and is none of what the page keeps.
const { args = [], ...launch } = config.use?.launchOptions ?? {};
test.use({ launchOptions: { ...launch, args: [...args, '--js-flags=--no-opt --no-maglev --no-sparkplug'] } });

/** Numbers that look random and are the same each time (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((((t ^ (t >>> 14)) >>> 0) * sides) / 2 ** 32) | 0;
  };
}

const pieces = [
  'One sentence. And another one, “quoted. So.”\n',
  '# Heading\n\nA paragraph under it.\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  '```sh\nls\n\npwd\n```\n',
  '- item\n- item\n\n',
  '東京です。大阪です。\n',
  'Zdroj č. 5 je zde.\r\nA tady ne.\r\n',
  '👩‍👩‍👧 👍🏽 e\u0301 \u200b\u00a0',
  'aWordWithoutAnyBlank'.repeat(20),
  '\n\n\n',
];

/** What a person can do, by what the page calls it in no language. */
function actions(lab: Lab, roll: (sides: number) => number): (() => Promise<unknown>)[] {
  const { page } = lab;
  const editor = page.locator('#editor .cm-content');
  const pick = <T>(from: readonly T[]) => from[roll(from.length)] as T;
  const press = (keys: string) => editor.press(keys);
  const check = (name: string, values: readonly string[]) =>
    page.locator(`[name=${name}][value=${pick(values)}]`).dispatchEvent('click');
  const select = (id: string, values: readonly string[]) => page.locator(id).selectOption(pick(values), { force: true });
  const set = (selector: string, value: string) => page.locator(selector).fill(value, { force: true });
  const click = async (selector: string) => {
    const found = page.locator(selector).first();
    if (await found.isVisible()) await found.click();
  };
  const tabs = () => page.locator('#tabs:not([hidden]) [role=tab]');
  return [
    async () => {
      await editor.focus();
      await page.keyboard.type(pick(['a', ' ', '. ', 'Xy', '\n', '# ', '|']));
    },
    () => press(pick(['Backspace', 'Delete', 'ControlOrMeta+Backspace'])),
    () => press(pick(['Home', 'End', 'PageDown', 'ArrowUp', 'ControlOrMeta+Home', 'ControlOrMeta+End', 'Shift+ArrowDown'])),
    () => press(pick(['ControlOrMeta+z', 'ControlOrMeta+Shift+z'])),
    () => lab.insertInto(editor, pick(pieces)),
    () => lab.insertInto(editor, Array.from({ length: roll(30) }, () => pick(pieces)).join('')),
    async () => {
      await press('ControlOrMeta+a');
      await lab.insertInto(editor, Array.from({ length: 1 + roll(60) }, () => pick(pieces)).join(''));
    },
    () => set('input[type=number][name=size]', String(1 + roll(300))),
    () => set('input[type=number][name=overlap]', String(roll(40))),
    () => set('input[type=range][name=size]', String(1 + roll(300))),
    () => check('strategy', ['recursive-char', 'sentence', 'paragraph', 'semantic']),
    () => check('view', ['cards', 'painted', 'sweep']),
    () => select('#language', ['en', 'cs', 'it', 'ja', 'ru']),
    () => select('#theme', ['auto', 'light', 'dark']),
    () => select('#offsets', ['char', 'utf16', 'byte']),
    () => page.locator(`[name=${pick(['keep_blocks', 'trim', 'breadcrumb'])}]`).dispatchEvent('click'),
    async () => {
      if ((await tabs().count()) < 4)
        await lab.openFiles({ [`${roll(100)}.md`]: Array.from({ length: 40 }, () => pick(pieces)).join('') });
    },
    async () => {
      const count = await tabs().count();
      if (count > 0) await tabs().nth(roll(count)).dispatchEvent('click');
    },
    () => click(pick(['#tabs .tablist + button', '#tabs .tablist + button + button'])),
    () => click(pick(['#compare', '#compare-end', '#swap', '#new', '#clear', '#notice-close'])),
    () => press(pick(['Alt+ArrowDown', 'Alt+ArrowUp', 'Alt+Shift+ArrowDown'])),
  ];
}

/** What the command makes of what is in the editor, with the settings that the page shows. */
async function expected(lab: Lab): Promise<string | undefined> {
  const { page } = lab;
  const read = await page.evaluate(() => {
    const value = (selector: string) => document.querySelector<HTMLInputElement | HTMLSelectElement>(selector)?.value ?? '';
    const isOn = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.checked ?? false;
    const tab = document.querySelector('#tabs:not([hidden]) [aria-selected=true]');
    return {
      options: [
        `--strategy=${value('[name=strategy]:checked')}`,
        `--size=${value('input[type=number][name=size]')}`,
        `--overlap=${value('input[type=number][name=overlap]')}`,
        `--offsets=${value('#offsets')}`,
        ...['keep_blocks', 'trim', 'breadcrumb'].map((name) => `--${name.replace('_', '-')}=${isOn(name)}`),
      ],
      name: tab?.textContent ?? '',
      isRefused: document.querySelector('.settings [aria-invalid=true]') !== null,
    };
  });
  if (read.isRefused) return undefined;
  const editor = page.locator('#editor .cm-content');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await editor.press('ControlOrMeta+a');
  await editor.press('ControlOrMeta+c');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const field = /\.md/.test(read.name) ? ['--field', `doc_id=${read.name}`] : [];
  return commanded(text, ...read.options, ...field);
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

test('a thousand random actions leave what the command gives, and no memory behind', async ({ lab, context }) => {
  test.setTimeout(300_000);
  const seed = Number(process.env.SEED ?? 1);
  const roll = dice(seed);
  const all = actions(lab, roll);
  await lab.page.setViewportSize({ width: 1100, height: 800 });
  await lab.open();
  const session = await context.newCDPSession(lab.page);
  await session.send('HeapProfiler.enable');
  /** One document, in one view: what is left of what was is what leaks. */
  const settle = async () => {
    await lab.page.locator('[name=view][value=cards]').dispatchEvent('click');
    await lab.page.locator('#language').selectOption('en');
    await lab.page.getByText('More settings').evaluate((summary: HTMLElement) => summary.parentElement?.setAttribute('open', ''));
    await lab.page.locator('#compare-end').dispatchEvent('click');
    await lab.page.locator('#new').click();
    for (let n = 0; n < 20 && (await lab.page.locator('#tabs:not([hidden]) [role=tab]').count()) > 1; n++) {
      await lab.page.locator('#tabs:not([hidden]) [role=tab]').first().click();
      await lab.page.locator('#tabs .tablist + button').click();
    }
    await lab.paste(pieces.join('').repeat(20));
    await lab.page.locator('input[type=number][name=overlap]').fill('0');
    await lab.page.locator('input[type=number][name=size]').fill('100');
    await expect(lab.page.locator('[aria-setsize]').first()).toBeVisible();
    await lab.page.waitForTimeout(500);
    return heap(session);
  };
  // What is loaded once is no leak: all languages and views are there from the beginning.
  for (const language of ['cs', 'it', 'ja', 'ru', 'en']) {
    await lab.page.locator('#language').selectOption(language);
    await expect(lab.page.locator('html')).toHaveAttribute('lang', language);
  }
  for (const view of ['Painted', 'Sweep', 'Cards'] as const) await lab.view(view);
  let before = 0;
  for (let n = 1; n <= 1000; n++) {
    const which = roll(all.length);
    await all[which]?.().catch((error) => {
      throw new Error(`seed ${seed}, action ${n} (${which}): ${error}`);
    });
    if (n % 50 === 0) {
      const json = await expected(lab);
      if (json !== undefined) await expect.poll(() => lab.json(), `seed ${seed}, after ${n}`).toBe(json);
    }
    if (n === 100) before = await settle();
  }
  const after = await settle();
  expect(after / before, `${before} then ${after} bytes`).toBeLessThanOrEqual(1.1);
});
