/** Unit specs stand beside their subject in src/ and desk/; behaviour through HTTP stands in test/. */
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': ['ts-jest', { useESM: true }] },
  // Properties are tried with this seed instead of a random one.
  ...(process.env.PROPERTY_SEED && { setupFiles: ['<rootDir>/test/support/seeded-properties.ts'] }),
};

const endToEnd = {
  ...common,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Some tests start the compiled service, none imports it.
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

export default {
  // Tests mostly wait for databases and processes.
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  workerIdleMemoryLimit: '1GB',
  // Far more than any test takes on a slow and busy machine.
  testTimeout: 900_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{src,venue-double,desk}/**/*.spec.{ts,tsx}'] },
    { ...endToEnd, displayName: 'e2e', testMatch: ['<rootDir>/test/*.e2e-spec.ts'] },
    // Processes that are started, killed or starved, clusters, browsers, and long random runs: minutes, not seconds.
    {
      ...endToEnd,
      displayName: 'slow',
      testMatch: ['<rootDir>/test/{process,scaling,long,browser}/*.e2e-spec.ts'],
    },
  ],
};
