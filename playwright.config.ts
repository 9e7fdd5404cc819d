import { pathToFileURL } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/chromium.mjs';

const port = 4319;

/** Only a whole browser goes back to a page as it was; and in one it is to be seen that all is the same everywhere. */
const inWhole = ['history.spec.ts', 'everywhere.spec.ts'];
const whole = { launchOptions: launchOptions() };
/** The single file, opened from disk. */
const single = pathToFileURL('chunklab.html').href;

export default defineConfig({
  projects: [
    { name: 'page', testDir: 'tests/page', testIgnore: inWhole },
    { name: 'chromium', testDir: 'tests/page', testMatch: inWhole, use: whole },
    { name: 'single', testDir: 'tests/single', use: { ...whole, baseURL: single } },
    // What of the page could be otherwise from disk. What the single file does not do is to load its parts from a server.
    {
      name: 'file',
      testDir: 'tests/page',
      testMatch: ['files', 'html', 'languages', 'link', 'memory', 'takeaway'].map((name) => `${name}.spec.ts`),
      grepInvert: /that cannot be loaded|takes long/,
      use: { baseURL: single },
    },
    // Playwright drives no packaged Firefox: these start their own.
    { name: 'firefox', testDir: 'tests/firefox' },
  ],
  outputDir: 'test-results',
  workers: 2,
  // A browser may give a page no frame for half a minute where others have the machine. What passes only then is listed as flaky.
  retries: 1,
  // In ms: longer than the page itself waits for anything.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    // But where it is what is tested: what it sends cannot be changed by a test, and it has all files sent anew to each.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    trace: 'on-first-retry',
    launchOptions: launchOptions('--shell'),
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    port,
    reuseExistingServer: false,
  },
});
