import { BREAK_EVEN, LOSS, WIN, classifyOutcomes, rangePerOutcome, sumPerOutcome } from './outcomes.js';

describe('the outcome of a trade', () => {
  const check = (plNet: number, threshold: number, expected: number) =>
    expect([...classifyOutcomes(Float64Array.of(plNet), 1, threshold).outcomes]).toEqual([expected]);

  it('is a win above the threshold, a loss below its negative, else a break-even', () => {
    check(0, 0, BREAK_EVEN);
    check(-0, 0, BREAK_EVEN);
    check(1e-8, 0, WIN);
    check(-1e-8, 0, LOSS);
    check(5, 5, BREAK_EVEN);
    check(-5, 5, BREAK_EVEN);
    check(5.00000001, 5, WIN);
    check(-5.00000001, 5, LOSS);
    check(1e9, 1e9, BREAK_EVEN);
    check(1e12, 1e9, WIN);
  });

  it('is counted, once for each trade', () => {
    const { counts } = classifyOutcomes(Float64Array.of(2, -2, 1, -1, 0, 3), 6, 1);
    expect(counts).toEqual({ win: 2, loss: 1, breakEven: 3 });
    expect(classifyOutcomes(new Float64Array(0), 0, 0).counts).toEqual({ win: 0, loss: 0, breakEven: 0 });
  });
});

describe('figures within an outcome', () => {
  const outcomes = Uint8Array.of(WIN, LOSS, WIN, LOSS, LOSS);

  it('are summed, compensated', () => {
    expect(sumPerOutcome(outcomes, Float64Array.of(1e16, -1, 1, -2, -4))).toEqual({
      win: 1e16, // 1e16 + 1, to the nearest double
      loss: -7,
      breakEven: 0,
    });
    expect(
      sumPerOutcome(outcomes, Float64Array.of(10, 20, 30, 40, 50), Float64Array.of(1, 2, 3, 4, 5)),
    ).toEqual({
      win: 9 + 27,
      loss: 18 + 36 + 45,
      breakEven: 0,
    });
  });

  it('have a range, empty where no trade has the outcome', () => {
    expect(rangePerOutcome(outcomes, Float64Array.of(3, -1, 2, -5, -4))).toEqual({
      least: { win: 2, loss: -5, breakEven: Infinity },
      greatest: { win: 3, loss: -1, breakEven: -Infinity },
    });
  });
});
