import TestSequencer from '@jest/test-sequencer';

/** The longest suite by far. The suite has a separate database, so no other suite waits for it. */
const LONGEST = 'simulated-faults.e2e-spec.ts';

/**
 * Starts the longest suite first, so that no worker runs it alone at the end. On a new machine Jest has no durations
 * yet and orders suites by file size, but the file of this suite is small.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const isOther = ({ path }) => Number(!path.endsWith(LONGEST));
    return super.sort(tests).toSorted((one, other) => isOther(one) - isOther(other));
  }
}
