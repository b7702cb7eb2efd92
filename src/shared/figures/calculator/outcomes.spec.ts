import { rounded } from '../../decimal/exact-decimal.js';
import { outcomeSums } from './outcome-sums.js';
import { LOSS, BREAK_EVEN_LOSS, WIN, BREAK_EVEN_GAIN, classifyOutcomes, extremes } from './outcomes.js';

describe('the outcome of a trade', () => {
  const check = (plNet: number, threshold: number, expected: number) =>
    expect([...classifyOutcomes(Float64Array.of(plNet), 1, threshold).outcomes]).toEqual([expected]);

  it('is a win above the threshold T, a loss below −T, and otherwise a break-even', () => {
    check(0, 0, BREAK_EVEN_GAIN);
    check(-0, 0, BREAK_EVEN_GAIN);
    check(1e-8, 0, WIN);
    check(-1e-8, 0, LOSS);
    check(5, 5, BREAK_EVEN_GAIN);
    check(-5, 5, BREAK_EVEN_LOSS);
    check(5.00000001, 5, WIN);
    check(-5.00000001, 5, LOSS);
    check(1e9, 1e9, BREAK_EVEN_GAIN);
    check(-1e9, 1e9, BREAK_EVEN_LOSS);
    check(1e12, 1e9, WIN);
  });

  it('is counted exactly once for each trade', () => {
    const { counts } = classifyOutcomes(Float64Array.of(2, -2, 1, -1, 0, 3), 6, 1);
    expect(counts).toEqual({ win: 2, loss: 1, breakEven: 3 });
    expect(classifyOutcomes(Float64Array.of(2, 2), 1, 1).counts).toEqual({ win: 1, loss: 0, breakEven: 0 });
    expect(classifyOutcomes(new Float64Array(0), 0, 0).counts).toEqual({ win: 0, loss: 0, breakEven: 0 });
  });
});

describe('figures per outcome', () => {
  const outcomes = Uint8Array.of(WIN, LOSS, BREAK_EVEN_LOSS, WIN, LOSS, BREAK_EVEN_GAIN);

  it('have exact sums', () => {
    const sums = outcomeSums(outcomes, Float64Array.of(1e16, -0.1, -0.05, 1, -0.2, 0.02));
    expect(Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, rounded(sum)]))).toEqual({
      win: 1e16, // the double nearest to 1e16 + 1
      loss: -0.3,
      breakEven: -0.03,
      gained: 1e16 + 2, // the double nearest to 1e16 + 1.02
      lost: -0.35,
      total: 1e16,
    });
  });

  it('have a least and a greatest value, which are infinite if no trade has the outcome', () => {
    const values = Float64Array.of(3, -1, -9, 2, -5, 9);
    expect(extremes(outcomes, values)).toEqual({ leastOfLosses: -5, greatestOfWins: 3 });
    expect(extremes(Uint8Array.of(BREAK_EVEN_LOSS), values)).toEqual({
      leastOfLosses: Infinity,
      greatestOfWins: -Infinity,
    });
  });
});
