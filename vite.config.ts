import { defaultClientConditions, defineConfig } from 'vite';
import { hosts } from './build/hosts.ts';
import { licences, noted } from './build/licences.ts';
import { offline } from './build/offline.ts';
import { texts } from './build/texts.ts';

export default defineConfig({
  root: 'www',
  base: './',
  plugins: [texts, hosts, noted(), licences, offline],
  // Without it a library that reduces HTML in a worker looks for a document there.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long plugins take on a slow machine is nothing that whoever builds the site can act on.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: 'es', plugins: () => [noted()] },
});
