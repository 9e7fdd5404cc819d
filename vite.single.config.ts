import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { licences, noted } from './build/licences.ts';
import { single, spoken } from './build/single.ts';
import { texts } from './build/texts.ts';
import site from './vite.config.ts';

/** The page as one file, for who may not install or visit anything. */
export default defineConfig({
  ...site,
  plugins: [spoken, texts, noted(), licences, single('chunklab.html')],
  resolve: {
    ...site.resolve,
    alias: [
      { find: /^\.\/workers$/, replacement: resolve('www/single/workers.ts') },
      { find: /^\.\/offline\/page$/, replacement: resolve('www/single/page.ts') },
    ],
  },
  build: {
    ...site.build,
    outDir: '../target/single',
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { ...site.build?.rolldownOptions, output: { codeSplitting: false } },
    // It is meant to be one.
    chunkSizeWarningLimit: 4000,
  },
  // Chromium starts no worker that is a module from a blob of a page that was opened from disk.
  worker: { format: 'iife', plugins: () => [noted()] },
});
