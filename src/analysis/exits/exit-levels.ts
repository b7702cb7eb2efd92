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
import { type ExitGrid, movesToBreakEven } from './exit-grid.js';

export type RiskedExitTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'entryTime' | 'entryPrice' | 'stopLoss'
>;

/** The prices of a grid for one trade, as a long trade sees them: those of a short trade are negated. */
export interface ExitLevels {
  readonly entry: number;
  /** By the number of the level. */
  readonly prices: Float64Array;
  /** Infinity in a grid without break-even. */
  readonly trigger: number;
}

/** How a grid is laid out for any trade, prepared once: multiples of the risk from the entry, negative for stops. */
export interface LevelMultiples {
  /** By the number of the level, and at last the trigger, if the grid uses it. */
  readonly exact: readonly ExactDecimal[];
  /** The same as whole numbers of 10^-scale. */
  readonly mantissas: Float64Array;
  /** The greatest of their sizes. */
  readonly greatest: number;
  readonly scale: number;
  readonly usesTrigger: boolean;
}

export function levelMultiples(grid: ExitGrid): LevelMultiples {
  const { targets, stops, breakEvenAt } = grid;
  const usesTrigger = targets.some((target) => movesToBreakEven(grid, target));
  const multiples = [...targets, ...stops.map((stop) => -stop), ...(usesTrigger ? [breakEvenAt!] : [])];
  const exact = multiples.map(decimalOf);
  const scale = Math.max(...exact.map((multiple) => multiple.scale));
  const mantissas = Float64Array.from(exact, (multiple) => Number(atScale(multiple, scale)));
  return { exact, mantissas, greatest: Math.max(...mantissas.map(Math.abs)), scale, usesTrigger };
}

/** Entry + multiple · risk in exact decimals, as the nearest doubles, so that an equal price of a bar touches a level. */
export function exitLevels(trades: RiskedExitTrades, trade: number, multiples: LevelMultiples): ExitLevels {
  const entry = decimalOf(trades.direction[trade]! * trades.entryPrice[trade]!);
  const prices = pricesAt(entry, riskOf(trades, trade), multiples);
  const levels = prices.length - Number(multiples.usesTrigger);
  return {
    entry: toDouble(entry),
    prices: prices.subarray(0, levels),
    trigger: prices[levels] ?? Infinity,
  };
}

/** The prices of all multiples. Where every step stays below 2^53, doubles are exact, and only the last division rounds. */
function pricesAt(entry: ExactDecimal, risk: ExactDecimal, multiples: LevelMultiples): Float64Array {
  const { exact, mantissas, greatest, scale } = multiples;
  const prices = new Float64Array(exact.length);
  const priceScale = Math.max(entry.scale, risk.scale);
  const divisor = POWERS_OF_TEN[priceScale + scale] ?? NaN;
  const start = Number(atScale(entry, priceScale + scale));
  const unit = Number(atScale(risk, priceScale));
  // Stryker disable next-line ArithmeticOperator,ConditionalExpression,EqualityOperator,LogicalOperator: a shortcut
  const isExact = Math.abs(start) + greatest * unit < 2 ** 53 && divisor > 0;
  for (let level = 0; level < prices.length; level += 1) {
    prices[level] = isExact
      ? (start + mantissas[level]! * unit) / divisor
      : toDouble(plus(entry, times(exact[level]!, risk)));
  }
  return prices;
}

/** The mantissa of a value at a scale that is not below its own. */
const atScale = (value: ExactDecimal, scale: number): number | bigint =>
  plus(value, { mantissa: 0, scale }).mantissa;

/** What a trade gains at a price, in R rounded to 8 decimals; the price as a long trade sees it. */
export function gainInR(trades: RiskedExitTrades, trade: number, price: number): number {
  const entry = decimalOf(trades.direction[trade]! * trades.entryPrice[trade]!);
  return roundedQuotient(minus(decimalOf(price), entry), riskOf(trades, trade));
}

/** Entry − stop, in the view of a long trade; above 0. */
function riskOf({ direction, entryPrice, stopLoss }: RiskedExitTrades, trade: number): ExactDecimal {
  const side = direction[trade]!;
  return minus(decimalOf(side * entryPrice[trade]!), decimalOf(side * stopLoss[trade]!));
}
