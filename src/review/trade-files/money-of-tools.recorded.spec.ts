import { readFileSync } from 'node:fs';
import { namesIn, realData } from '../../../test/support/real-data.js';
import { readTrades } from '../../../test/support/trade-files.js';
import { itWith } from '../../../test/support/with-recordings.js';
import { newTrade } from '../../trades/new-trade.js';
import { FREE_ASSET } from '../../../test/support/free-asset.js';

const MISSES = 'the money of files in the forms of other tools';

interface Expected {
  readonly meaning?: string;
  readonly model?: string;
  readonly pointValue?: string;
  readonly nets: readonly number[];
  readonly fees: readonly number[];
  readonly skipped?: number;
}

/** The files, and the money that each contains. The first number of a name is its place in the folder's list. */
const FILES: readonly (readonly [name: string, expected: Expected])[] = [
  [
    '01-csv-lots-commission-profit.csv',
    { meaning: 'gross', model: 'point-value', pointValue: '100000', nets: [9.2, -20.8], fees: [0.8, 0.8] },
  ],
  [
    '02-tv-point-value-35-percent-fee.csv',
    { meaning: 'net', model: 'percent', pointValue: '35', nets: [], fees: [] },
  ],
  [
    '03-tv-6B-62500-fixed-fee.csv',
    { meaning: 'net', model: 'per-unit', pointValue: '62500', nets: [], fees: [] },
  ],
  ['04-tv-chinese.csv', { meaning: 'net', model: 'one', pointValue: '1', nets: [10], fees: [0] }],
  [
    '05-freqtrade-trades-csv.csv',
    { meaning: 'net', model: 'costs-by-row', nets: [4.895, 4.895], fees: [0.105, 0.105] },
  ],
  [
    '06-vectorbt-records-readable.csv',
    { meaning: 'net', model: 'one', nets: [19.58], fees: [0.42], skipped: 1 },
  ],
  ['07-csv-stop-zero.csv', { nets: [10], fees: [0] }],
  ['08-csv-side-numeric.csv', { nets: [10, 5], fees: [0, 0] }],
  [
    '09-ninjatrader-grid.csv',
    { meaning: 'net', model: 'point-value', pointValue: '50', nets: [495.5, -204.5], fees: [4.5, 4.5] },
  ],
  [
    '10-topstepx.csv',
    { meaning: 'gross', model: 'point-value', pointValue: '2', nets: [-34.74, 98.52], fees: [0.74, 1.48] },
  ],
  [
    '11-mt5-tester-deals.csv',
    { meaning: 'gross', model: 'point-value', pointValue: '100', nets: [2.15], fees: [0.25], skipped: 1 },
  ],
  ['14-csv-stop-nan.csv', { nets: [10], fees: [0] }],
  ['15-csv-negative-qty.csv', { nets: [5], fees: [0] }],
];

/** The sums of two files of TradingView whose costs are hidden. */
const SUMS: Readonly<Record<string, readonly [gross: number, fees: number, net: number]>> = {
  '02-tv-point-value-35-percent-fee.csv': [8750, 5271.53, 3478.47],
  '03-tv-6B-62500-fixed-fee.csv': [668.75, 40, 628.75],
};

describe('the money of a file of another tool', () => {
  const directory = realData('imports', MISSES);
  const options = { symbol: 'T', timezone: 'UTC', dateOrder: 'mdy' } as const;
  itWith(directory).each(FILES)('%s', async (name, { nets, fees, skipped = 0, ...proof }) => {
    const file = await readTrades(readFileSync(`${directory}/${name}`), options);
    expect([file.problems, file.unclear, file.skippedCount]).toEqual([[], null, skipped]);
    expect(file.proofs).toEqual(proof.meaning ? [expect.objectContaining(proof)] : []);
    for (const { rows, agree, fileTotal, total } of file.proofs) {
      expect(agree).toBe(rows);
      expect(total).toBe(fileTotal);
    }
    const trades = file.trades.map((trade) => newTrade(trade, FREE_ASSET, 0));
    expect(trades.every(({ stopLoss, takeProfit }) => stopLoss === null && takeProfit === null)).toBe(true);
    const sums = SUMS[name];
    const sum = (of: (trade: (typeof trades)[number]) => number) =>
      Number(trades.reduce((all, trade) => all + of(trade), 0).toFixed(8));
    if (sums)
      expect([
        sum(({ plGross }) => plGross),
        sum(({ feesPaid }) => feesPaid),
        sum(({ plNet }) => plNet),
      ]).toEqual(sums);
    else {
      expect(trades.map(({ plNet }) => plNet)).toEqual(nets);
      expect(trades.map(({ feesPaid }) => feesPaid)).toEqual(fees);
    }
  });

  itWith(directory)('sides are numbers, words, true and false, or the sign of the quantity', async () => {
    const sidesOf = async (name: string) => {
      const { trades } = await readTrades(readFileSync(`${directory}/${name}`), options);
      return trades.map(({ side, qty }) => [side, qty]);
    };
    expect(await sidesOf('05-freqtrade-trades-csv.csv')).toEqual([['long', 0.5], ['short', 0.5]]); // prettier-ignore
    expect(await sidesOf('08-csv-side-numeric.csv')).toEqual([['long', 1], ['short', 1]]); // prettier-ignore
    expect(await sidesOf('09-ninjatrader-grid.csv')).toEqual([['long', 1], ['short', 1]]); // prettier-ignore
    expect(await sidesOf('15-csv-negative-qty.csv')).toEqual([['short', 1]]);
  });
});

describe('the money of a list of TradingView', () => {
  const directory = realData('exports/tradingview', MISSES);
  itWith(directory)('is net at 1, at 500 for a future, and has costs by row in one list', async () => {
    const found: unknown[] = [];
    for (const name of namesIn(directory).toSorted()) {
      const { proofs, unclear } = await readTrades(readFileSync(`${directory}/${name}`), {
        symbol: 'S',
        timezone: 'UTC',
      });
      expect(unclear).toBeNull();
      const [proof] = proofs;
      expect(proof!.agree).toBe(proof!.rows);
      // A profit is printed in cents at the least, so the sums may differ by a cent a row.
      expect(Math.abs(Number(proof!.fileTotal) - Number(proof!.net))).toBeLessThanOrEqual(0.01 * proof!.rows);
      found.push([name, proof!.model, proof!.pointValue]);
    }
    expect(found).toEqual([
      ['bar_magnifier_tv_trades.csv', 'one', '1'],
      ['barupdn_trades.csv', 'one', '1'],
      ['futures_pnl_trades.csv', 'point-value', '500'],
      ['rsi_trades.csv', 'one', '1'],
      ['slippage_pyramiding_trades.csv', 'costs-by-row', '1'],
    ]);
  });
});
