/** Whether the browser runs WebAssembly with SIMD (all do since 2023): the smallest module that uses it. */
export function runsWebAssembly(): boolean {
  const header = [0, 97, 115, 109, 1, 0, 0, 0];
  const type = [1, 5, 1, 96, 0, 1, 123];
  const functions = [3, 2, 1, 0];
  // i32.const 0, i8x16.splat, end
  const code = [10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array([...header, ...type, ...functions, ...code]));
}
