import {
  type ExactDecimal,
  POWERS_OF_TEN,
  decimalOf,
  minus,
  plus,
  roundedQuotient,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type ExitGrid, levelCount, movesToBreakEven } from './exit-grid.js';

export type RiskedExitTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'entryTime' | 'entryPrice' | 'stopLoss'
>;

/**
 * The prices of the levels of a grid for one trade. The prices of a short trade are negated, so a higher price is
 * always a gain.
 */
export interface ExitLevels {
  readonly entry: number;
  /** Prices of the levels, by level number. */
  readonly prices: Float64Array;
  /** If price reaches this price, the stop moves to the entry price. Infinity if the stop never moves. */
  readonly trigger: number;
}

/**
 * The levels of a grid, prepared once for all trades. A level is a distance from the entry, as a multiple of the risk.
 * Stops have negative multiples.
 */
export interface LevelMultiples {
  /** Number of levels. */
  readonly levels: number;
  /** Multiples by level number. If the grid moves the stop, the multiple of the trigger comes last. */
  readonly exact: readonly ExactDecimal[];
  /** The multiples as whole numbers of 10^-scale. */
  readonly mantissas: Float64Array;
  /** The greatest absolute value of the mantissas. */
  readonly greatest: number;
  readonly scale: number;
}

export function levelMultiples(grid: ExitGrid): LevelMultiples {
  const { targets, stops, breakEvenAt } = grid;
  const levels = levelCount(grid);
  const usesTrigger = targets.some((target) => movesToBreakEven(grid, target));
  const multiples = [...targets, ...stops.map((stop) => -stop), ...(usesTrigger ? [breakEvenAt!] : [])];
  const exact = multiples.map(decimalOf);
  const scale = Math.max(...exact.map((multiple) => multiple.scale));
  const mantissas = Float64Array.from(exact, (multiple) => Number(atScale(multiple, scale)));
  return { levels, exact, mantissas, greatest: Math.max(...mantissas.map(Math.abs)), scale };
}

/**
 * Returns the prices of the levels: entry + multiple · risk, computed exactly and converted to the nearest double.
 * Therefore a bar with exactly this price touches the level.
 * @param prices receives the prices of the levels. A new array per trade would take a fifth of the time of a walk.
 */
export function exitLevels(
  trades: RiskedExitTrades,
  trade: number,
  multiples: LevelMultiples,
  prices = new Float64Array(multiples.levels),
): ExitLevels {
  const entry = decimalOf(trades.direction[trade]! * trades.entryPrice[trade]!);
  const priceOf = priceReader(entry, riskOf(trades, trade, entry), multiples);
  for (let level = 0; level < prices.length; level += 1) prices[level] = priceOf(level);
  const hasTrigger = multiples.exact.length > multiples.levels;
  return { entry: toDouble(entry), prices, trigger: hasTrigger ? priceOf(multiples.levels) : Infinity };
}

/**
 * Returns a function that returns the price of a level. If every intermediate result is below 2^53, the doubles are
 * exact, and only the last division rounds.
 */
function priceReader(
  entry: ExactDecimal,
  risk: ExactDecimal,
  { exact, mantissas, greatest, scale }: LevelMultiples,
): (level: number) => number {
  const priceScale = Math.max(entry.scale, risk.scale);
  const divisor = POWERS_OF_TEN[priceScale + scale] ?? NaN;
  const start = Number(atScale(entry, priceScale + scale));
  const unit = Number(atScale(risk, priceScale));
  const isExact = Math.abs(start) + greatest * unit < 2 ** 53 && divisor > 0;
  return isExact
    ? (level) => (start + mantissas[level]! * unit) / divisor
    : (level) => toDouble(plus(entry, times(exact[level]!, risk)));
}

/** Returns the mantissa of a value at a scale. The scale must not be smaller than the scale of the value. */
const atScale = (value: ExactDecimal, scale: number): number | bigint =>
  plus(value, { mantissa: 0, scale }).mantissa;

/**
 * Returns the gain of a trade at a price, in R rounded to 8 decimals. The prices of a short trade must be negated, so
 * that a higher price is always a gain.
 */
export function gainInR(trades: RiskedExitTrades, trade: number, price: number): number {
  const entry = decimalOf(trades.direction[trade]! * trades.entryPrice[trade]!);
  return roundedQuotient(minus(decimalOf(price), entry), riskOf(trades, trade, entry));
}

/** Returns the risk per unit: entry − stop, where the prices of a short trade are negated. The risk is above 0. */
const riskOf = (
  { direction, stopLoss }: RiskedExitTrades,
  trade: number,
  entry: ExactDecimal,
): ExactDecimal => minus(entry, decimalOf(direction[trade]! * stopLoss[trade]!));
