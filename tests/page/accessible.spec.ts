import AxeBuilder from '@axe-core/playwright';
import type { Lab } from './fixture';
import { expect, test } from './fixture';

/** The parts of a page that axe finds at fault, and why. */
async function faults(lab: Lab): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: lab.page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}

/** What is done by ids: the names are in the language of the page. */
const states: Record<string, (lab: Lab) => Promise<unknown>> = {
  sample: (lab) => lab.page.locator('#chunks .text').first().waitFor(),
  painted: async (lab) => {
    await lab.page.locator('[name=view][value=painted]').check();
    await lab.page.locator('#painted .cm-note').first().waitFor();
  },
  compare: async (lab) => {
    await lab.page.locator('#compare').click();
    await lab.page.locator('input[type=number][name=size]').fill('120');
    await lab.page.locator('#painted .cm-only').first().waitFor();
  },
  'compared cards': (lab) => lab.page.locator('[name=view][value=cards]').check(),
  sweep: async (lab) => {
    await lab.page.locator('[name=view][value=sweep]').check();
    await lab.page.locator('#sweep button.main').click();
    await expect(lab.page.locator('#sweep tbody tr')).toHaveCount(16);
  },
  settings: async (lab) => {
    for (const more of await lab.page.locator('.more > summary').all()) await more.click();
  },
  error: async (lab) => {
    await lab.page.locator('#compare-end').click();
    await lab.page.locator('[name=view][value=cards]').check();
    await lab.page.locator('input[type=number][name=overlap]').fill('9999');
    await lab.page.locator('#overlap-note').waitFor();
  },
  warnings: async (lab) => {
    await lab.page.locator('input[type=number][name=overlap]').fill('9');
    await lab.page.locator('.cm-content').first().click();
    await lab.page.keyboard.press('ControlOrMeta+a');
    await lab.insertInto(lab.page.locator('.cm-content').first(), '{"a": 1, "b": [1, 2, 3]}\u200b\u00a0\n'.repeat(30));
    await lab.page.locator('#clean').waitFor();
  },
  export: (lab) => lab.page.locator('#take').click(),
  share: async (lab) => {
    await lab.page.keyboard.press('Escape');
    await lab.page.locator('#share-open').click();
  },
  fields: async (lab) => {
    await lab.page.keyboard.press('Escape');
    await lab.page.locator('#fields-edit').click();
    await lab.page.locator('#field-add').click();
  },
  documents: async (lab) => {
    await lab.page.keyboard.press('Escape');
    const files = ['a.html', 'b.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`<html>${name}`) }));
    await lab.page.locator('#file').setInputFiles(files);
    await lab.page.locator('.offer').first().waitFor();
  },
  encoding: async (lab) => {
    await lab.page.locator('#file').setInputFiles({ name: 'c.txt', mimeType: 'text/plain', buffer: Buffer.from([0xe9, 0x20]) });
    await lab.page.locator('#encoding select').waitFor();
  },
  refused: async (lab) => {
    await lab.page.keyboard.press('Escape');
    await lab.page.locator('#file').setInputFiles({ name: 'd.pdf', mimeType: 'text/plain', buffer: Buffer.from('%PDF-1.4 ') });
    await lab.page.locator('#notice').waitFor();
  },
  empty: async (lab) => {
    await lab.page.locator('#clear').click();
    await lab.page.locator('#empty').waitFor();
  },
  help: (lab) => lab.page.locator('a[href="#help-title"]').click(),
};

// What a theme may spoil is not what a language may.
for (const [locale, colorScheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] as const) {
  test.describe(() => {
    test.use({ locale, colorScheme });
    test(`axe finds nothing in any state: ${locale}, ${colorScheme}`, async ({ lab }) => {
      test.setTimeout(120_000);
      await lab.page.goto('');
      for (const [name, reach] of Object.entries(states)) {
        await reach(lab);
        expect(await faults(lab), name).toEqual([]);
      }
    });
  });
}
