import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, realData } from '../../../test/support/real-data.js';
import { itWith } from '../../../test/support/with-recordings.js';
import { derivedFigures } from '../../shared/figures/derived-figures.js';
import type { ImportedTrade } from './imported-trade.js';
import { readTradeFile } from './read-trade-file.js';

const FILE_LIMITS = { bytes: 64_000_000, trades: 100_000 };
const COSTS = { spread: 9, slippage: 9, fees: { entryFee: 9, exitFee: 9, type: 'percent' } } as const;

/**
 * Returns the net profit of a trade. The configured costs are absurd, so the profit would be wrong if they were used.
 */
const netOf = (trade: ImportedTrade): number =>
  derivedFigures({ ...trade, stopLoss: trade.stopLoss ?? null }, COSTS).plNet;

async function tradesOf(path: string, symbol?: string) {
  const file = await readTradeFile(path, symbol === undefined ? {} : { symbol }, FILE_LIMITS);
  const trades: ImportedTrade[] = [];
  for await (const batch of file.batches()) trades.push(...batch);
  await file.close();
  return { ...file, trades };
}

interface FreqtradeResult {
  readonly strategy: Record<
    string,
    {
      readonly trades: readonly {
        profit_abs: number;
        pair: string;
        initial_stop_loss_abs: number;
        exit_reason: string;
        enter_tag: string | null;
      }[];
    }
  >;
}

describe('exports of freqtrade', () => {
  const directory = realData('exports/freqtrade', 'profits of imported freqtrade trades');
  itWith(directory).each(namesIn(directory))(
    '%s: every profit equals the profit of the tool to 8 decimals',
    async (name) => {
      const path = join(directory!, name);
      const result = JSON.parse(readFileSync(path, 'utf8')) as FreqtradeResult;
      const expected = Object.values(result.strategy)[0]!.trades;
      const { trades, source, problemCount } = await tradesOf(path);
      expect({ source, problemCount }).toEqual({ source: 'freqtrade', problemCount: 0 });
      expect(trades.map(netOf)).toEqual(expected.map(({ profit_abs }) => profit_abs));
      expect(trades.map(({ symbol }) => symbol)).toEqual(expected.map(({ pair }) => pair.replace('/', '')));
      expect(trades.map(({ stopLoss }) => stopLoss)).toEqual(
        expected.map(({ initial_stop_loss_abs }) => initial_stop_loss_abs),
      );
      expect(trades.map(({ tags, previous }) => [tags, previous])).toEqual(
        expected.map(({ exit_reason, enter_tag }) => [
          [...(enter_tag === null ? [] : [`enter:${enter_tag}`]), `exit:${exit_reason}`],
          [{ note: exit_reason }],
        ]),
      );
    },
  );
});

interface CaseFile {
  readonly trades: readonly (Omit<ImportedTrade, 'clientId'> & { tool: { netPl: number } })[];
}

/**
 * Returns the printed net result of each trade of a list, and whether the trade was still open when the list was
 * written.
 */
function printedResults(path: string): { readonly net: string; readonly isOpen: boolean }[] {
  const [head = '', ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const columns = head.split(',');
  const [type, signal, net] = ['Type', 'Signal', 'Net P&L'].map((name) =>
    columns.findIndex((column) => column.startsWith(name)),
  ) as [number, number, number];
  return rows
    .map((row) => row.split(','))
    .filter((cells) => cells[type]!.startsWith('Exit'))
    .map((cells) => ({ net: cells[net]!, isOpen: cells[signal] === 'Open' }));
}

const decimalsOf = (number: string): number => number.split('.')[1]?.length ?? 0;

describe('exports of TradingView', () => {
  const directory = realData('exports/tradingview', 'profits of imported TradingView trades');
  itWith(directory).each(namesIn(directory))(
    '%s: every profit equals the profit of the tool within the printed digits',
    async (name) => {
      const path = join(directory!, name);
      const printed = printedResults(path);
      const closed = printed.filter(({ isOpen }) => !isOpen);
      const { trades, source, problemCount, skippedCount } = await tradesOf(path, 'EURUSD');
      expect({ source, problemCount, skippedCount, count: trades.length }).toEqual({
        source: 'tradingview',
        problemCount: 0,
        skippedCount: printed.length - closed.length,
        count: closed.length,
      });
      const off = closed.filter(({ net }, i) => {
        const digit = 10 ** -decimalsOf(net);
        return Math.abs(netOf(trades[i]!) - Number(net)) > digit + 1e-9;
      });
      expect(off).toEqual([]);
    },
  );

  const cases = realData('cases/tradingview-56-trades.json', 'trades of an imported TradingView list');
  itWith(directory, cases)(
    'the list of 56 trades: every fact and every profit equals the value of the tool',
    async () => {
      const expected = (JSON.parse(readFileSync(cases!, 'utf8')) as CaseFile).trades;
      const { trades } = await tradesOf(join(directory!, 'bar_magnifier_tv_trades.csv'), 'BTCUSDT');
      expect(trades.map(netOf)).toEqual(expected.map(({ tool }) => tool.netPl));
      const facts = ({
        symbol,
        side,
        qty,
        entryPrice,
        entryTime,
        exitPrice,
        exitTime,
      }: CaseFile['trades'][number]) => ({
        symbol,
        side,
        qty,
        entryPrice,
        entryTime,
        exitPrice,
        exitTime,
      });
      expect(trades.map((trade) => facts(trade as never))).toEqual(expected.map(facts));
      expect(trades.every(({ feesPaid }) => feesPaid === 0)).toBe(true);
    },
  );
});
