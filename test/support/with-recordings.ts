/**
 * Returns `it` for tests that need recordings. If the recordings do not exist, Jest lists these tests as skipped.
 * `scripts/mutants.js` must not run specs with skipped tests, so tests that need recordings are in separate files
 * `*.recorded.spec.ts`.
 */
export const itWith = (...recordings: readonly unknown[]) => (recordings.includes(null) ? it.skip : it);

/**
 * Returns `describe` for tests that need recordings. The function of the describe runs even if its tests are skipped,
 * so this function must read recordings only within hooks and tests.
 */
export const describeWith = (...recordings: readonly unknown[]) =>
  recordings.includes(null) ? describe.skip : describe;
