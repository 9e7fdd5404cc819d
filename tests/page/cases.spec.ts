import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './fixture';

/** Cases that are about something the page does not have. */
const notThere: Record<string, string> = {
  U22: 'it asks no server for anything: every test fails where it does',
};

test('every case about the page is covered by a test that names it', () => {
  const lines = readFileSync('tests/cases/open.jsonl', 'utf8').split('\n').filter(Boolean);
  const cases: { id: string; strategy: string }[] = lines.map((line) => JSON.parse(line));
  const ids = cases.filter(({ strategy }) => strategy === 'page').map(({ id }) => id);
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(spec\.ts|py|rs)$/.test(name));
  const tests = files.filter((name) => !name.endsWith('cases.spec.ts')).map((name) => readFileSync(`tests/${name}`, 'utf8'));
  const named = new Set(tests.flatMap((text) => text.match(/\b[CSU]\d{2,3}\b/g) ?? []));
  expect(ids.length).toBeGreaterThan(20);
  expect(ids.filter((id) => !named.has(id) && !(id in notThere))).toEqual([]);
});
