import { defineConfig } from 'vite';

/** Removes the code that preloads the files that a lazily loaded file needs. */
const PLAIN_IMPORTS = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Replaces a module by its exports, which it had in the service that was built before. */
const EVALUATED = {
  name: 'evaluated',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('desk/report/figure-facts.ts')) return undefined;
    const exported = Object.entries(await import(built('desk/report/figure-facts.js')));
    return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
  },
};

/**
 * Builds the page of the review desk from `desk/` into `dist/page`. `--mode report` builds the only script and the only
 * style sheet of the report file. The service writes both into the report file.
 */
export default defineConfig(async ({ mode }) => ({
  root: 'desk/page',
  define: { IMPORT_TOOLS: JSON.stringify(await importTools()) },
  plugins: [PLAIN_IMPORTS, EVALUATED],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The page may be served under any base path.
  base: './',
  build: {
    outDir: '../../dist/page',
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // The files that a lazily loaded file needs are already loaded.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
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
  const { IMPORT_TOOLS } = await import(built('src/review/trade-files/formats/formats.js'));
  return IMPORT_TOOLS;
}

/** Returns the address of a module of the service that was built before. */
function built(module) {
  return new URL(`dist/${module}`, import.meta.url).href;
}

/** The modules that the page of a session imports last: the panels of its last groups. */
const LATE =
  /desk\/(page\/session\/late-panels\.ts|report\/findings\.ts|report\/analyses\/(monte-carlo|sizing|costs|breakdown|rolling|excursions|ideal-r|exits|figures)\/.*-panel\.tsx)$/;

/** The modules that the page of a session imports after its first view. */
const FURTHER =
  /desk\/(page\/session\/further-panels\.ts|page\/slice\/slice-form\.tsx|report\/analyses\/.*-panel\.tsx)$/;

/** The modules that are imported for the pages about the sessions of a project. */
const OF_PROJECT =
  /desk\/page\/(list-pages|selection\/tries-pages|comparison\/comparison-page|sessions\/parameter-map)\.tsx?$/;

/** Returns whether only such modules need a module. */
function isOnlyOf(those, id, bundle) {
  const { importers } = bundle.getModuleInfo(id);
  return (
    those(id) || (importers.length > 0 && importers.every((importer) => isOnlyOf(those, importer, bundle)))
  );
}

const isLate = (id) => LATE.test(id);
const isOfProject = (id) => OF_PROJECT.test(id);
const isFurther = (id) => FURTHER.test(id) || LATE.test(id);

/** Returns the file of a module that the first view of a session does not need; null for all others. */
function laterFile(id, bundle) {
  if (isOnlyOf(isLate, id, bundle)) return 'late-panels';
  return isOnlyOf(isFurther, id, bundle) ? 'further-panels' : null;
}

/** Returns the file of a module that several pages of a project need, and a session does not; null for all others. */
const projectFile = (id, bundle) =>
  !isOfProject(id) && isOnlyOf(isOfProject, id, bundle) ? 'project-pages' : null;

/**
 * Small files compress badly. Therefore modules that several files need are one file, which every first view loads, and
 * the further and the last panels of a session are one file each, with all that only they need. Modules that only several
 * pages of a project need are another file.
 */
const CHUNKS = {
  groups: [
    {
      name: laterFile,
      debugName: 'later panels',
      includeDependenciesRecursively: false,
    },
    {
      name: projectFile,
      debugName: 'pages of a project',
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    { name: 'shared', test: /(desk|src|preact)\//, minShareCount: 2 },
  ],
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
