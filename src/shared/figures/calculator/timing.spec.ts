import { BREAK_EVEN_GAIN, LOSS, WIN } from './outcomes.js';
import { averageDurations, firstEntryTime, tradeFrequency } from './timing.js';
import { toTradeColumns } from './trade-columns.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const tradesAt = (spans: [number, number][]) =>
  toTradeColumns(
    spans.map(([entryTime, exitTime]) => ({
      entryTime,
      exitTime,
      plGross: 0,
      plNet: 0,
      plPct: 0,
      feesPaid: 0,
      rMultiple: null,
    })),
  );

describe('the first entry', () => {
  it('is the earliest entry, even if the trade with this entry is not the first in trade order', () => {
    expect(firstEntryTime(tradesAt([[20, 30], [10, 40], [25, 50]]))).toBe(10); // prettier-ignore
  });
});

describe('the frequency of trades', () => {
  const check = (spans: [number, number][], perDay: number | null) => {
    const trades = tradesAt(spans);
    const { tradesPerDay, tradesPerWeek, tradesPerMonth } = tradeFrequency(trades, firstEntryTime(trades));
    expect(tradesPerDay).toBe(perDay);
    expect(tradesPerWeek).toBe(perDay === null ? null : perDay * 7);
    expect(tradesPerMonth).toBe(perDay === null ? null : perDay * 30.4375);
  };

  it('is trades / market days, where market time counts as at least one day', () => {
    check([], null);
    check([[5 * DAY, 5 * DAY]], 1 / 1); // a span of 0 counts as one day
    check([[0, HOUR], [HOUR, 2 * HOUR]], 2 / 1); // prettier-ignore
    check([[0, DAY], [DAY, 4 * DAY]], 2 / 4); // prettier-ignore
    check([[3 * DAY, 4 * DAY], [0, 8 * DAY]], 2 / 8); // prettier-ignore
  });
});

describe('mean holding times', () => {
  const check = (spans: [number, number][], outcomes: number[], expected: (number | null)[]) => {
    const counted = (wanted: number) => outcomes.filter((outcome) => outcome === wanted).length;
    const counts = { win: counted(WIN), loss: counted(LOSS), breakEven: counted(BREAK_EVEN_GAIN) };
    const means = averageDurations(tradesAt(spans), Uint8Array.from(outcomes), counts);
    expect([means.avgDurationMs, means.avgWinDurationMs, means.avgLossDurationMs]).toEqual(expected);
  };

  it('are computed for all trades, for wins and for losses', () => {
    check([], [], [null, null, null]);
    check([[7, 7]], [WIN], [0, 0, null]); // 0 is not a missing value
    check([[0, 10], [5, 25], [6, 9]], [WIN, LOSS, BREAK_EVEN_GAIN], [33 / 3, 10 / 1, 20 / 1]); // prettier-ignore
    check([[0, 10], [0, 40], [0, 3]], [WIN, WIN, WIN], [17.66666667, 17.66666667, null]); // prettier-ignore
  });

  it('are exact if the sum of times exceeds 2^53', () => {
    const longest = 253_402_300_799_998; // one ms less than the longest possible span
    const spans = Array.from({ length: 100 }, (_, i): [number, number] => [1, longest + (i % 2 ? 1 : 3)]);
    check(spans, Array(100).fill(LOSS), [longest + 1, null, longest + 1]); // the mean of `longest` and `longest + 2`
  });
});
