import { setImmediate } from 'node:timers/promises';

/** Work that yields after every few rows, so that other requests can run. */
export type Steps<Result> = Generator<void, Result>;

/** Number of rows of a step. */
export const ROWS_OF_STEP = 500;

/** Returns the result of all steps. Other requests run between the steps. */
export async function resultInSteps<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}
