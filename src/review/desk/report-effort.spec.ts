import { mostPaths } from '../analysis/timing/timing-limits.js';
import { resampleCount } from '../analysis/confidence/resample-count.js';
import { resamplesFor } from '../analysis/sizing/resamples-for.js';
import { confidenceEffort, pathEffort, sizingEffort, timingEffort } from './report-effort.js';

describe('the random samples of a report', () => {
  it('are as many as the API draws by default if there are up to 1,000 trades', () => {
    const efforts = [confidenceEffort, pathEffort, sizingEffort, timingEffort];
    expect(efforts.map((effort) => effort(1_000))).toEqual([{}, {}, {}, {}]);
  });

  it('are fewer than the API draws by default if there are more than 1,000 trades', () => {
    const efforts = [confidenceEffort, pathEffort, sizingEffort, timingEffort];
    expect(efforts.map((effort) => effort(1_001))).toEqual([
      { resamples: 500 },
      { paths: 500 },
      { resamples: 100 },
      { paths: 250 },
    ]);
  });

  it.each([1_001, 10_000, 20_000, 20_001, 40_001, 60_000, 100_000, 200_000])(
    'are accepted by the analyses for %d trades',
    (count) => {
      expect(() => resampleCount(confidenceEffort(count).resamples ?? null, count)).not.toThrow();
      expect(timingEffort(count).paths).toBeLessThanOrEqual(mostPaths('shift', count));
      expect(() => resamplesFor(sizingEffort(count).resamples ?? null, count)).not.toThrow();
    },
  );
});
