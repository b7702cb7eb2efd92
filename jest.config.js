/** Unit specs stand beside their subject in src/, behaviour through HTTP stands in test/. */
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true }] },
};

export default {
  // Much of the time goes to waiting for databases and processes.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  testTimeout: 300_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
      // The compiled service is an input of some tests, never a module of one.
      modulePathIgnorePatterns: ['<rootDir>/dist'],
    },
  ],
};
