import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { type WilsonInterval, wilsonInterval } from '../../../shared/figures/probability/wilson-interval.js';
import type { DayReturns } from '../day-returns.js';
import { joinedReturns, meanOfDays, significanceOf } from './joined-returns.js';
import type { Window } from './windows.js';

/** Version of the response. Raise the version by 1 if the response changes while the sessions stay the same. */
export const WALK_FORWARD_VERSION = 1;

const Z_95 = normalQuantile(0.975);

/** A run with its results. */
export interface MeasuredRun {
  readonly plNet: number;
  readonly returns: DayReturns;
  /** Final balance / initial balance of the run. */
  readonly growth: number;
}

/** A point of the compounded curve. */
export interface CurvePoint {
  /** Last day of a window, numbered from 1970-01-01. */
  readonly day: number;
  readonly returnPct: number;
}

export interface CombinedWindows {
  readonly days: number;
  readonly sharpe: number | null;
  readonly returnPct: number;
  readonly pValue: number | null;
  readonly curve: readonly CurvePoint[];
}

/** Results of the windows. Nothing is rounded, except the interval. */
export interface WalkForward {
  readonly paired: number;
  /** Null if no window has a partner, or if the mean return in sample is 0 or less. */
  readonly efficiency: number | null;
  readonly won: number;
  readonly share: number;
  readonly interval: WilsonInterval;
  /** Null if two windows share a local day. */
  readonly combined: CombinedWindows | null;
}

/** Returns the results of windows. There must be at least one window. */
export function walkForwardResults(windows: readonly Window<MeasuredRun>[]): WalkForward {
  const won = windows.filter(({ out }) => out.plNet > 0).length;
  const pairs = windows.filter((window) => window.in !== null);
  return {
    paired: pairs.length,
    efficiency: efficiencyOf(pairs),
    won,
    share: won / windows.length,
    interval: wilsonInterval(won, windows.length, Z_95)!,
    combined: shareDay(windows) ? null : combinedWindows(windows.map(({ out }) => out)),
  };
}

/**
 * Returns the mean daily return out of sample divided by the mean daily return in sample. (Pardo, "The evaluation and
 * optimization of trading strategies", 2008, compares annual profits.) A partner of several windows counts only once.
 */
function efficiencyOf(pairs: readonly Window<MeasuredRun>[]): number | null {
  if (pairs.length === 0) return null;
  const partners = [...new Set(pairs.map((pair) => pair.in!))];
  const before = meanOfDays(joinedReturns(partners.map(({ returns }) => returns)));
  const after = meanOfDays(joinedReturns(pairs.map(({ out }) => out.returns)));
  return before > 0 ? after / before : null;
}

function shareDay(windows: readonly Window<MeasuredRun>[]): boolean {
  const spans = windows.map(({ out }) => out.returns).toSorted((a, b) => a.firstDay - b.firstDay);
  return spans.some(({ firstDay }, place) => place > 0 && firstDay <= spans[place - 1]!.lastDay);
}

function combinedWindows(outs: readonly MeasuredRun[]): CombinedWindows {
  const joined = joinedReturns(outs.map(({ returns }) => returns));
  let growth = 1;
  const curve = outs.map((out) => {
    growth *= out.growth;
    return { day: out.returns.lastDay, returnPct: (growth - 1) * 100 };
  });
  return { days: joined.days, ...significanceOf(joined), returnPct: (growth - 1) * 100, curve };
}
