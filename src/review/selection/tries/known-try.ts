import { normalCdf } from '../../../shared/figures/probability/normal.js';
import { twoSidedPValue } from '../../../shared/figures/probability/student-t.js';

/** Minimum number of days with exits of a known try. Fewer days allow no conclusion about the returns. */
export const MIN_TRADING_DAYS = 20;

/** The daily returns of a try, as they are stored with its run. */
export interface DailyFigures {
  /** Number of days, n. */
  readonly days: number;
  readonly tradingDays: number;
  /** Mean / standard deviation (n − 1); null if the returns do not vary. */
  readonly sharpePerDay: number | null;
  /** Moments of the population. The kurtosis of a normal distribution is 3. */
  readonly skewness: number | null;
  readonly kurtosis: number | null;
}

/** A try whose Sharpe ratio has a known standard error. */
export interface KnownTry {
  /** Number of days, n. */
  readonly days: number;
  /** Mean / standard deviation of the daily returns. */
  readonly sharpe: number;
  /** D = 1 − g₁·SR + (b₂ − 1)/4·SR²; the variance of SR is D/(n − 1). */
  readonly spread: number;
}

/**
 * Returns the Sharpe ratio of a try with its standard error. Null if the try has no figures or fewer than 20 days with
 * exits, if its returns do not vary, or if D is 0 or less.
 */
export function knownTry(figures: DailyFigures | null): KnownTry | null {
  if (!figures || figures.tradingDays < MIN_TRADING_DAYS) return null;
  const { days, sharpePerDay: sharpe, skewness, kurtosis } = figures;
  if (sharpe === null || skewness === null || kurtosis === null) return null;
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  return spread > 0 ? { days, sharpe, spread } : null;
}

/** Returns (SR − bar)·√(n − 1)/√D: how many standard errors the ratio is above the bar. */
const distanceFrom = (bar: number, { days, sharpe, spread }: KnownTry): number =>
  ((sharpe - bar) * Math.sqrt(days - 1)) / Math.sqrt(spread);

/**
 * Returns Φ((SR − SR₀)·√(n − 1)/√D), the probability that the true ratio is above the bar (Bailey and López de Prado,
 * "The deflated Sharpe ratio", 2014).
 */
export const deflatedSharpe = (known: KnownTry, bar: number): number => normalCdf(distanceFrom(bar, known));

/**
 * Returns the number of days after which the deflated Sharpe ratio reaches a level: 1 + D·(z/(SR − SR₀))² (Bailey and
 * López de Prado, "The Sharpe ratio efficient frontier", 2012). Null if the ratio is not above the bar.
 * @param z the normal quantile of the level
 */
export const minTrackRecordDays = ({ sharpe, spread }: KnownTry, bar: number, z: number): number | null =>
  sharpe > bar ? 1 + spread * (z / (sharpe - bar)) ** 2 : null;

/**
 * Returns (E/SR)². In fewer days than this, the best of N tries without skill is expected to reach this ratio by luck
 * (Bailey, Borwein, López de Prado and Zhu, "Pseudo-mathematics and financial charlatanism", 2014). Null unless the
 * ratio is above 0 and there are several tries.
 * @param expectedMaximum E, the expected maximum of N standard normal values
 */
export const minBacktestDays = ({ sharpe }: KnownTry, expectedMaximum: number): number | null =>
  sharpe > 0 && expectedMaximum > 0 ? (expectedMaximum / sharpe) ** 2 : null;

/**
 * Returns the probability that a try without skill reaches this ratio. It is the larger of 1 − Φ(SR·√(n − 1)/√D) and
 * the one-sided p-value of Student's t-test, because for some returns one of the two is too small.
 */
export function pValueOf(known: KnownTry): number {
  const { days, sharpe } = known;
  const half = twoSidedPValue(sharpe * Math.sqrt(days), days - 1) / 2;
  return Math.max(normalCdf(-distanceFrom(0, known)), sharpe < 0 ? 1 - half : half);
}
