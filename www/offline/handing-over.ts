/** What a page says to the service worker. */
export type Wanted =
  /** It has started: its script tells of which version it is. */
  | { type: 'started'; script: string }
  /** It is about to reload, in the newest version. */
  | { type: 'keep'; kept: unknown }
  /** It has reloaded. */
  | { type: 'take' };

/** What the service worker answers. */
export interface Told {
  /** Whether the page is of the service worker's version. */
  isCurrent?: boolean;
  kept?: unknown;
}
