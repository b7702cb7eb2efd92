import { defineConfig } from 'vite';

/** Removes the preloading of the files that a lazily loaded file needs, because the only lazily loaded file needs none. */
const PLAIN_IMPORTS = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * Builds the page of the review desk from `desk/` into `dist/page`. `--mode report` builds the only script and the only
 * style sheet of the report file. The service writes both into the report file.
 */
export default defineConfig(async ({ mode }) => ({
  root: 'desk/page',
  define: { IMPORT_TOOLS: JSON.stringify(await importTools()) },
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
    // d3-array creates bisectors when it is loaded, and reads their properties. The page does not need them.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['bisector'], propertyReadSideEffects: false },
      ...(mode !== 'report' && { output: { codeSplitting: CHUNKS } }),
    },
    ...(mode === 'report' ? REPORT : { emptyOutDir: true }),
  },
}));

/** Returns the tools whose files the service imports, from the service that was built before. */
async function importTools() {
  const formats = new URL('dist/src/review/trade-files/formats/formats.js', import.meta.url);
  const { IMPORT_TOOLS } = await import(formats.href);
  return IMPORT_TOOLS;
}

/** Modules that several files need are one file, which every first view loads, because small files compress badly. */
const CHUNKS = {
  groups: [{ name: 'shared', test: /(desk|src|preact)\//, minShareCount: 2 }],
};

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
