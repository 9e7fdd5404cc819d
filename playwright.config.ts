import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { defineConfig } from '@playwright/test';

const port = 4319;

/** The browser named by CHROMIUM, or the one on the path. */
function chromium(): string {
  return execFileSync('scripts/chromium.sh', { encoding: 'utf8' }).trim();
}

export default defineConfig({
  projects: [
    { name: 'chromium', testDir: 'tests/page' },
    // The single file, opened from disk: what could differ there. What it does not do is to load its parts from a server.
    {
      name: 'file',
      testDir: 'tests',
      testMatch: [
        'single/*.spec.ts',
        ...['corpus', 'files', 'html', 'languages', 'link', 'memory', 'takeaway'].map((name) => `page/${name}.spec.ts`),
      ],
      grepInvert: /that cannot be loaded/,
      use: { baseURL: pathToFileURL('chunklab.html').href },
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
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    port,
    reuseExistingServer: false,
  },
});
