import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itWith } from '../../../test/support/with-recordings.js';
import { realData } from '../../../test/support/real-data.js';
import type { FeesConfig } from '../market/execution-costs.js';
import { type TradeFacts, derivedFigures } from './derived-figures.js';

interface CaseFile {
  readonly session: { readonly feesConfig: FeesConfig };
  readonly trades: readonly (Omit<TradeFacts, 'stopLoss'> & {
    readonly clientId: string;
    readonly stopLoss?: number;
    readonly tool: { readonly profit_abs?: number; readonly netPl?: number };
  })[];
}

const LISTS: [file: string, trades: number][] = [
  ['freqtrade-24-trades', 24],
  ['freqtrade-8-trades-no-loser', 8],
  ['freqtrade-3-losers', 3],
  ['tradingview-56-trades', 56],
];

describe('the derived figures of recorded trades', () => {
  const directory = realData('cases', "the profit of recorded trades against other tools' figures");

  const tradesOf = (file: string) => {
    const { session, trades }: CaseFile = JSON.parse(readFileSync(join(directory!, `${file}.json`), 'utf8'));
    const costs = { spread: 0, slippage: 0, fees: session.feesConfig };
    return trades.map((trade) => ({
      clientId: trade.clientId,
      toolNet: trade.tool.profit_abs ?? trade.tool.netPl ?? NaN,
      figures: derivedFigures({ ...trade, stopLoss: trade.stopLoss ?? null }, costs),
    }));
  };

  itWith(directory).each(LISTS)(
    'agree within 1e-6 with the profit that the tool computed for each trade: %s',
    (file, count) => {
      const trades = tradesOf(file);
      expect(trades).toHaveLength(count);
      const differing = trades.filter((trade) => !(Math.abs(trade.figures.plNet - trade.toolNet) < 1e-6));
      expect(differing).toEqual([]);
    },
  );

  itWith(directory)('have a net result of exactly 0 for the three true break-evens', () => {
    const nets = tradesOf('freqtrade-8-trades-no-loser').map((trade) => trade.figures.plNet);
    expect(nets.filter((net) => net === 0)).toHaveLength(3);
    expect(nets.filter((net) => net < 0)).toHaveLength(0);
  });
});
