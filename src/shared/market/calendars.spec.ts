import { closesAtTimes, withClosedTimes } from './calendars.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

describe('a market', () => {
  it('closes at times unless its calendar is 24/7', () => {
    expect(['24/7', '24/5', 'NYSE', '24/7 ', 'x'].map(closesAtTimes)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('is closed between two covered spans that are at most six days apart', () => {
    const spans = (...ends: readonly (readonly [number, number])[]) =>
      ends.map(([start, end]) => ({ start, end }));
    expect(withClosedTimes([])).toEqual([]);
    expect(withClosedTimes(spans([0, 1]))).toEqual(spans([0, 1]));
    const later = 6 * DAY + MINUTE;
    expect(withClosedTimes(spans([0, MINUTE], [later, later + 1]))).toEqual(spans([0, later + 1]));
    const tooLate = spans([0, MINUTE], [later + MINUTE, later + 2 * MINUTE]);
    expect(withClosedTimes(tooLate)).toEqual(tooLate);
    expect(withClosedTimes(spans([0, 1], [DAY, 2 * DAY], [5 * DAY, 6 * DAY], [13 * DAY, 14 * DAY]))).toEqual(
      spans([0, 6 * DAY], [13 * DAY, 14 * DAY]),
    );
  });
});
