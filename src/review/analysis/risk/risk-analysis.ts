import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type Drawdowns, drawdownsOf } from './drawdowns.js';
import { type Exposure, exposureOf } from './exposure.js';
import { type PerTrade, perTrade } from './per-trade.js';
import { type Returns, type ReturnsSettings, accountDays, returnsOf } from './returns.js';
import { type RollingReturns, rollingReturns } from './rolling-returns.js';

export interface RiskSettings extends ReturnsSettings {
  /** |plNet| up to which a trade counts as break-even, in account currency; at least 0. */
  readonly breakEvenThreshold: number;
  /** Number of days of each window of the rolling figures; undefined if no rolling figures are requested. */
  readonly rolling?: number | undefined;
}

export interface Risk {
  readonly reason: 'no-trades' | null;
  readonly returns: Returns;
  readonly perTrade: PerTrade;
  readonly drawdowns: Drawdowns;
  readonly exposure: Exposure;
  /** Rolling figures of each window; null if no rolling figures are requested. */
  readonly rolling: readonly RollingReturns[] | null;
}

/** Computes the risk and the return of the trades of a session. Figures are rounded to 8 decimals. */
export function riskAnalysis(trades: AnalysedTrades, settings: RiskSettings): Risk {
  const { initialBalance, breakEvenThreshold, riskFreeRate, rolling } = settings;
  const firstEntry = firstEntryTime(trades);
  const days = accountDays(trades, firstEntry, settings);
  const walk = equityWalk(trades, firstEntry, initialBalance);
  return {
    reason: trades.count === 0 ? 'no-trades' : null,
    returns: returnsOf(days, walk.deepest, riskFreeRate),
    perTrade: perTrade(trades, breakEvenThreshold),
    drawdowns: drawdownsOf(trades, initialBalance, walk),
    exposure: exposureOf(trades, initialBalance),
    rolling:
      rolling === undefined ? null : rollingReturns(days.withExits, days.days, rolling, riskFreeRate / 100),
  };
}
