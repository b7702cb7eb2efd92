import {
  type ExactDecimal,
  POWERS_OF_TEN,
  decimalOf,
  minus,
  plus,
  roundedQuotient,
  times,
  toDouble,
} from '../../decimal/exact-decimal.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type ExitGrid, levelCount, movesToBreakEven } from './exit-grid.js';

export type RiskedExitTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'entryTime' | 'entryPrice' | 'stopLoss'
>;

/** The prices of a grid for one trade, as a long trade sees them. Prices of a short trade are negated. */
export interface ExitLevels {
  readonly entry: number;
  /** Prices by level number. */
  readonly prices: Float64Array;
  /** Infinity if the grid has no break-even. */
  readonly trigger: number;
}

/** The levels of a grid for any trade, prepared once: multiples of the risk from the entry, negative for stops. */
export interface LevelMultiples {
  /** Number of levels. */
  readonly levels: number;
  /** By level number, followed by the trigger if the grid uses one. */
  readonly exact: readonly ExactDecimal[];
  /** The multiples as whole numbers of 10^-scale. */
  readonly mantissas: Float64Array;
  /** The greatest of their absolute values. */
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
 * Computes entry + multiple · risk in exact decimals and returns the nearest doubles, so that a bar with an equal
 * price touches the level.
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
 * Returns a function that gives the prices by number. If every step stays below 2^53, doubles are exact, and only the
 * last division rounds.
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

/** Returns the mantissa of a value at a scale that is not below its own. */
const atScale = (value: ExactDecimal, scale: number): number | bigint =>
  plus(value, { mantissa: 0, scale }).mantissa;

/** Returns the gain of a trade at a price, in R rounded to 8 decimals. The price is as a long trade sees it. */
export function gainInR(trades: RiskedExitTrades, trade: number, price: number): number {
  const entry = decimalOf(trades.direction[trade]! * trades.entryPrice[trade]!);
  return roundedQuotient(minus(decimalOf(price), entry), riskOf(trades, trade, entry));
}

/** Entry − stop, as a long trade sees it; above 0. */
const riskOf = (
  { direction, stopLoss }: RiskedExitTrades,
  trade: number,
  entry: ExactDecimal,
): ExactDecimal => minus(entry, decimalOf(direction[trade]! * stopLoss[trade]!));
