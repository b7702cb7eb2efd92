/**
 * `it` and `describe` for tests of recordings: Jest lists the tests as skipped when they are not there. Specs of an area of
 * `scripts/mutants.js` may not skip; tests of recordings stand beside them in a `*.recorded.spec.ts`.
 */
export const itWith = (...recordings: readonly unknown[]) => (recordings.includes(null) ? it.skip : it);

/** Its work is done also when it is skipped: it reads no recording outside of hooks and tests. */
export const describeWith = (...recordings: readonly unknown[]) =>
  recordings.includes(null) ? describe.skip : describe;
