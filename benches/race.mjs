// The core as WebAssembly beside its peers, in turn, a new string every time. It runs in Node and in a browser alike.

import { peers } from './peers.mjs';

const [least, most, budget] = [5, 41, 1500];

/** How long each time took, in ms. */
async function times(text, work) {
  const taken = [];
  let sum = 0;
  while (taken.length < least || (taken.length < most && sum < budget)) {
    // A new string, laid out flat: one that is put together otherwise is read for the first time by whoever comes first.
    const own = new TextDecoder().decode(new TextEncoder().encode(`${text}\n\n${taken.length}`));
    const start = performance.now();
    await work(own);
    taken.push(performance.now() - start);
    sum += taken.at(-1);
  }
  return taken;
}

/** All measurements of some documents, by name. */
export async function race(core, documents, where) {
  const { Session } = core;
  const results = [];
  for (const [document, text] of Object.entries(documents)) {
    const bytes = new TextEncoder().encode(text).length;
    const measure = async (what, tool, work) =>
      results.push({ what, document, tool, where, bytes, times: await times(text, work) });
    const session = new Session();
    await measure('string in, columns out', 'chunklab', (text) => {
      session.load(new TextEncoder().encode(text));
      session.chunk({});
      return session.columns();
    });
    // Other settings, so that nothing is known of the chunks; the numbers of the page are counted, too.
    let size = 500;
    await measure('text inside', 'chunklab', () => {
      size = size === 500 ? 501 : 500;
      session.chunk({ size });
    });
    session.free();
    for (const [tool, work] of Object.entries(peers)) await measure('string in, chunks out', tool, work);
  }
  return results;
}
