import { type Message, megabytes } from './messages';

/** What a file holds: a text and how it was encoded; bytes of a text in an encoding that a person has to tell; or no text, and why. */
export type Read = Decoded | Undecided | { refused: Message; places: Record<string, string> };

export interface Decoded {
  text: string;
  /** As `TextDecoder` names it. */
  encoding: string;
}

export interface Undecided {
  bytes: Uint8Array<ArrayBuffer>;
  /** What it looks like. */
  guess: string;
}

/** Larger files are not opened. In Chromium 400 MB still worked, in 37 s from file to chunks: this leaves room for machines with less memory. */
export const mostBytes = 256 * 2 ** 20;

/** The encodings that `TextDecoder` knows (WHATWG Encoding, section 4.2). */
export const encodings: readonly string[] = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-1258', 'windows-874', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6'],
  ...['iso-8859-7', 'iso-8859-8', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16', 'ibm866'],
  ...['koi8-r', 'koi8-u', 'macintosh', 'x-mac-cyrillic', 'gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis'],
  'euc-kr',
];

/** Line ends and, of UTF-8, the byte order mark stay: offsets are those of the file. */
export async function readFile(file: File): Promise<Read> {
  const { name } = file;
  const tooLarge: Read = { refused: 'notice.size', places: { name, most: megabytes(mostBytes) } };
  if (file.size > mostBytes) return tooLarge;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    // So it is called where there is no memory for it.
    return error instanceof RangeError ? tooLarge : { refused: 'notice.read', places: { name } };
  }
  const wide = wideMark(bytes);
  const text = wide ? decode(bytes.subarray(2), wide) : decode(bytes, 'utf-8');
  if (text !== undefined && isPlain(text)) return { text, encoding: wide ?? 'utf-8' };
  const unmarked = mayBeWide(bytes, text) ? unmarkedWide(bytes) : undefined;
  if (unmarked) return unmarked;
  const kind = await binaryKind(bytes, text);
  if (kind !== undefined) return { refused: kind === '' ? 'notice.binary' : 'notice.binary.kind', places: { name, kind } };
  return text !== undefined && !hasEscapes(text) ? { text, encoding: wide ?? 'utf-8' } : { bytes, guess: await guess(bytes) };
}

/** A text in an encoding, or none if the bytes are not in it. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** UTF-16 by its byte order mark. */
function wideMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** So much of a text is looked at to see what it is. */
const looked = 65_536;

/** Whether it has NULs as UTF-16 has them: beside every Latin letter, blank and line end. In what is UTF-8, too, a few are only odd. */
function mayBeWide(bytes: Uint8Array, text: string | undefined): boolean {
  const start = bytes.subarray(0, looked);
  const nuls = start.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  return nuls > (text === undefined ? 0 : start.length / 10);
}

/** UTF-16 without a mark, where one of the two orders gives what reads like text: it has blanks, and nothing odd. */
function unmarkedWide(bytes: Uint8Array): Decoded | undefined {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const text = bytes.length % 2 === 0 ? decode(bytes, encoding) : undefined;
    if (text && isPlain(text) && /[ \n\u3000-\u3002]/.test(text.slice(0, looked))) return { text, encoding };
  }
  return undefined;
}

/** Whether it is plainly a text: no NUL, no escapes, not the beginning of a file that some program has to read. */
function isPlain(text: string): boolean {
  return !text.includes('\0') && !hasEscapes(text) && !/^(%PDF-|\{\\rtf)/.test(text);
}

/** ISO 2022 changes its character set by escapes, all in ASCII. */
function hasEscapes(text: string): boolean {
  const start = text.slice(0, looked);
  return start.includes('\x1b$') || start.includes('\x1b(');
}

/** What kind of data it is, if it is no text: by its marks, or, unnamed, where a tenth of it is controls. */
async function binaryKind(bytes: Uint8Array, text: string | undefined): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (found && !/^text\/|[/+]xml$/.test(found.mime)) return found.ext.toUpperCase();
  const start = bytes.subarray(0, looked);
  const controls = start.reduce((count, byte) => count + (byte < 32 && ![9, 10, 12, 13, 27].includes(byte) ? 1 : 0), 0);
  // One byte of NUL in a text is odd, and kept.
  return controls * (text === undefined ? 100 : 10) > start.length ? '' : undefined;
}

async function guess(bytes: Uint8Array): Promise<string> {
  const { detect } = await import('chardet');
  const found = detect(bytes.subarray(0, looked))?.toLowerCase() ?? '';
  const name = found === 'iso-8859-1' ? 'windows-1252' : found;
  return encodings.includes(name) && name !== 'utf-8' ? name : 'windows-1252';
}
