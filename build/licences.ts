import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

interface Crate {
  name: string;
  version: string;
  license: string;
  manifest_path: string;
}

function cargo(...args: string[]): string {
  const target = ['--no-default-features', '--offline', '--quiet'];
  return execFileSync('cargo', [...args, ...target], { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

/** What the WebAssembly is made of, as `name version`. */
function compiled(): Set<string> {
  const tree = cargo('tree', '--edges=normal,no-proc-macro', '--target=wasm32-unknown-unknown', '--prefix=none', '--format={p}');
  return new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ').replace(' v', ' ')));
}

/** One of the texts that a crate brings: that of the MIT licence, where it may be chosen. */
function licenceOf({ manifest_path }: Crate): string {
  const folder = dirname(manifest_path);
  const names = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name));
  const chosen = names.find((name) => /mit/i.test(name)) ?? names[0];
  return chosen ? readFileSync(`${folder}/${chosen}`, 'utf8').trim() : '';
}

/** Puts the licences of the crates in the WebAssembly behind those of the packages in the scripts, which Vite lists. */
export const licences: Plugin = {
  name: 'licences',
  apply: 'build',
  writeBundle({ dir }) {
    const used = compiled();
    const { packages } = JSON.parse(cargo('metadata', '--format-version=1', '--filter-platform=wasm32-unknown-unknown'));
    const crates = (packages as Crate[]).filter(({ name, version }) => name !== 'chunklab' && used.has(`${name} ${version}`));
    if (crates.length === 0) throw new Error('no crates are found');
    const parts = crates.map((crate) => `## ${crate.name} - ${crate.version} (${crate.license})\n\n${licenceOf(crate)}\n`);
    appendFileSync(`${dir}/licences.txt`, `\n# Licences of the WebAssembly\n\n${parts.join('\n')}`);
  },
};
