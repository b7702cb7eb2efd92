import {
  type CalculatedStatistics,
  type StatisticsSettings,
  calculateStatistics,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import { classifyOutcomes } from '../../../shared/figures/calculator/outcomes.js';
import type { TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import type { IdealRFigureName } from '../../../shared/figures/definitions/figures.js';

/** Closed trades in trade order, with their ids. */
export interface IdentifiedTrades extends TradeColumns {
  readonly idOf: (trade: number) => string;
}

export interface Observation {
  readonly tradeId: string;
  readonly status: 'complete' | 'incomplete';
  readonly idealR: number;
  readonly couldHaveProfitBreakEven: boolean;
}

/** The analytics of the ideal-R analysis in any state. */
export type IdealRAnalytics = Readonly<Record<IdealRFigureName, number>> & {
  readonly observations: readonly Observation[];
};

/** The data from which figures are explained. */
export interface Explained {
  readonly trades: IdentifiedTrades;
  readonly settings: StatisticsSettings;
  readonly statistics: CalculatedStatistics;
  /** Outcome of each trade; see `classifyOutcomes`. */
  readonly outcomes: Uint8Array;
  readonly idealR: IdealRAnalytics;
  /** Observations by trade id; empty unless the state is `ready`. */
  readonly observations: ReadonlyMap<string, Observation>;
}

export function explained(
  trades: IdentifiedTrades,
  settings: StatisticsSettings,
  idealR: IdealRAnalytics,
): Explained {
  return {
    trades,
    settings,
    statistics: calculateStatistics(trades, settings),
    outcomes: classifyOutcomes(trades.plNet, trades.count, settings.breakEvenThreshold).outcomes,
    idealR,
    observations: new Map(idealR.observations.map((observation) => [observation.tradeId, observation])),
  };
}
