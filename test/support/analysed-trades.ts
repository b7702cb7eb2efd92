import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';

/** A closed trade, with neutral values for fields that a test does not give. */
export interface AnalysedTrade {
  readonly plNet?: number;
  readonly entryTime?: number;
  readonly exitTime?: number;
  /** By default the trade has no R multiple. */
  readonly rMultiple?: number;
  readonly quantity?: number;
  readonly entryPrice?: number;
}

/** Returns the trades, which must be in trade order, as columns. */
export function analysedTrades(list: readonly AnalysedTrade[]): AnalysedTrades {
  const column = (value: (trade: AnalysedTrade) => number) => Float64Array.from(list, value);
  const none = column(() => Number.NaN);
  return {
    count: list.length,
    entryTime: column(({ entryTime }) => entryTime ?? 0),
    exitTime: column(({ exitTime }) => exitTime ?? 1),
    plGross: column(({ plNet }) => plNet ?? 0),
    plNet: column(({ plNet }) => plNet ?? 0),
    plPct: none,
    feesPaid: column(() => 0),
    rMultiple: column(({ rMultiple }) => rMultiple ?? Number.NaN),
    direction: column(() => 1),
    quantity: column(({ quantity }) => quantity ?? 1),
    entryPrice: column(({ entryPrice }) => entryPrice ?? 1000),
    exitPrice: none,
    stopLoss: none,
    asset: column(() => 0),
  };
}

/** Returns a time in January 2024, UTC: `at(5, 12)` is noon on the fifth. */
export const at = (day: number, hour = 0, minute = 0): number => Date.UTC(2024, 0, day, hour, minute);
