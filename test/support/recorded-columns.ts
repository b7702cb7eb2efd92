import { readFileSync } from 'node:fs';
import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';
import { toTradeColumns } from '../../src/shared/figures/calculator/trade-columns.js';
import { derivedFigures } from '../../src/shared/figures/derived-figures.js';
import type { Side } from '../../src/shared/market/sides.js';

/** A trade of a test, without the figures that the service derives from it. */
export interface GivenTrade {
  readonly symbol?: string;
  readonly side: Side;
  readonly qty?: number;
  readonly pointValue?: number;
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly exitPrice: number;
  readonly exitTime: number;
  readonly stopLoss?: number | null;
  readonly takeProfit?: number | null;
  readonly feesPaid?: number;
  readonly spreadPaid?: number;
  readonly slippagePaid?: number;
}

/** The columns of trades, including the columns that only some analyses need. */
export interface GivenColumns extends AnalysedTrades {
  readonly spreadPaid: Float64Array;
  readonly slippagePaid: Float64Array;
  /** The takeProfit if it is on the winning side, otherwise NaN. */
  readonly target: Float64Array;
  /** The quantity without the point value. */
  readonly qty: Float64Array;
}

const NO_FEES = { entryFee: 0, exitFee: 0, type: 'percent' } as const;

/**
 * Returns trades as columns in trade order, with the figures that the service derives.
 * @param feePct fees of each fill in percent of its value, for trades without fees of their own
 * @param symbols the symbols of the assets, in the order of the assets
 */
export function givenColumns(
  list: readonly GivenTrade[],
  { feePct = 0, symbols = [] }: { readonly feePct?: number; readonly symbols?: readonly string[] } = {},
): GivenColumns {
  const fees = { ...NO_FEES, entryFee: feePct, exitFee: feePct };
  const rows = list
    .map(({ qty = 1, stopLoss = null, ...trade }) => ({
      ...trade,
      qty,
      stopLoss,
      ...derivedFigures({ ...trade, qty, stopLoss }, { spread: 0, slippage: 0, fees }),
    }))
    .toSorted((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
  const column = (value: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, value);
  const targetOf = ({ side, entryPrice, takeProfit }: GivenTrade) =>
    takeProfit && takeProfit > entryPrice === (side === 'long') ? takeProfit : NaN;
  return {
    ...toTradeColumns(rows),
    direction: column(({ side }) => (side === 'long' ? 1 : -1)),
    qty: column(({ qty }) => qty),
    quantity: column(({ qty, pointValue = 1 }) => qty * pointValue),
    entryPrice: column(({ entryPrice }) => entryPrice),
    exitPrice: column(({ exitPrice }) => exitPrice),
    stopLoss: column(({ rMultiple, stopLoss }) => (rMultiple === null ? NaN : stopLoss!)),
    asset: column(({ symbol }) => (symbol === undefined ? 0 : symbols.indexOf(symbol))),
    spreadPaid: column(({ spreadPaid }) => spreadPaid),
    slippagePaid: column(({ slippagePaid }) => slippagePaid),
    target: column(targetOf),
  };
}

/** A list of trades that freqtrade exported, with its session, as recorded. */
export interface RecordedSession {
  readonly session: { readonly initialBalance: number; readonly symbols: readonly string[] };
  readonly trades: readonly (GivenTrade & { readonly symbol: string })[];
}

/** The fees of the recorded sessions, percent of the value of each fill. */
export const RECORDED_FEE_PCT = 0.1;

export const readRecorded = (file: string): RecordedSession =>
  JSON.parse(readFileSync(file, 'utf8')) as RecordedSession;
