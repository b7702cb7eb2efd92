import { outcomeSums } from './outcome-sums.js';
import { classifyOutcomes } from './outcomes.js';
import { percentExtremes } from './percent-extremes.js';

describe('percentages of wins and losses', () => {
  const check = (plNet: number[], plPct: number[], expected: (number | null)[]) => {
    const classified = classifyOutcomes(Float64Array.from(plNet), plNet.length, 1);
    const values = Float64Array.from(plPct);
    const { bestWinPct, worstLossPct, avgWinPct, avgLossPct } = percentExtremes(
      classified,
      values,
      outcomeSums(classified.outcomes, values),
    );
    expect([bestWinPct, worstLossPct, avgWinPct, avgLossPct]).toEqual(expected);
  };

  it('include the extreme and the mean, which are null if no trade has the outcome', () => {
    check([], [], [null, null, null, null]);
    check([1, -1], [50, -50], [null, null, null, null]); // only break-evens, at a threshold of 1
    check([2, 8], [3, 1], [3, null, 4 / 2, null]); // the best win is the best by percent, not by money
    check([-2, -8], [-3, -1], [null, -3, null, -4 / 2]);
    check([2, -2, 0, 4, -4], [1, -2, 90, 4, -5], [4, -5, 5 / 2, -7 / 2]);
  });
});
