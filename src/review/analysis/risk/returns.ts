import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { DeepestFall } from '../../../shared/figures/calculator/walked-equity.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { localDays } from '../local-time/local-days.js';
import { dailyReturns } from './daily-returns.js';
import { type ExitDay, exitDays } from './exit-days.js';
import { type ExtremeDay, extremeDays } from './extreme-days.js';
import { growth } from './growth.js';
import { omega, sharpe, sortino, volatilityPct } from './return-ratios.js';
import { tailRisk } from './tail-risk.js';
import { ulcerIndex } from './ulcer-index.js';

export interface ReturnsSettings {
  /** Equity before the first trade, in account currency; above 0. */
  readonly initialBalance: number;
  /** IANA name of the time zone that determines local days. */
  readonly timezone: string;
  /** Risk-free rate, percent per year. */
  readonly riskFreeRate: number;
}

/** Daily returns of the account. Undefined figures are null; the counts or `reason` show why. */
export interface Returns extends DailyFigures {
  /**
   * Reason why figures are null. `equity-not-positive` means that the equity was 0 or less at the start of a day, so no
   * figure is defined, or at the end of the last day, so the growth is undefined.
   */
  readonly reason: 'no-trades' | 'equity-not-positive' | null;
  /** Number of local days from the first entry to the last exit, including days without trades. */
  readonly days: number;
  /** Number of days with an exit. */
  readonly tradingDays: number;
  readonly bestDay: ExtremeDay | null;
  readonly worstDay: ExtremeDay | null;
}

const NO_FIGURES = {
  sharpe: null,
  sortino: null,
  volatilityPct: null,
  cagrPct: null,
  calmar: null,
  omega: null,
  ulcerIndex: null,
  valueAtRisk95Pct: null,
  expectedShortfall95Pct: null,
};

type DailyFigures = Readonly<Record<keyof typeof NO_FIGURES, number | null>>;

/** The local days of an account. */
export interface AccountDays {
  /** Days with exits, ascending. */
  readonly withExits: readonly ExitDay[];
  /** Number of days from the first entry to the last exit, including days without trades. */
  readonly days: number;
}

export function accountDays(
  trades: Pick<AnalysedTrades, 'count' | 'exitTime' | 'plNet'>,
  firstEntry: number,
  { initialBalance, timezone }: Pick<ReturnsSettings, 'initialBalance' | 'timezone'>,
): AccountDays {
  const calendar = localDays(timezone);
  const withExits = exitDays(trades, calendar, initialBalance);
  const days = withExits.length === 0 ? 0 : calendarDaysOf(withExits, calendar.dayOf(firstEntry));
  return { withExits, days };
}

/**
 * Returns the figures of the daily returns.
 * @param deepest deepest drawdown of the statistics, which consider every exit instead of every day
 */
export function returnsOf(
  { withExits, days }: AccountDays,
  deepest: DeepestFall,
  riskFreeRate: number,
): Returns {
  return {
    reason: undefinedReason(withExits),
    days,
    tradingDays: withExits.length,
    ...dailyFigures(withExits, days, deepest, riskFreeRate / 100),
    ...extremeDays(withExits),
  };
}

/**
 * Returns the number of days in the calendar. If the clock is set back across midnight between the first entry and the
 * first exit, the date of the first entry is later than the date of the first exit.
 */
const calendarDaysOf = (exitDays: readonly ExitDay[], firstEntryDay: number): number =>
  exitDays.at(-1)!.day - Math.min(firstEntryDay, exitDays[0]!.day) + 1;

function undefinedReason(exitDays: readonly ExitDay[]): Returns['reason'] {
  if (exitDays.length === 0) return 'no-trades';
  return exitDays.every(({ start, end }) => start.mantissa > 0 && end.mantissa > 0)
    ? null
    : 'equity-not-positive';
}

function dailyFigures(
  exitDays: readonly ExitDay[],
  days: number,
  deepest: DeepestFall,
  riskFree: number,
): DailyFigures {
  const returns = dailyReturns(exitDays, days);
  if (!returns || days === 0) return NO_FIGURES;
  const { cagrPct, calmar } = growth(exitDays[0]!.start, exitDays.at(-1)!.end, days, deepest);
  const { valueAtRisk95Pct, expectedShortfall95Pct } = tailRisk(returns);
  return {
    sharpe: roundedDouble(sharpe(returns, riskFree)),
    sortino: roundedDouble(sortino(returns, riskFree)),
    volatilityPct: roundedDouble(volatilityPct(returns)),
    cagrPct: roundedDouble(cagrPct),
    calmar: roundedDouble(calmar),
    omega: roundedDouble(omega(returns)),
    ulcerIndex: roundedDouble(ulcerIndex(exitDays, days)),
    valueAtRisk95Pct: roundedDouble(valueAtRisk95Pct),
    expectedShortfall95Pct: roundedDouble(expectedShortfall95Pct),
  };
}
