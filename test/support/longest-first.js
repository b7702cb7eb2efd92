import TestSequencer from '@jest/test-sequencer';

/** The suite that takes by far the longest. It has a separate database, so no other suite waits for it. */
const LONGEST = 'simulated-faults.e2e-spec.ts';

/**
 * Starts the longest suite first, so that it is not the last suite to run. On a new machine, Jest knows no durations
 * and orders the suites by the sizes of their files, but the file of the longest suite is small.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const isOther = ({ path }) => Number(!path.endsWith(LONGEST));
    return super.sort(tests).toSorted((one, other) => isOther(one) - isOther(other));
  }
}
