import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Given, Lab, optionsOf, strategies, test } from './fixture';

const corpus = resolve('tests/corpus');
const names = readdirSync(corpus).filter((name) => /\.(md|txt)$/.test(name) && name !== 'README.md');

/** A program that is run beside the documents. */
function run(program: string, ...options: string[]): string {
  return execFileSync(resolve(program), options, { cwd: corpus, encoding: 'utf8' });
}

/** JSON as every way writes it: what is in each line of JSON Lines, in an array. */
function array(lines: string): string {
  return `[\n${lines.trimEnd().replaceAll('\n', ',\n')}\n]\n`;
}

/** What `make package` puts into the tarball. */
async function packaged(name: string, given: Given): Promise<string> {
  const { chunk } = await import(pathToFileURL(resolve('target/package-js/node.js')).href);
  const records: unknown[] = chunk(readFileSync(`${corpus}/${name}`, 'utf8'), given, {
    metadata: { doc_id: name },
    offsets: 'char',
  });
  return array(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** A file that is opened in a page. */
async function opened(lab: Lab, name: string): Promise<void> {
  await expect(lab.cards.first()).toBeVisible();
  await lab.openFiles({ [name]: readFileSync(`${corpus}/${name}`, 'utf8') });
  await expect(lab.tab(name)).toHaveAttribute('aria-selected', 'true');
}

async function inPage(lab: Lab, { strategy, size, overlap }: Given): Promise<string> {
  // Only the one in front reaches the clipboard.
  await lab.page.bringToFront();
  await lab.choose(strategy, size, overlap);
  return lab.json();
}

for (const name of names) {
  test(`${name}: library, command, JavaScript package, page and single file give the same records, to the byte`, async ({
    lab,
    context,
  }) => {
    const file = new Lab(await context.newPage());
    await lab.page.goto('');
    await file.page.goto(pathToFileURL('chunklab.html').href);
    for (const page of [lab, file]) await opened(page, name);
    for (const strategy of strategies) {
      const given = { strategy, size: 120, overlap: 20 };
      const expected = run(
        'target/debug/examples/records',
        name,
        ...Object.entries(given).map(([key, value]) => `${key}=${value}`),
      );
      expect(expected).toContain(`"doc_id":"${name}"`);
      const found = {
        command: array(run('target/release/chunklab', ...optionsOf(given), name)),
        package: await packaged(name, given),
        page: await inPage(lab, given),
        file: await inPage(file, given),
      };
      for (const [way, records] of Object.entries(found)) expect(records, way).toBe(array(expected));
    }
  });
}

test('there are documents', () => {
  expect(names).toHaveLength(8);
});
