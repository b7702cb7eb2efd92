/**
 * Returns `it` for tests that need recordings. Jest lists these tests as skipped if the recordings do not exist. The
 * specs of an area of `scripts/mutants.js` must not skip tests, so tests of recordings are in a separate
 * `*.recorded.spec.ts`.
 */
export const itWith = (...recordings: readonly unknown[]) => (recordings.includes(null) ? it.skip : it);

/**
 * Returns `describe` for tests that need recordings. Its function runs even if the tests are skipped, so it must read
 * recordings only within hooks and tests.
 */
export const describeWith = (...recordings: readonly unknown[]) =>
  recordings.includes(null) ? describe.skip : describe;
