import { equityWalk } from './equity-curve.js';
import { firstEntryTime } from './timing.js';
import { toTradeColumns } from './trade-columns.js';

type Trade = [entryTime: number, exitTime: number, plNet: number];

const columnsOf = (trades: Trade[]) =>
  toTradeColumns(
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

const walk = (trades: Trade[], initialBalance: number) => {
  const columns = columnsOf(trades);
  return equityWalk(columns, firstEntryTime(columns), initialBalance);
};

describe('the equity curve', () => {
  const check = (trades: Trade[], expected: [number, number][]) => {
    const { time, equity } = walk(trades, 100).curve;
    expect(Array.from(time, (at, point) => [at, equity[point]])).toEqual(expected);
  };

  it('starts with the balance at the first entry and has one point per exit time', () => {
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

  it('is exact if a loss is too large to be counted in units of 1e-8', () => {
    const { time, equity } = walk([[10, 20, -39_831_384.75744461]], 20_000_000).curve;
    expect([[...time], [...equity]]).toEqual([[10, 20], [20_000_000, -19_831_384.75744461]]); // prettier-ignore
  });

  it('ends with the last of `count` trades, even if the columns are longer', () => {
    for (const net of [5, 5.000000001]) {
      const columns = columnsOf([[10, 20, net], [10, 20, net], [10, 20, net]]); // prettier-ignore
      const { time, equity } = equityWalk({ ...columns, count: 2 }, 10, 100).curve;
      expect([[...time], [...equity]]).toEqual([[10, 20], [100, 110]]); // prettier-ignore
    }
  });

  it('starts 1 ms earlier if a trade closes in the millisecond of the first entry', () => {
    check([[10, 10, 5]], [[9, 100], [10, 105]]); // prettier-ignore
    check([[10, 10, 5], [10, 12, 1]], [[9, 100], [10, 105], [12, 106]]); // prettier-ignore
    check([[1, 1, 5]], [[0, 100], [1, 105]]); // prettier-ignore
  });

  it('adds the balance to the unrounded profit', () => {
    const { equity } = walk([[1, 2, 1e17], [3, 4, 55]], 55).curve; // prettier-ignore
    expect(equity.at(-1)).toBe(1e17 + 112); // exactly 110 more; doubles near 1e17 are 16 apart
  });

  it('rounds each point only once if the balance has more than 8 decimals', () => {
    const { equity } = walk([[1, 2, 0.1], [3, 4, 0.2]], 1.000000005).curve; // prettier-ignore
    expect([...equity]).toEqual([1.00000001, 1.10000001, 1.30000001]);
  });

  it('is exact if sums are too large to be counted in units of 1e-8', () => {
    const nets = Array.from({ length: 50 }, (_, i): Trade => [i, i + 1, 1_000_000.05]);
    const losses = nets.map(([entry, exit]): Trade => [entry + 50, exit + 50, -1_000_000.19]);
    expect(walk([...nets, ...losses], 10_000_000).curve.equity.at(-1)).toBe(9_999_993);
    expect(walk([...nets, ...losses], 1_000_000_000).curve.equity.at(-1)).toBe(999_999_993);
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

  it('is measured from the highest equity so far, which may be the initial balance', () => {
    check(100, [], 0, 0);
    check(100, [5, 0, 5], 0, 0);
    check(100, [-25], 25, (25 / 100) * 100); // the peak is the initial balance
    check(100, [-10, -10, 30, -5], 20, (20 / 100) * 100);
    check(100, [100, -30, 10, -20, 90], 40, (40 / 200) * 100); // from 200 to 160, with a rise in between
    check(100, [-150, 20], 150, (150 / 100) * 100); // the equity falls below zero
  });

  it('may have its maximum in money and its maximum in percent at different times', () => {
    check(100, [-20, 920, -100], 100, (20 / 100) * 100); // 100 of 1000 is 10 %, 20 of 100 is 20 %
  });

  it('treats trades that close at the same time as one step', () => {
    const together: Trade[] = [[1, 5, -50], [2, 5, 60]]; // prettier-ignore
    expect(walk(together, 100).drawdown.maxDrawdown).toBe(0);
  });

  it('includes a loss that is tiny compared with the balance', () => {
    check(1e15, [-1e-8], 1e-8, 0);
    check(1, [1e12, -1e-8], 1e-8, 0);
    check(1000, [-5e-8], 5e-8, 1e-8); // exactly half of 1e-8 percent
  });

  it('is exact to the last digit, whether or not the equity is counted in units of 1e-8', () => {
    check(99_999_999.99, [-0.1, -0.2], 0.3, 3e-7);
    check(1_000_000_000.07, [-300_000_100.03, 0.01], 300_000_100.03, 30.00001); // 30.0000100009…
    check(1000.000000001, [-10], 10, 1);
    check(1000.000000001, [-100, 300, -10], 100, 10); // the fall of 10 from 1200 is a smaller share
    check(3, [-1], 1, 33.33333333);
    // Only a fall of 35.000000005 % is rounded up. As doubles, other falls are at least as great.
    check(200, [-70.00000001, 10_000_000.00000002, -3_500_045.50050001], 3_500_045.50050001, 35.00000001);
    check(8_000_130.00000001, [-2_800_045.50040001], 2_800_045.50040001, 35);
    check(
      8_000_130.00000001,
      [-2_800_045.50040001, 4_799_915.5004, -3_500_000.0005],
      3_500_000.0005,
      35.00000001,
    );
    // The fall of 1 from 3 is greater than the fall of 0.99999999, but the difference is smaller than the last decimal.
    check(3, [-0.99999999, -0.00000001], 1, 33.33333333);
  });
});
