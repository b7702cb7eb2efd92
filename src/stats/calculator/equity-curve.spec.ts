import { equityWalk } from './equity-curve.js';
import { firstEntryTime } from './timing.js';
import { columnsOf } from './trade-columns.js';

type Trade = [entryTime: number, exitTime: number, plNet: number];

const walk = (trades: Trade[], initialBalance: number) => {
  const columns = columnsOf(
    trades.map(([entryTime, exitTime, plNet]) => ({
      entryTime,
      exitTime,
      plNet,
      plGross: plNet,
      plPct: 0,
      feesPaid: 0,
      rMultiple: null,
    })),
  );
  return equityWalk(columns, firstEntryTime(columns), initialBalance);
};

describe('the equity curve', () => {
  const check = (trades: Trade[], expected: [number, number][]) => {
    const { time, equity } = walk(trades, 100).curve;
    expect(Array.from(time, (at, point) => [at, equity[point]])).toEqual(expected);
  };

  it('starts with the balance at the first entry and has a point per exit time', () => {
    check([], []);
    check([[10, 20, 5]], [[10, 100], [20, 105]]); // prettier-ignore
    check([[10, 20, 5], [20, 30, -7]], [[10, 100], [20, 105], [30, 98]]); // prettier-ignore
    check(
      [
        [15, 20, 5],
        [10, 30, 1],
      ],
      [
        [10, 100],
        [20, 105],
        [30, 106],
      ],
    ); // the first entry closes last // prettier-ignore
  });

  it('has one point for all trades that close in one millisecond', () => {
    check([[10, 20, 5], [11, 20, -9], [12, 20, 1]], [[10, 100], [20, 97]]); // prettier-ignore
  });

  it('starts 1 ms earlier when a trade closes in the millisecond of the first entry', () => {
    check([[10, 10, 5]], [[9, 100], [10, 105]]); // prettier-ignore
    check([[10, 10, 5], [10, 12, 1]], [[9, 100], [10, 105], [12, 106]]); // prettier-ignore
    check([[1, 1, 5]], [[0, 100], [1, 105]]); // prettier-ignore
  });

  it('adds the balance to all digits of the profit', () => {
    const { equity } = walk([[1, 2, 1e17], [3, 4, 55]], 55).curve; // prettier-ignore
    expect(equity.at(-1)).toBe(1e17 + 112); // 110 more, where doubles lie 16 apart; added one by one: 96
  });

  it('may fall below zero', () => {
    check([[10, 20, -150], [20, 30, 20]], [[10, 100], [20, -50], [30, -30]]); // prettier-ignore
  });
});

describe('drawdown', () => {
  const check = (balance: number, nets: number[], maxDrawdown: number, maxDrawdownPct: number) => {
    const trades = nets.map((net, i): Trade => [i, i + 1, net]);
    expect(walk(trades, balance).drawdown).toEqual({ maxDrawdown, maxDrawdownPct });
  };

  it('is measured from the highest equity so far, the initial balance included', () => {
    check(100, [], 0, 0);
    check(100, [5, 0, 5], 0, 0);
    check(100, [-25], 25, (25 / 100) * 100); // the peak is the start
    check(100, [-10, -10, 30, -5], 20, (20 / 100) * 100);
    check(100, [100, -30, 10, -20, 90], 40, (40 / 200) * 100); // 200 → 160, with a rise between
    check(100, [-150, 20], 150, (150 / 100) * 100); // equity below zero
  });

  it('takes money and percent as two maxima', () => {
    check(100, [-20, 920, -100], 100, (20 / 100) * 100); // 100 of 1000 is 10 %, 20 of 100 is 20 %
  });

  it('sees trades that close together as one step', () => {
    const together: Trade[] = [[1, 5, -50], [2, 5, 60]]; // prettier-ignore
    expect(walk(together, 100).drawdown.maxDrawdown).toBe(0);
  });

  it('does not lose a small loss beside a large balance', () => {
    check(1e15, [-1e-8], 1e-8, (1e-8 / 1e15) * 100);
    check(1, [1e12, -1e-8], 1e-8, (1e-8 / (1e12 + 1)) * 100);
  });
});
