import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import binaryen from 'binaryen';

/** The WebAssembly of the built page. */
function built(): Buffer {
  const name = readdirSync('dist/assets').find((name) => name.endsWith('.wasm'));
  return readFileSync(`dist/assets/${name}`);
}

/** Has the page load another WebAssembly than its own. */
export async function loads(page: Page, wasm: Uint8Array): Promise<void> {
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: Buffer.from(wasm) }));
}

/** The build with a hidden trap: an exported function works so many times, and is `unreachable` the next time. */
export function trapping(name: string, after: number): Uint8Array {
  const module = binaryen.readBinary(built());
  module.setFeatures(binaryen.Features.All);
  const exported = binaryen.getExportInfo(module.getExport(name));
  const { params, results } = binaryen.getFunctionInfo(module.getFunction(exported.value));
  const { i32 } = module;
  module.addGlobal('left', binaryen.i32, true, i32.const(after));
  const left = () => module.global.get('left', binaryen.i32);
  const given = binaryen.expandType(params).map((type, i) => module.local.get(i, type));
  const body = module.block(null, [
    module.if(i32.eqz(left()), module.unreachable()),
    module.global.set('left', i32.sub(left(), i32.const(1))),
    module.call(exported.value, given, results),
  ]);
  module.addFunction('trapping', params, results, [], body);
  module.removeExport(name);
  module.addFunctionExport('trapping', name);
  return module.emitBinary();
}

/** The build with a memory that grows to so many bytes and no further. */
export function confined(bytes: number): Uint8Array {
  const wasm = built();
  const number = (at: number): [value: number, end: number] => {
    let [value, end, shift] = [0, at, 0];
    do {
      value += ((wasm[end] ?? 0) & 0x7f) * 2 ** shift;
      shift += 7;
    } while (((wasm[end++] ?? 0) & 0x80) !== 0);
    return [value, end];
  };
  const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >> 7)]);
  // Behind magic and version come sections: an id, a length, and so many bytes (WebAssembly 2.0, 5.5.2). The memories' id is 5.
  for (let at = 8; at < wasm.length; ) {
    const [length, start] = number(at + 1);
    if (wasm[at] === 5) {
      // One memory without a most: a count, no flags, the pages it begins with.
      const [pages] = number(start + 2);
      const memory = [1, 1, ...leb(pages), ...leb(bytes / 65_536)];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from([5, memory.length, ...memory]), wasm.subarray(start + length)]);
    }
    at = start + length;
  }
  throw new Error('no memory');
}

/** The build without its last bytes. */
export function cutOff(): Uint8Array {
  return built().subarray(0, 100_000);
}
