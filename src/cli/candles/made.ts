import type { CandlesService } from '../../candles/candles.service.js';
import { table } from '../terminal/table.js';

const HEAD = ['feed', 'symbol', 'made', 'bars', 'wrong'];

/** Checks the made bars of each 1m series. If any bar is wrong, the command fails. */
export async function checkMadeSeries(candles: CandlesService): Promise<void> {
  const rows: string[][] = [];
  let wrong = 0;
  for (const { id, feed, symbol } of await candles.minuteSeries()) {
    const check = await candles.checkMade(id);
    rows.push([feed, symbol, check.made, String(check.bars), String(check.wrong)]);
    wrong += check.wrong;
  }
  process.stdout.write(`${rows.length === 0 ? 'No one-minute bars are stored.' : tableOf(rows)}\n`);
  if (wrong > 0)
    throw new Error(
      `${wrong} bars are wrong. Make the bars of all series again with \`npm run candles -- make\`.`,
    );
}

/** Makes the larger bars of each 1m series again. */
export async function makeSeriesAgain(candles: CandlesService): Promise<void> {
  for (const { id, feed, symbol } of await candles.minuteSeries()) {
    await candles.makeAgain(id);
    process.stdout.write(`${feed} ${symbol}: made.\n`);
  }
}

const tableOf = (rows: string[][]): string => table([HEAD, ...rows], ['bars', 'wrong']);
