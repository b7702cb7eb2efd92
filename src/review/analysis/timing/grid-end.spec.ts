import { DOCUMENTED, START, trade } from '../../../../test/support/documented-trades.js';
import { givenColumns } from '../../../../test/support/recorded-columns.js';
import { EXACT_STAMPS } from '../minutes/stamp-resolution.js';
import { gridMinutes, lateExits } from './grid-end.js';

const MINUTE = 60_000;
const DECIMALS = new Map([[0, 0]]);

/** Returns long trades that exit at a price of 100 in the given minutes. */
const exitsAt = (...minutes: number[]) =>
  givenColumns(minutes.map((minute) => trade('long', [100, 0], [100, minute * 60])));

const minutesOf = (
  trades: ReturnType<typeof givenColumns>,
  exitMinutes: number,
  opens: Readonly<Record<number, number>> = {},
) => {
  const resolution = { entryMs: exitMinutes * MINUTE, exitMs: exitMinutes * MINUTE };
  return gridMinutes(trades, START, resolution, () => (minute) => opens[minute], DECIMALS);
};

describe('the grid of a session', () => {
  it('ends with the minute of the last exit if its time is exact', () => {
    expect(gridMinutes(givenColumns(DOCUMENTED), START, EXACT_STAMPS, () => () => undefined, DECIMALS)).toBe(
      5,
    );
    expect(minutesOf(exitsAt(3, 7), 0)).toBe(8);
  });

  it('ends with the minute in which the last exit is measured', () => {
    expect(minutesOf(exitsAt(3, 10), 5)).toBe(16);
    expect(minutesOf(exitsAt(3, 10), 5, { 10: 100 })).toBe(11);
    expect(minutesOf(exitsAt(3, 10), 5, { 10: 99 })).toBe(16);
    // The exit before the last exit is measured later than the last exit.
    expect(minutesOf(exitsAt(8, 10), 5, { 10: 100 })).toBe(14);
    expect(minutesOf(exitsAt(8, 10), 5, { 8: 100, 10: 100 })).toBe(11);
  });

  it('depends only on exits that lie within one resolution before the last exit', () => {
    const late = (exitMinutes: number) => [
      ...lateExits(exitsAt(3, 8, 10), { entryMs: 0, exitMs: exitMinutes * MINUTE }),
    ];
    expect([late(0), late(2), late(3), late(8)]).toEqual([[], [2], [1, 2], [0, 1, 2]]);
  });
});
