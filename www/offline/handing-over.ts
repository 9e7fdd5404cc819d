/** What a page says to the service worker. */
export type Wanted =
  /** It has started: its script tells of which version it is. */
  | { type: 'started'; script: string }
  /** This version is to be the one of all pages that are opened from now on. */
  | { type: 'activate' }
  /** It is about to reload. */
  | { type: 'keep'; name: string; kept: unknown }
  /** It has reloaded, and takes what it had kept under this name. */
  | { type: 'take'; name: string };

/** What the service worker answers. */
export interface Told {
  /** Whether the page is of the service worker's version. */
  isCurrent?: boolean;
  kept?: unknown;
}
