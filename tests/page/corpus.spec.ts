import { readdirSync, readFileSync } from 'node:fs';
import { commandedFile, expect, optionsOf, strategies, test } from './fixture';

/** The same records from the page as from the command, byte for byte; `tests/package` and `tests/command.rs` have the other ways to the core. */
const corpus = readdirSync('tests/corpus').filter((name) => /\.(md|txt)$/.test(name) && name !== 'README.md');

for (const name of corpus) {
  test(`${name}: every strategy gives the command's records`, async ({ lab }) => {
    const text = readFileSync(`tests/corpus/${name}`, 'utf8');
    await lab.open();
    await lab.openFiles({ [name]: text });
    await expect(lab.tab(name)).toHaveAttribute('aria-selected', 'true');
    for (const strategy of strategies) {
      const given = { strategy, size: 120, overlap: 20 };
      await lab.choose(strategy, given.size, given.overlap);
      expect(await lab.json()).toBe(commandedFile(name, text, ...optionsOf(given)));
    }
  });
}
