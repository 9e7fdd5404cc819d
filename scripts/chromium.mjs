import { execFileSync } from 'node:child_process';

/**
 * How Chromium is started to test and measure in, as root, too, and without what it asks of others; with `--shell` its headless shell.
 * @param {string[]} of
 */
export function launchOptions(...of) {
  return {
    executablePath: execFileSync('scripts/chromium.sh', of, { encoding: 'utf8' }).trim(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
