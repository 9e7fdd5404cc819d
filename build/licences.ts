import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { serviceWorker } from './offline.ts';

/** Something that is shipped, with the folder that its licence lies in. */
interface Part {
  name: string;
  version: string;
  license: string;
  folder: string;
}

function cargo(...args: string[]): string {
  const options = ['--no-default-features', '--locked', '--quiet'];
  return execFileSync('cargo', [...args, ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

/** The crates in the WebAssembly: not those that only make code. */
function crates(): Part[] {
  const tree = cargo('tree', '--edges=normal,no-proc-macro', '--target=wasm32-unknown-unknown', '--prefix=none', '--format={p}');
  const used = new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ')));
  const { packages } = JSON.parse(cargo('metadata', '--format-version=1', '--filter-platform=wasm32-unknown-unknown'));
  return (packages as (Part & { manifest_path: string })[])
    .filter(({ name, version }) => name !== 'chunklab' && used.has(`${name} v${version}`))
    .map((crate) => ({ ...crate, folder: dirname(crate.manifest_path) }));
}

/** The folders of the packages that modules are of. */
function foldersOf(modules: readonly string[]): string[] {
  return modules.flatMap((id) => {
    // The package is named behind the last node_modules: one name, or two with a scope.
    const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    return folder ? [folder] : [];
  });
}

function packageIn(folder: string): Part {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return { name, version, license, folder };
}

/** One of the texts that a part brings: that of the MIT licence, where it may be chosen. */
function textOf({ name, folder }: Part): string {
  const names = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name));
  const chosen = names.find((name) => /mit/i.test(name)) ?? names[0];
  if (!chosen) throw new Error(`${name} has no licence in ${folder}`);
  return readFileSync(`${folder}/${chosen}`, 'utf8').trim();
}

function listed(title: string, parts: Part[]): string {
  const all = parts.map((part) => `## ${part.name} ${part.version} (${part.license})\n\n${textOf(part)}\n`);
  return [`# ${title}\n`, ...all.sort()].join('\n');
}

/** The folders of all packages that came into a script of the page, or of a worker. */
const folders = new Set<string>();

/** Notes what comes into scripts. */
export const noted = (): Plugin => ({
  name: 'noted',
  generateBundle(_, files) {
    note(Object.values(files));
  },
});

function note(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): void {
  for (const file of files) if (file.type === 'chunk') for (const folder of foldersOf(file.moduleIds)) folders.add(folder);
}

/** Puts the licences of all that is shipped beside the site. */
export const licences: Plugin = {
  name: 'licences',
  apply: 'build',
  async generateBundle() {
    for (const built of [await serviceWorker([])].flat()) if ('output' in built) note(built.output);
    const packages = [...folders].filter((folder) => existsSync(`${folder}/package.json`)).map(packageIn);
    const standard =
      'The standard library of Rust is in the WebAssembly, too: © The Rust Project Contributors, under the MIT licence.\n';
    const source = [listed('In the scripts', packages), listed('In the WebAssembly', crates()), standard].join('\n');
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
  },
};
