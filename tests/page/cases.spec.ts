import { readFileSync } from 'node:fs';
import { expect, test } from './fixture';

test('every case about the page has a test, which is there', () => {
  const lines = readFileSync('tests/cases/open.jsonl', 'utf8').split('\n').filter(Boolean);
  const cases: { id: string; strategy: string }[] = lines.map((line) => JSON.parse(line));
  const ids = cases.filter(({ strategy }) => strategy === 'page').map(({ id }) => id);
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const rows = readFileSync('tests/cases/page.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| [CSU]\d/.test(line))
    .map(cells);
  expect(ids.length).toBeGreaterThan(20);
  expect([...new Set(rows.map(([, id]) => id))]).toEqual(ids);
  for (const [, id, , file, name] of rows) expect(readFileSync(`tests/${file}`, 'utf8'), id).toContain(name);
});
