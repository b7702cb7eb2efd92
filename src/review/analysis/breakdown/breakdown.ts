import { mean, whole } from '../../../shared/decimal/exact-sum.js';
import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { type WilsonInterval, wilsonInterval } from '../../../shared/figures/probability/wilson-interval.js';
import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateFigures,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import { type TradeColumns, tradesAtPlaces } from '../../../shared/figures/calculator/trade-columns.js';
import { type GroupSettings, GROUPS_BY, type GroupedTrades } from './group-trades.js';
import { largestGroups, tradesByGroup } from './grouping.js';

export type BreakdownBy = keyof typeof GROUPS_BY;
export const BREAKDOWNS = Object.keys(GROUPS_BY) as readonly BreakdownBy[];

/** Maximum number of groups in the response. */
export const MAX_GROUPS = 1_000;

/** Breakdowns that show every group, even a group without trades. */
const WHOLE: ReadonlySet<BreakdownBy> = new Set<BreakdownBy>(['hour', 'weekday']);

/** Quantile of the normal distribution for a two-sided interval of 95 %. */
const Z_95 = normalQuantile(0.975);

export interface BreakdownGroup {
  /** Value that the trades of the group have in common; null for the group of the trades without a tag. */
  readonly key: string | null;
  readonly tradeCount: number;
  /** tradeCount / number of all trades, 0..1. */
  readonly share: number | null;
  /** Figures of the trades of the group, as if the session had no other trades. */
  readonly figures: CalculatedFigures;
  /** Wilson interval of the winrate at 95 %, for which break-evens are not wins. Null if there are no trades. */
  readonly winrateInterval: WilsonInterval | null;
}

export interface Breakdown {
  readonly by: BreakdownBy;
  readonly timezone: string;
  readonly groups: readonly BreakdownGroup[];
  /** Number of groups that have trades but are not in the response. */
  readonly omittedGroups: number;
  readonly reason: 'no-trades' | null;
}

/**
 * Returns the figures for each group of trades. Only the 1,000 groups with the most trades are included. Of groups with
 * equally many trades, earlier groups are preferred.
 *
 * Groups without trades are left out, except hours and weekdays. If there are no trades, there are no groups. The
 * result has no p-values: with 24 hours, one hour is likely to be "significant" by chance.
 */
export function breakdown(
  trades: TradeColumns & GroupedTrades,
  by: BreakdownBy,
  settings: StatisticsSettings & GroupSettings,
): Breakdown {
  const { timezone } = settings;
  if (trades.count === 0) return { by, timezone, groups: [], omittedGroups: 0, reason: 'no-trades' };
  const { largest, omitted } = largestGroups(GROUPS_BY[by](trades, settings), MAX_GROUPS);
  const groups = tradesByGroup(largest).flatMap((places, group) =>
    places.length > 0 || WHOLE.has(by) ? [groupOf(largest.keys[group] ?? null, places)] : [],
  );
  const omittedGroups = omitted + (trades.tags?.others ?? 0);
  return { by, timezone, groups, omittedGroups, reason: null };

  function groupOf(key: string | null, places: Uint32Array): BreakdownGroup {
    const figures = calculateFigures(tradesAtPlaces(trades, places), settings);
    const { tradeCount, winCount } = figures;
    const share = mean(whole(tradeCount), trades.count);
    return { key, tradeCount, share, figures, winrateInterval: wilsonInterval(winCount, tradeCount, Z_95) };
  }
}
