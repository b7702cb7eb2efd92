import { ticksOf } from './axes.js';
import { scaleLinear } from './scale.js';

describe('ticks of an axis', () => {
  const check = (from: number, to: number, about: number, expected: number[]) =>
    expect(ticksOf(scaleLinear([from, to], [0, 100]), about)).toEqual(expected);

  it('are about as many as requested', () => {
    check(0, 100, 5, [0, 20, 40, 60, 80, 100]);
    check(9_930, 10_003, 3, [9_940, 9_960, 9_980, 10_000]);
  });

  it('include 0 if the scale includes 0, even if this leaves out other ticks', () => {
    check(-6.2, 2.8, 3, [-4, 0]);
  });
});
