import { readFileSync } from 'node:fs';
import { moneyOfCsv } from '../../../../test/support/money-csv.js';
import { type MoneyLine, moneyFile } from '../../../../test/support/money-file.js';
import { namesIn, realData } from '../../../../test/support/real-data.js';
import { itWith } from '../../../../test/support/with-recordings.js';
import { currencyInName } from './column-names.js';
import { solveMoney } from './solve-money.js';

const MISSES = 'the money of files in the forms of other tools';

/** Files, their meaning and model, and the net and the fees of each row. */
const FILES = [
  ['01-csv-lots-commission-profit.csv', 'gross', 'point-value', ['9.2', '-20.8'], ['0.8', '0.8']],
  ['05-freqtrade-trades-csv.csv', 'net', 'costs-by-row', ['4.895', '4.895'], ['0.105', '0.105']],
  ['06-vectorbt-records-readable.csv', 'net', 'one', ['19.58'], ['0.42']],
  ['09-ninjatrader-grid.csv', 'net', 'point-value', ['495.5', '-204.5'], ['4.5', '4.5']],
  ['10-topstepx.csv', 'gross', 'point-value', ['-34.74', '98.52'], ['0.74', '1.48']],
] as const;

describe('the money of a file of another tool', () => {
  const directory = realData('imports', MISSES);
  itWith(directory).each(FILES)('%s', (name, meaning, model, nets, fees) => {
    const csv = readFileSync(`${directory}/${name}`, 'utf8').replaceAll('\r', '');
    const result = solveMoney(moneyOfCsv(csv, 'USD'));
    expect(result).toMatchObject({ answer: 'taken', meaning, model });
    const rows = result.answer === 'taken' ? result.rows : [];
    expect(rows.map(({ plNet }) => plNet)).toEqual(nets);
    expect(rows.map(({ feesPaid }) => feesPaid)).toEqual(fees);
  });
});

/** Returns the closed trades of a list of TradingView, which has two rows for each trade. */
function tradingViewList(text: string) {
  const [head, ...lines] = text.trim().replaceAll('\r', '').split('\n');
  const header = head!.replace('\ufeff', '').split(',');
  const column = (start: string) => header.findIndex((name) => name.startsWith(start));
  const [price, net] = [column('Price'), column('Net P&L')];
  const entries = new Map<string, readonly string[]>();
  const exits = new Map<string, readonly string[]>();
  for (const cells of lines.map((line) => line.split(',')))
    (cells[1]!.startsWith('Entry') ? entries : exits).set(cells[0]!, cells);
  const trades = [...exits].map(([trade, exit]): MoneyLine => {
    const entry = entries.get(trade)!;
    const side = entry[1] === 'Entry long' ? 'long' : 'short';
    return ['S', side, exit[column('Position size (qty)')]!, entry[price]!, exit[price]!, exit[net]!];
  });
  return moneyFile(trades, {
    profit: { name: header[net]!, kind: 'net' },
    priceCurrency: currencyInName(header[price]!),
    profitCurrency: currencyInName(header[net]!),
  });
}

describe('the money of a list of TradingView', () => {
  const directory = realData('exports/tradingview', MISSES);
  itWith(directory)('is net at 1, at 500 for a future, and has costs by row in one list', () => {
    const found = namesIn(directory)
      .toSorted()
      .map((name) => {
        const result = solveMoney(tradingViewList(readFileSync(`${directory}/${name}`, 'utf8')));
        if (result.answer !== 'taken') return [name, result.answer];
        const [money] = result.money;
        expect(money!.agree).toBe(money!.rows);
        // A profit is printed in cents at the least, so the sums may differ by a cent a row.
        expect(Math.abs(Number(money!.fileTotal) - Number(money!.net))).toBeLessThanOrEqual(
          0.01 * money!.rows,
        );
        return [name, result.model, money!.pointValue];
      });
    expect(found).toEqual([
      ['bar_magnifier_tv_trades.csv', 'one', '1'],
      ['barupdn_trades.csv', 'one', '1'],
      ['futures_pnl_trades.csv', 'point-value', '500'],
      ['rsi_trades.csv', 'one', '1'],
      ['slippage_pyramiding_trades.csv', 'costs-by-row', '1'],
    ]);
  });
});
