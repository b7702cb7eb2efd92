import { equityCurve } from './equity-curve.js';
import type { SheetData } from './sheet-data.js';

const HOUR = 3_600_000;
const point = (hour: number, close: number | null) => ({
  time: hour * HOUR,
  realised: 1000,
  close,
  min: close,
  max: close,
});
const curveOf = (state: string, points: readonly unknown[]) =>
  equityCurve({
    session: { initialBalance: 900 },
    stats: { equityCurve: [{ time: 5, equity: 950 }] },
    markedEquity: { state, points },
  } as unknown as SheetData);

describe('the curve of the equity', () => {
  it('begins with the initial balance, and has the equity of each bar at its end', () =>
    expect(curveOf('ready', [point(0, 990), point(1, 1010)])).toEqual({
      points: [
        { time: 0, equity: 900 },
        { time: HOUR, equity: 990 },
        { time: 2 * HOUR, equity: 1010 },
      ],
      isMarked: true,
      isComplete: true,
    }));

  it('has the realised equity where a price is unknown', () => {
    const { points, isComplete } = curveOf('ready', [point(0, 990), point(1, null)]);
    expect([points.at(-1)!.equity, isComplete]).toEqual([1000, false]);
  });

  it.each([
    ['unavailable', [point(0, 990), point(1, 1010)]],
    ['ready', [point(0, 990)]],
  ])('is the realised equity without candles or with a single bar: %s', (state, points) =>
    expect(curveOf(state, points)).toEqual({
      points: [{ time: 5, equity: 950 }],
      isMarked: false,
      isComplete: true,
    }),
  );
});
