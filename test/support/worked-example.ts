import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';
import { toTradeColumns } from '../../src/shared/figures/calculator/trade-columns.js';

const at = (text: string) => Date.parse(`2024-01-${text.replace(' ', 'T')}:00Z`);

/** The entry time, exit time, plNet and fees of each trade, in trade order. */
const ROWS = [
  ['01 00:00', '01 12:00', -40],
  ['01 06:00', '02 06:00', 30],
  ['02 00:00', '03 00:00', 60],
  ['02 12:00', '03 00:00', -0.5],
  ['03 06:00', '04 18:00', -25],
  ['04 00:00', '05 00:00', -16],
  ['04 06:00', '05 12:00', 80],
  ['05 12:00', '06 00:00', 10],
] as const;

const columns = toTradeColumns(
  ROWS.map(([entry, exit, plNet]) => ({
    entryTime: at(entry),
    exitTime: at(exit),
    plGross: plNet + 1,
    plNet,
    plPct: plNet / 10,
    feesPaid: 1,
    rMultiple: plNet === -0.5 ? null : plNet / 20,
  })),
);

const column = (valueOf: (plGross: number, trade: number) => number) =>
  columns.plGross.map((plGross, trade) => valueOf(plGross, trade));

/**
 * The example of docs/statistics.md: long trades of quantity 10 at price 100 on one asset, with stops 2 below the
 * entry. The fourth trade has no stop.
 */
export const WORKED_EXAMPLE: AnalysedTrades & { readonly ids: readonly string[] } = {
  ...columns,
  direction: column(() => 1),
  quantity: column(() => 10),
  entryPrice: column(() => 100),
  exitPrice: column((plGross) => 100 + plGross / 10),
  stopLoss: column((_, trade) => (trade === 3 ? NaN : 98)),
  asset: column(() => 0),
  ids: ROWS.map((_, trade) => `trade-${trade + 1}`),
};

/** The settings of the example. */
export const EXAMPLE_SETTINGS = { initialBalance: 1000, breakEvenThreshold: 1 };
