import { drawdownCurve, pointsWithin } from './drawdown-curve.js';

const check = (equity: number[], expected: number[]) =>
  expect(drawdownCurve(equity.map((equity, time) => ({ time, equity })))).toEqual(expected);

describe('the drawdown curve', () => {
  it('is the fall from the highest equity so far, in percent', () => {
    check([], []);
    check([100, 110, 99, 110, 121, 60.5], [0, 0, -10, 0, 0, -50]);
  });

  it('falls below −100 if the equity is below 0', () => check([100, -50], [0, -150]));

  it('is 0 if the equity was never above 0', () => check([-5, -10], [0, 0]));
});

describe('the points of a selected span', () => {
  const curve = [100, 200, 150, 180, 210].map((equity, time) => ({ time, equity }));

  it('have falls that are measured from the peak of the whole curve, even if the peak is before the span', () =>
    expect(pointsWithin(curve, { from: 2, to: 3 })).toEqual([
      { time: 2, equity: 150, fall: -25 },
      { time: 3, equity: 180, fall: -10 },
    ]));

  it('are all points if no span is selected', () =>
    expect(pointsWithin(curve, null).map(({ fall }) => fall)).toEqual([0, 0, -25, -10, 0]));
});
