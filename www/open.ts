import type { Message } from './messages';

/** The text of a UTF-8 file, byte for byte (a BOM stays, line ends stay), or why there is none. */
export async function readText(file: File): Promise<string | { refused: Message }> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { refused: 'notice.read' };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { refused: 'notice.decode' };
  }
}
