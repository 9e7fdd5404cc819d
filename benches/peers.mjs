// The JavaScript peers, asked to do what the core does: size 500, overlap 50 where they know it, the estimate of 3.8 as length function.

import { RecursiveChunker } from '@chonkiejs/core';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';

const size = 500;
const cjk =
  /[\u1100-\u11FF\u2E80-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{1AFF0}-\u{1B16F}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFF}]/gu;

/** The estimate, as fast as plain JavaScript gets it for most texts: only one with such characters is searched for them. */
function estimate(text) {
  const wide = /[\u1100-\uFFFF]/.test(text) ? (text.match(cjk)?.length ?? 0) : 0;
  return Math.ceil(((text.length - wide) * 10 + wide * 38) / 38);
}

/** @type {Record<string, (text: string) => Promise<number>>} how many chunks a text has */
export const peers = {
  async '@langchain/textsplitters'(text) {
    const splitter = new RecursiveCharacterTextSplitter({ chunkSize: size, chunkOverlap: 50, lengthFunction: estimate });
    return (await splitter.splitText(text)).length;
  },
  async '@chonkiejs/core'(text) {
    const chunker = await RecursiveChunker.create({
      chunkSize: size,
      tokenizer: { countTokens: estimate, encode: encode, decode },
    });
    return (await chunker.chunk(text)).length;
  },
};

// It only cuts a text by tokens where nothing parts it.
const encode = (text) => Array.from(text, (c) => c.codePointAt(0));
const decode = (codes) => String.fromCodePoint(...codes);
