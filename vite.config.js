import { defineConfig } from 'vite';

/** The one file that is loaded later brings no style and no further file, so there is nothing to load ahead of it. */
const PLAIN_IMPORTS = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * The page of the review desk, from `desk/` to `dist/page`. With `--mode report`: the one script and the one style of the
 * report file, which the service writes into it.
 */
export default defineConfig(({ mode }) => ({
  root: 'desk/page',
  plugins: [PLAIN_IMPORTS],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The page may be served under any base path.
  base: './',
  build: {
    outDir: '../../dist/page',
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Data URLs in styles would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // d3-array makes bisectors when it is loaded, and reads their properties; the page needs none of them.
    rolldownOptions: { treeshake: { manualPureFunctions: ['bisector'], propertyReadSideEffects: false } },
    ...(mode === 'report' ? REPORT : { emptyOutDir: true }),
  },
}));

const REPORT = {
  emptyOutDir: false,
  copyPublicDir: false,
  cssCodeSplit: false,
  lib: {
    entry: 'report/main.tsx',
    formats: ['iife'],
    name: 'report',
    fileName: () => 'report.js',
    cssFileName: 'report',
  },
};
