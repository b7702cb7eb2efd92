/** Unit specs are next to the code that they test, in src/, desk/ and clients/. Tests of behaviour through HTTP are in test/. */
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': '<rootDir>/test/support/transpile.js' },
  // Properties use this seed instead of a random seed.
  ...(process.env.PROPERTY_SEED && { setupFiles: ['<rootDir>/test/support/seeded-properties.ts'] }),
};

/**
 * Modules that are loaded from the build, once per worker: the sources, and the packages that tests and sources share.
 * See test/support/built-modules/transformer.js.
 */
const SOURCE = `^${RegExp.escape?.(import.meta.dirname) ?? import.meta.dirname}/((src|desk/(report|thread))/.+|ormconfig)\\.tsx?$`;
const SHARED_PACKAGE = '(@nestjs/[^/]+/index\\.js|pg/esm/index\\.mjs|typeorm/index\\.mjs)$';
const BUILT = '<rootDir>/test/support/built-modules/transformer.js';

const endToEnd = {
  ...common,
  testEnvironment: '<rootDir>/test/support/built-modules/environment.js',
  transform: { [SOURCE]: BUILT, [`/node_modules/${SHARED_PACKAGE}`]: BUILT, ...common.transform },
  transformIgnorePatterns: [`/node_modules/(?!${SHARED_PACKAGE})`],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Some tests start the compiled service, but no test imports it from this path.
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

export default {
  // Tests mostly wait for databases and processes.
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  workerIdleMemoryLimit: '1GB',
  // Far longer than any test takes, even on a slow and busy machine.
  testTimeout: 900_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,venue-double,desk,clients/typescript/src}/**/*.spec.{ts,tsx}'],
    },
    // test/database/ contains the suites whose results may depend on the database.
    { ...endToEnd, displayName: 'e2e', testMatch: ['<rootDir>/test/{,database/}*.e2e-spec.ts'] },
    // Kills, races, lost databases, hostile input, random requests and random histories.
    {
      ...endToEnd,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/{,own-servers/,hostile/}*.e2e-spec.ts'],
    },
    // The clients in clients/, against the built service.
    { ...endToEnd, displayName: 'clients', testMatch: ['<rootDir>/test/clients/*.e2e-spec.ts'] },
    // Processes with their settings, clusters, the browser, and sessions of very many trades.
    {
      ...endToEnd,
      displayName: 'slow',
      testMatch: ['<rootDir>/test/{process,scaling,long,browser}/*.e2e-spec.ts'],
    },
  ],
};
