/** Unit specs are next to the code that they test, in src/, desk/ and clients/. Tests of behaviour through HTTP are in test/. */
export const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': '<rootDir>/test/support/transpile.js' },
  // Properties use this seed instead of a random seed.
  ...(process.env.PROPERTY_SEED && { setupFiles: ['<rootDir>/test/support/seeded-properties.ts'] }),
};

/** Returns settings with which the suites of a worker load these packages only once. See test/support/built-modules. */
function sharing(packages, built = {}) {
  const names = `(${packages.join('|').replaceAll('.', '\\.')})$`;
  return {
    transform: { ...built, [`/node_modules/${names}`]: BUILT, ...common.transform },
    transformIgnorePatterns: [`/node_modules/(?!${names})`],
  };
}

const BUILT = '<rootDir>/test/support/built-modules/transformer.js';

/** Large packages that keep no state. */
const SHARED_PACKAGES = ['decimal.js/decimal.mjs', 'fast-check/lib/fast-check.js'];

/** Packages of the service. Tests that load them once must load the sources from the build, too. */
const SERVICE_PACKAGES = ['@nestjs/[^/]+/index.js', 'pg/esm/index.mjs', 'typeorm/index.mjs'];
const SOURCE = `^${RegExp.escape?.(import.meta.dirname) ?? import.meta.dirname}/((src|desk/(report|thread))/.+|ormconfig)\\.tsx?$`;

const unit = {
  ...common,
  ...sharing(SHARED_PACKAGES),
  testEnvironment: '<rootDir>/test/support/built-modules/environment.js',
};

const endToEnd = {
  ...common,
  ...sharing([...SHARED_PACKAGES, ...SERVICE_PACKAGES], { [SOURCE]: BUILT }),
  testEnvironment: '<rootDir>/test/support/built-modules/service-environment.js',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Some tests start the compiled service, but no test imports it from this path.
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

export default {
  // Tests mostly wait for databases and processes.
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  workerIdleMemoryLimit: '2GB',
  // Far longer than any test takes, even on a slow and busy machine.
  testTimeout: 900_000,
  projects: [
    {
      ...unit,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,venue-double,desk,clients/typescript/src}/**/*.spec.{ts,tsx}'],
    },
    // test/database/ contains the suites whose results may depend on the database.
    {
      ...endToEnd,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{,database/}*.e2e-spec.ts', '<rootDir>/test/reduced/review.e2e-spec.ts'],
    },
    // The contract on services without one of the features in src/review/. `e2e` tests the service without all of them.
    {
      ...endToEnd,
      displayName: 'reduced',
      testMatch: ['<rootDir>/test/reduced/!(review).e2e-spec.ts'],
    },
    // Work that is compared or counted for large input, long queues, and recorded data.
    { ...endToEnd, displayName: 'heavy', testMatch: ['<rootDir>/test/heavy/*.e2e-spec.ts'] },
    // Kills, races, lost databases, hostile input, random requests and random histories.
    {
      ...endToEnd,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/{,own-servers/,hostile/}*.e2e-spec.ts'],
    },
    // Clients of the built service: those in clients/, samples/replay, and the commands of README.md, docs/tour.md and
    // docs/replay.md.
    { ...endToEnd, displayName: 'clients', testMatch: ['<rootDir>/test/clients/*.e2e-spec.ts'] },
    // Processes with their settings, clusters, the browser, and sessions of very many trades.
    {
      ...endToEnd,
      displayName: 'slow',
      testMatch: ['<rootDir>/test/{process,scaling,long,browser}/*.e2e-spec.ts'],
    },
  ],
};
