import TestSequencer from '@jest/test-sequencer';

/** By far the longest suite. It has a database of its own, so that no other one waits for it. */
const LONGEST = 'simulated-faults.e2e-spec.ts';

/**
 * Starts the longest suite before all others, so that no worker is left alone with it at the end. On a new machine Jest
 * knows no durations and goes by the size of files: this one is small.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const isOther = ({ path }) => Number(!path.endsWith(LONGEST));
    return super.sort(tests).toSorted((one, other) => isOther(one) - isOther(other));
  }
}
