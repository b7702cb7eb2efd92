import type { SheetData } from '../sheet-data.js';
import type { PackedCandles } from './pack-candles.js';
import type { PackedTrades } from './pack-trades.js';

/**
 * A sheet as it is written into a report: what is one of many (trades, points, bars) as columns, which take a third of the
 * room of objects. Trades are known by their places.
 */
export interface PackedSheet extends Omit<SheetData, 'stats' | 'excursions' | 'trades' | 'candles'> {
  readonly stats: Stats;
  readonly equity: { readonly times: readonly number[]; readonly values: readonly number[] };
  /** By place; null for a trade without a complete observation. */
  readonly idealR: readonly (number | null)[];
  readonly excursions: Omit<Excursions, 'trades'> & {
    /** By place; null for a trade without one. */
    readonly mfeR: readonly (number | null)[];
    readonly maeR: readonly (number | null)[];
  };
  readonly trades: PackedTrades;
  readonly candles: readonly PackedCandles[];
}

/** Without points and observations, which are columns. */
export type Stats = NonNullable<SheetData['stats']>;
export type Excursions = NonNullable<SheetData['excursions']>;
