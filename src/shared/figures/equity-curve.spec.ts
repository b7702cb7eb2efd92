import { dailyCurve } from './equity-curve.js';

const curveOf = (initialBalance: number, plNets: readonly string[]) =>
  dailyCurve({
    initialBalance,
    dailyPlNet: plNets.map((plNet, day) => ({
      day: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
      plNet,
    })),
  });

describe('the curve of a session', () => {
  it('has the equity after each day with exits, in percent of the initial balance', () => {
    expect(curveOf(1000, ['0.1', '0.2', '-300.3'])).toEqual([100, 100.01, 100.03, 70]);
    expect(curveOf(1000, [])).toEqual([100]);
    expect(curveOf(0.3, ['-0.6'])).toEqual([100, -100]);
  });

  it('has at most 40 points, of which the first, the last and the extremes are kept', () => {
    const at = (count: number) => curveOf(100, Array<string>(count).fill('1'));
    expect(at(39)).toHaveLength(40);
    expect(at(39).at(-1)).toBe(139);
    expect(at(40)).toHaveLength(40);
    expect([at(40)[0], at(40).at(-1)]).toEqual([100, 140]);
    const spikes = Array.from({ length: 3_000 }, (_, day) =>
      day === 1_234 ? '50' : day === 2_000 ? '-90' : '0',
    );
    const curve = curveOf(100, spikes);
    expect(curve.length).toBeLessThanOrEqual(40);
    expect([Math.max(...curve), Math.min(...curve)]).toEqual([150, 60]);
  });
});
