import { exactSum, mean } from '../../../shared/decimal/exact-sum.js';
import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { grossR } from '../exits/gross-r.js';
import { entryOrder, instantsOf } from '../risk/instants.js';
import { accountDays } from '../risk/returns.js';
import { type Optimum, optimumOf } from './optimum.js';
import { resamplesFor } from './resamples-for.js';
import { type SizedRow, sizedRow } from './sized-row.js';
import { type SizedBy, type SizedTrades, type SizingReason, sizedTrades } from './sized-trades.js';
import type { SizingSettings } from './sizing-settings.js';

/** The account if the trades had other sizes. */
export interface Sizing {
  /** Reason why there are no rows; null if there are rows. */
  readonly reason: SizingReason | null;
  readonly by: SizedBy;
  /** Number of all trades, and number of used trades: the trades whose size can be chosen. */
  readonly trades: { readonly total: number; readonly used: number };
  /** Mean R of the used trades, after and before costs; null if the size is the notional. */
  readonly avgR: number | null;
  readonly avgGrossR: number | null;
  /** Greatest number of used trades that were open at once. */
  readonly maxConcurrentTrades: number;
  /** One row for each size, ascending. No row is marked as the best, because the best row of a table is overfitted. */
  readonly rows: readonly SizedRow[];
  readonly optimum: Optimum;
  readonly resamples: number;
  readonly seed: number;
}

/**
 * Computes the account with other sizes of the trades.
 * @throws RefusedQuery if the resamples would have too many draws in total
 */
export function sizing(trades: AnalysedTrades, settings: SizingSettings): Sizing {
  const { by, level, seed, initialBalance, fractionsPct } = settings;
  const used = sizedTrades(trades, by);
  const resamples = resamplesFor(settings.resamples, used.count);
  const byEntry = entryOrder(used);
  const instants = instantsOf(used, byEntry);
  const { days } = accountDays(used, used.entryTime[byEntry[0] ?? 0] ?? 0, settings);
  const rows = fractionsPct.map((fractionPct) =>
    sizedRow(used, byEntry, instants, fractionPct, { initialBalance, days }),
  );
  return {
    reason: reasonOf(trades.count, used.count),
    by,
    trades: { total: trades.count, used: used.count },
    ...averages(trades, used, by),
    maxConcurrentTrades: instants.begun.reduce(
      (most, begun, row) => Math.max(most, begun - instants.ended[row]!),
      0,
    ),
    rows: used.count === 0 ? [] : rows,
    optimum: optimumOf(used.results, resamples === 0 ? null : { level, resamples, seed }),
    resamples,
    seed,
  };
}

function reasonOf(total: number, used: number): SizingReason | null {
  if (total === 0) return 'no-trades';
  return used === 0 ? 'no-valid-stops' : null;
}

function averages(
  trades: AnalysedTrades,
  { places }: SizedTrades,
  by: SizedBy,
): Pick<Sizing, 'avgR' | 'avgGrossR'> {
  if (by === 'notional') return { avgR: null, avgGrossR: null };
  const meanOf = (values: Float64Array) => mean(exactSum(values), values.length);
  return {
    avgR: meanOf(valuesAt(trades.rMultiple, places)),
    avgGrossR: meanOf(Float64Array.from(places, (place) => grossR(trades, place))),
  };
}
