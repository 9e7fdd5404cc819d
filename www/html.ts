import { whenEnded } from './living';
import { reducer } from './workers';

/** What the worker says: the name of its lock, then the Markdown. */
export type Reduced = { lock: string } | { text: string };

/** Whether a document is HTML, by how it begins; where its name says so, any tag will do. */
export function isHtml(name: string, start: string): boolean {
  return (
    (/\.x?html?$/i.test(name) && /^\uFEFF?\s*<[a-z!]/i.test(start)) ||
    /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!doctype\s+html|<html[\s>])/i.test(start)
  );
}

/** The title of a page, in one line. */
export function titleOf(start: string): string | undefined {
  const [, title] = /<title[^>]*>([^<]*)<\/title/i.exec(start) ?? [];
  // It makes a document that runs nothing and asks for nothing.
  const plain = title && new DOMParser().parseFromString(`<title>${title}</title>`, 'text/html').title;
  return plain || undefined;
}

/** HTML as Markdown, made in a worker of its own: a large page takes seconds. */
export function reduce(html: string, signal: AbortSignal): Promise<string> {
  const worker = reducer();
  const reduced = new Promise<string>((resolve, reject) => {
    const failed = () => reject(new Error('not reduced'));
    worker.onmessage = ({ data }: MessageEvent<Reduced>) => ('lock' in data ? whenEnded(data.lock, failed) : resolve(data.text));
    worker.onmessageerror = failed;
    worker.onerror = (event) => {
      event.preventDefault();
      failed();
    };
    signal.addEventListener('abort', failed);
    worker.postMessage(html);
  });
  return reduced.finally(() => worker.terminate());
}
