import { type ExactDecimal, decimalOf, plus, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { StatisticsSettings } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { dateText, monthOf, monthText, yearOf } from '../local-time/local-days.js';
import { type DayResult, dayResults } from './day-results.js';

/** A local day with exits. Money is in account currency. */
export interface CalendarDay {
  /** Date, such as "2024-01-05". */
  readonly date: string;
  readonly tradeCount: number;
  readonly winCount: number;
  readonly lossCount: number;
  readonly plGross: number;
  readonly feesPaid: number;
  readonly plNet: number;
  /** plNet / equity at the start of the day · 100; null if this equity is 0 or less. */
  readonly returnPct: number | null;
  /** Equity at the end of the day. */
  readonly equity: number;
}

export interface CalendarMonth {
  /** Month, such as "2024-01". */
  readonly month: string;
  readonly tradeCount: number;
  readonly plNet: number;
  /** plNet / equity at the start of the month · 100; null if this equity is 0 or less. */
  readonly returnPct: number | null;
}

export interface CalendarYear {
  /** "2024" */
  readonly year: string;
  readonly tradeCount: number;
  readonly plNet: number;
  /** plNet / equity at the start of the year · 100; null if this equity is 0 or less. */
  readonly returnPct: number | null;
}

export interface Calendar {
  readonly timezone: string;
  readonly days: readonly CalendarDay[];
  readonly months: readonly CalendarMonth[];
  readonly years: readonly CalendarYear[];
  readonly reason: 'no-trades' | null;
}

export interface CalendarSettings extends StatisticsSettings {
  /** IANA name of the time zone. */
  readonly timezone: string;
}

/**
 * Returns the results of the trades by local day, by month and by year of the exit, in ascending order. Days, months
 * and years without exits are left out.
 */
export function calendar(trades: TradeColumns, settings: CalendarSettings): Calendar {
  const results = dayResults(trades, settings);
  const start = decimalOf(settings.initialBalance);
  return {
    timezone: settings.timezone,
    days: days(results, start),
    months: periods(results, start, monthOf).map(({ period, ...rest }) => ({
      month: monthText(period),
      ...rest,
    })),
    years: periods(results, start, yearOf).map(({ period, ...rest }) => ({ year: String(period), ...rest })),
    reason: trades.count === 0 ? 'no-trades' : null,
  };
}

function days(results: readonly DayResult[], initial: ExactDecimal): CalendarDay[] {
  let equity = initial;
  return results.map(({ day, plGross, feesPaid, plNet, ...counts }) => {
    const start = equity;
    equity = plus(start, plNet);
    return {
      date: dateText(day),
      ...counts,
      plGross: rounded(plGross),
      feesPaid: rounded(feesPaid),
      plNet: rounded(plNet),
      returnPct: returnPct(plNet, start),
      equity: rounded(equity),
    };
  });
}

/** The results of a month or a year. */
interface Period {
  readonly period: number;
  readonly tradeCount: number;
  readonly plNet: number;
  readonly returnPct: number | null;
}

/**
 * Returns the results of the days, added up by month or by year.
 * @param periodOf returns the month or the year of a day
 */
function periods(
  results: readonly DayResult[],
  initial: ExactDecimal,
  periodOf: (day: number) => number,
): Period[] {
  const byPeriod = new Map<number, { tradeCount: number; plNet: ExactDecimal }>();
  for (const { day, tradeCount, plNet } of results) {
    const period = periodOf(day);
    const before = byPeriod.get(period) ?? { tradeCount: 0, plNet: ZERO };
    byPeriod.set(period, {
      tradeCount: before.tradeCount + tradeCount,
      plNet: plus(before.plNet, plNet),
    });
  }
  let equity = initial;
  return Array.from(byPeriod, ([period, { tradeCount, plNet }]) => {
    const start = equity;
    equity = plus(start, plNet);
    return { period, tradeCount, plNet: rounded(plNet), returnPct: returnPct(plNet, start) };
  });
}

const returnPct = (plNet: ExactDecimal, start: ExactDecimal): number | null =>
  start.mantissa > 0 ? ratio(times(plNet, whole(100)), start) : null;
