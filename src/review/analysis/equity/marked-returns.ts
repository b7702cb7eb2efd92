import { type ExactDecimal, decimalOf, minus, roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { LocalDays } from '../local-time/local-days.js';
import { type DailyReturns, dailyReturns } from '../risk/daily-returns.js';
import type { ExitDay } from '../risk/exit-days.js';
import { sharpe, sortino, volatilityPct } from '../risk/return-ratios.js';
import { tailRisk } from '../risk/tail-risk.js';
import type { MinuteEquity } from './minute-equity.js';

/** Figures of daily returns. */
export interface ReturnFigures {
  readonly reason: 'no-trades' | 'equity-not-positive' | 'incomplete' | null;
  readonly days: number;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly volatilityPct: number | null;
  readonly valueAtRisk95Pct: number | null;
  readonly expectedShortfall95Pct: number | null;
}

const STEP_MINUTES = 60;

/** Collects the equity at the end of each local day, with open trades at market prices. */
export class DayCloses {
  private readonly closes = new Map<number, number>();

  constructor(private readonly calendar: LocalDays) {}

  /** Adds the minutes of a part of the timeline. The equity at the end of a minute is NaN if it is unknown. */
  add({ start, count, close }: MinuteEquity): void {
    const dayOf = (minute: number) => this.calendar.dayOf(start + minute * MINUTE_MS);
    for (let from = 0; from < count; from += STEP_MINUTES) {
      const to = Math.min(from + STEP_MINUTES, count);
      const day = dayOf(to - 1);
      // Only the last minute of a day counts. If an hour lies within one day, its other minutes need not be examined.
      if (dayOf(from) !== day)
        for (let minute = from; minute < to - 1; minute += 1) this.closes.set(dayOf(minute), close[minute]!);
      this.closes.set(day, close[to - 1]!);
    }
  }

  /**
   * Returns the local days from the first to the last exit.
   * @returns null if the equity at the end of a day is unknown
   */
  days(initialBalance: number, lastExit: number): ExitDay[] | null {
    const last = this.calendar.dayOf(lastExit);
    const days: ExitDay[] = [];
    let start = decimalOf(initialBalance);
    const first = Math.min(...this.closes.keys());
    for (let day = first; day <= last; day += 1) {
      const close = this.closes.get(day);
      if (close !== undefined && Number.isNaN(close)) return null;
      // A time zone can skip a date. The equity of a skipped day does not change.
      const end: ExactDecimal = close === undefined ? start : decimalOf(roundedDouble(close)!);
      days.push({ day, plNet: minus(end, start), start, end });
      start = end;
    }
    return days;
  }
}

/** Returns the daily returns of an account; null if they are not defined. */
export const markedReturns = (days: readonly ExitDay[] | null): DailyReturns | null =>
  days && days.length > 0 ? dailyReturns(days, days.length) : null;

/** Returns the figures of the daily returns of an account with open trades at market prices. */
export function returnFigures(
  days: readonly ExitDay[] | null,
  dayCount: number,
  riskFreeRate: number,
): ReturnFigures {
  const returns = markedReturns(days);
  if (!returns)
    return { ...NO_RETURNS, reason: days === null ? 'incomplete' : 'equity-not-positive', days: dayCount };
  const riskFree = riskFreeRate / 100;
  const { valueAtRisk95Pct, expectedShortfall95Pct } = tailRisk(returns);
  return {
    reason: null,
    days: dayCount,
    sharpe: roundedDouble(sharpe(returns, riskFree)),
    sortino: roundedDouble(sortino(returns, riskFree)),
    volatilityPct: roundedDouble(volatilityPct(returns)),
    valueAtRisk95Pct: roundedDouble(valueAtRisk95Pct),
    expectedShortfall95Pct: roundedDouble(expectedShortfall95Pct),
  };
}

const NO_RETURNS = {
  sharpe: null,
  sortino: null,
  volatilityPct: null,
  valueAtRisk95Pct: null,
  expectedShortfall95Pct: null,
} as const;
