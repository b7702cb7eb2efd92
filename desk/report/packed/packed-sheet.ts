import type { SheetData } from '../sheet-data.js';
import type { PackedCandles } from './pack-candles.js';
import type { PackedTrades } from './pack-trades.js';

/**
 * The form in which a report contains a sheet. Lists (trades, points, bars) are stored as columns, which take a third
 * of the space of objects. Trades are identified by their index.
 */
export interface PackedSheet extends Omit<SheetData, 'stats' | 'excursions' | 'trades' | 'candles'> {
  readonly stats: Stats;
  readonly equity: { readonly times: readonly number[]; readonly values: readonly number[] };
  /** The values by the index of the trade; null for a trade without a complete observation. */
  readonly idealR: readonly (number | null)[];
  readonly excursions: Omit<Excursions, 'trades'> & {
    /** The values by the index of the trade; null for a trade without a value. */
    readonly mfeR: readonly (number | null)[];
    readonly maeR: readonly (number | null)[];
  };
  readonly trades: PackedTrades;
  readonly candles: readonly PackedCandles[];
}

/** The statistics without points and observations, which are stored as columns. */
export type Stats = NonNullable<SheetData['stats']>;
export type Excursions = NonNullable<SheetData['excursions']>;
