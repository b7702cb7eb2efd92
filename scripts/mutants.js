/**
 * Mutation tests: changes the pure code in one place at a time and expects a spec to fail.
 *
 *     npm run mutants                       all areas
 *     npm run mutants -- decimal market     some of them
 */
import { Stryker } from '@stryker-mutator/core';
import jestConfig from '../jest.config.js';

/**
 * The code of each area, and the specs that have to notice a change of it: no others, so that an area stands for itself.
 * None of them may skip a test, so tests of recordings stand in a `*.recorded.spec.ts`: Jest reports the start of a skipped
 * test and not its end, so Stryker would count what the next file loads as covered by that test alone, and a mutant of it
 * would survive without having been tested.
 */
const AREAS = {
  decimal: { code: ['src/decimal/*.ts'], specs: ['src/decimal/*.spec.ts'] },
  market: { code: ['src/market/{spans,intervals}.ts'], specs: ['src/market/*.spec.ts'] },
  'derived-figures': {
    code: ['src/trades/derived-figures.ts'],
    specs: ['src/trades/derived-figures.spec.ts'],
  },
  calculator: {
    code: ['src/figures/calculator/*.ts'],
    // Without the properties and the reference: they take seconds for each mutant.
    specs: ['src/figures/calculator/+([a-z-]).spec.ts'],
  },
  'ideal-r': {
    code: [
      'src/stats/ideal-r/{analytics,market-windows,observations,places-by-asset,risked-trades,walk-minutes,walkable-minutes,windows}.ts',
    ],
    specs: ['src/stats/ideal-r/+([a-z-]).spec.ts'],
  },
  aggregation: {
    code: ['src/candles/store/{aggregate-bars,bar-builder,bar-columns}.ts'],
    specs: ['src/candles/store/+([a-z-]).spec.ts'],
  },
  'weight-budget': {
    code: ['src/candles/venue/weight-budget.ts'],
    specs: ['src/candles/venue/weight-budget.spec.ts'],
  },
};

const unit = jestConfig.projects.find(({ displayName }) => displayName === 'unit');

const mutate = ({ code, specs }) =>
  new Stryker({
    mutate: [...code, '!src/**/*.spec.ts'],
    testRunner: 'jest',
    jest: {
      config: {
        ...unit,
        projects: [], // those of jest.config.js would be added
        testMatch: specs.map((pattern) => `<rootDir>/${pattern}`),
        setupFiles: ['<rootDir>/test/support/fixed-seed.ts'],
      },
    },
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=2048'],
    coverageAnalysis: 'perTest',
    ignorePatterns: ['dist', '.data'],
    concurrency: 1,
    cleanTempDir: 'always',
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { reportTests: false, allowColor: process.stdout.isTTY },
  }).runMutationTest();

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in AREAS));
if (unknown.length > 0)
  throw new Error(`No area ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}`);
for (const name of wanted.length > 0 ? wanted : Object.keys(AREAS)) {
  console.log(`\n${name}`);
  const results = await mutate(AREAS[name]);
  const untested = results.filter(({ status, testsCompleted }) => status === 'Survived' && !testsCompleted);
  if (untested.length > 0)
    throw new Error(`${untested.length} mutants survived without a test: does one skip?`);
}
