import { drawdownCurve } from './drawdown-curve.js';

const check = (equity: number[], expected: number[]) =>
  expect(drawdownCurve(equity.map((equity, time) => ({ time, equity })))).toEqual(expected);

describe('the drawdown curve', () => {
  it('is the fall below the highest equity so far, percent', () => {
    check([], []);
    check([100, 110, 99, 110, 121, 60.5], [0, 0, -10, 0, 0, -50]);
  });

  it('goes below −100 where the equity is below 0', () => check([100, -50], [0, -150]));

  it('is 0 where there was never equity to lose', () => check([-5, -10], [0, 0]));
});
