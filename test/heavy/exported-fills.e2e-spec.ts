import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgedFills } from '../support/judged-fills.js';
import { namesIn, realData } from '../support/real-data.js';
import { type GivenTrade, givenColumns } from '../support/recorded-columns.js';
import { recordedMinutes } from '../support/recorded-lists.js';
import { describeWith } from '../support/with-recordings.js';
import { resolutionOf } from '../../src/review/analysis/minutes/stamp-resolution.js';

/* Trades that freqtrade exported. It took their fills from the same candles. */
const MISSED = 'fills of exported lists';
const directory = realData('exports/freqtrade', MISSED);
const SYMBOLS = ['ADA', 'ATOM', 'BTC', 'ETH', 'LINK', 'TRX', 'XRP'].map((coin) => `${coin}USDT`);

interface ExportedTrade {
  readonly pair: string;
  readonly is_short: boolean;
  readonly amount: number;
  readonly open_timestamp: number;
  readonly open_rate: number;
  readonly close_timestamp: number;
  readonly close_rate: number;
  readonly initial_stop_loss_abs: number;
}

/** Returns the trades of an exported list in the markets that have recorded candles. */
function exportedTrades(name: string): GivenTrade[] {
  const { strategy } = JSON.parse(readFileSync(join(directory!, name), 'utf8')) as {
    readonly strategy: Readonly<Record<string, { readonly trades: readonly ExportedTrade[] }>>;
  };
  return Object.values(strategy)
    .flatMap(({ trades }) => trades)
    .map((trade): GivenTrade & { readonly symbol: string } => ({
      symbol: trade.pair.replace('/', ''),
      side: trade.is_short ? 'short' : 'long',
      qty: trade.amount,
      entryTime: trade.open_timestamp,
      entryPrice: trade.open_rate,
      exitTime: trade.close_timestamp,
      exitPrice: trade.close_rate,
      stopLoss: trade.initial_stop_loss_abs,
    }))
    .filter(({ symbol }) => SYMBOLS.includes(symbol));
}

describeWith(directory)('the fills of exported lists', () => {
  it('are never impossible, and the fills of 20 lists are all known to be possible', async () => {
    const of = await Promise.all(SYMBOLS.map((symbol) => recordedMinutes(symbol, MISSED)));
    const bars = of.map((minutes) => [minutes!]);
    const counts = namesIn(directory).map((name) => {
      const trades = givenColumns(exportedTrades(name), { symbols: SYMBOLS });
      const { fills } = judgedFills(trades, bars, resolutionOf(trades)).summary;
      expect([name, fills.impossible]).toEqual([name, 0]);
      expect(fills.possible + fills.unknown).toBe(2 * trades.count);
      return fills.possible;
    });
    expect(counts.filter((possible) => possible > 0)).toHaveLength(20);
    expect(counts.reduce((sum, possible) => sum + possible, 0)).toBe(470);
  });
});
