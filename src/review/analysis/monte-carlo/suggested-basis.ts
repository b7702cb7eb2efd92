import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { varianceOf } from '../../../shared/figures/probability/moments.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { entryBalances } from '../risk/entry-balances.js';
import type { Basis } from './bases.js';

export const SUGGESTION_REASONS = ['too-few-trades', 'equity-not-positive'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/**
 * The spread of the sizes of the trades: the standard deviation of the logarithms of the sizes. If all sizes are equal,
 * the spread is 0.
 */
export interface SizeSpread {
  /** Spread of the notional, quantity · entryPrice. */
  readonly money: number;
  /** Spread of the notional divided by the realised balance at the entry. */
  readonly equity: number;
  /**
   * Spread of the initial risk divided by the realised balance at the entry; null unless every trade has an initial
   * risk.
   */
  readonly risk: number | null;
}

/** The basis that best describes how the trades were sized. */
export interface SuggestedBasis {
  readonly basis: Basis | null;
  /** Reason why no basis is suggested; null if a basis is suggested. */
  readonly reason: SuggestionReason | null;
  /** Null if there are fewer than 2 trades, or if a balance at an entry is 0 or less. */
  readonly spread: SizeSpread | null;
}

/** Minimum number of trades for which a basis is suggested. */
const MIN_TRADES = 10;

/** Minimum number of trades for which a spread is computed. */
const MIN_FOR_SPREAD = 2;

/** Equity or risk is suggested only if its spread is at most this share of the spread of money. */
const CLEARLY_LESS = 0.5;

type Sizes = Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'plNet' | 'quantity' | 'entryPrice' | 'stopLoss'
>;

/**
 * Returns the basis for which the sizes of the trades vary least, if its spread is at most half of the spread of `money`.
 * Otherwise returns `money`.
 */
export function suggestedBasis(trades: Sizes, initialBalance: number): SuggestedBasis {
  if (trades.count < MIN_FOR_SPREAD) return { basis: null, reason: 'too-few-trades', spread: null };
  const balances = entryBalances(trades, initialBalance);
  if (balances.some((balance) => balance <= 0))
    return { basis: null, reason: 'equity-not-positive', spread: null };
  const spread = sizeSpread(trades, balances);
  if (trades.count < MIN_TRADES) return { basis: null, reason: 'too-few-trades', spread };
  return { basis: leastSpread(spread), reason: null, spread };
}

function leastSpread({ money, equity, risk }: SizeSpread): Basis {
  const most = money * CLEARLY_LESS;
  if (money === 0) return 'money';
  if (risk !== null && risk <= Math.min(most, equity)) return 'risk';
  return equity <= most ? 'equity' : 'money';
}

function sizeSpread({ count, quantity, entryPrice, stopLoss }: Sizes, balances: Float64Array): SizeSpread {
  const spreadOf = (size: (trade: number) => number): number => {
    const logarithms = balances.map((_, trade) => Math.log(size(trade)));
    return roundedDouble(Math.sqrt(varianceOf(logarithms, 0)))!;
  };
  const notional = (trade: number) => quantity[trade]! * entryPrice[trade]!;
  const risk = (trade: number) => Math.abs(entryPrice[trade]! - stopLoss[trade]!) * quantity[trade]!;
  const haveRisk = stopLoss.subarray(0, count).every((stop) => !Number.isNaN(stop));
  return {
    money: spreadOf(notional),
    equity: spreadOf((trade) => notional(trade) / balances[trade]!),
    risk: haveRisk ? spreadOf((trade) => risk(trade) / balances[trade]!) : null,
  };
}
