/**
 * Runs mutation tests: changes the pure code in one place at a time and expects a spec to fail.
 *
 *     npm run mutants                       all areas
 *     npm run mutants -- decimal market     only these areas
 *
 * `mutants-baseline.json` lists, by file, the lines whose mutants no spec can find, with the reason. Any other survivor is an
 * error. An entry of the baseline without a survivor is also an error.
 */
import { Stryker } from '@stryker-mutator/core';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { common } from '../jest.config.js';

/**
 * The code of each area, and the specs that must find its mutants. Other specs do not run, so that an area does not depend
 * on them. These specs must not skip a test, so tests of recordings are in a `*.recorded.spec.ts`. Jest reports the start of
 * a skipped test but not its end. Stryker would therefore count the code that the next file loads as covered only by the
 * skipped test, and mutants of this code would survive without being tested.
 */
const AREAS = {
  decimal: { code: ['src/shared/decimal/*.ts'], specs: ['src/shared/decimal/*.spec.ts'] },
  market: { code: ['src/shared/market/{spans,intervals}.ts'], specs: ['src/shared/market/*.spec.ts'] },
  'derived-figures': {
    code: ['src/shared/figures/derived-figures.ts'],
    specs: ['src/shared/figures/derived-figures.spec.ts'],
  },
  calculator: {
    code: ['src/shared/figures/calculator/*.ts'],
    // The specs of the properties and of the reference are left out, because they take seconds for each mutant.
    specs: ['src/shared/figures/calculator/+([a-z-]).spec.ts'],
  },
  'ideal-r': {
    code: [
      'src/stats/ideal-r/{analytics,market-windows,observations,places-by-asset,risked-trades,walk-forward,walk-minutes,walkable-minutes,windows}.ts',
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

const BASELINE = JSON.parse(readFileSync(new URL('mutants-baseline.json', import.meta.url), 'utf8'));

// All random examples, because fewer examples find fewer mutants.
process.env.EVERY_PROPERTY_RUN = '1';

const mutate = ({ code, specs }) =>
  new Stryker({
    mutate: [...code, '!src/**/*.spec.ts'],
    testRunner: 'jest',
    jest: {
      config: {
        // Stryker does not find the test environment that shares packages between suites.
        ...common,
        projects: [], // otherwise Stryker would add the projects of jest.config.js
        testMatch: specs.map((pattern) => `<rootDir>/${pattern}`),
        setupFiles: ['<rootDir>/test/support/fixed-seed.ts'],
      },
    },
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=2048'],
    coverageAnalysis: 'perTest',
    ignorePatterns: ['dist', '.data'],
    concurrency: 1,
    cleanTempDir: 'always',
    reporters: ['progress-append-only'],
  }).runMutationTest();

/** Prints the counts of an area and all differences from the baseline. A difference makes the run fail. */
function report(results) {
  const survivors = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const found = results.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const files = new Set(results.map(({ fileName }) => pathOf(fileName)));
  const expected = [...files].flatMap((file) => (BASELINE[file] ?? []).map((entry) => ({ file, ...entry })));
  const met = new Set();
  for (const mutant of survivors) {
    const file = pathOf(mutant.fileName);
    const text = readFileSync(mutant.fileName, 'utf8').split('\n')[mutant.location.start.line - 1].trim();
    const entries = expected.filter(
      (entry) => entry.file === file && entry.line === text && entry.mutators.includes(mutant.mutatorName),
    );
    for (const entry of entries) met.add(entry);
    if (entries.length === 0)
      fail(
        `${file}:${mutant.location.start.line} ${mutant.mutatorName} survived: ${text} → ${mutant.replacement}`,
      );
  }
  for (const entry of expected)
    if (!met.has(entry))
      fail(`${entry.file} has no survivor left, remove it from the baseline: ${entry.line}`);
  console.log(`found ${found.length} of ${found.length + survivors.length}, ${survivors.length} survived`);
}

const pathOf = (fileName) => relative(process.cwd(), fileName).replaceAll('\\', '/');

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in AREAS));
if (unknown.length > 0)
  throw new Error(`No area ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}`);
for (const name of wanted.length > 0 ? wanted : Object.keys(AREAS)) {
  console.log(`\n${name}`);
  const results = await mutate(AREAS[name]);
  report(results);
  const untested = results.filter(({ status, testsCompleted }) => status === 'Survived' && !testsCompleted);
  if (untested.length > 0)
    throw new Error(`${untested.length} mutants survived without a test: does one skip?`);
}
