import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';
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
  /**
   * The risk that the trades took: the median of the initial risk in percent of the realised balance at the entry, with
   * two significant digits, 0.01..100. Null if no trade has an R and a balance above 0 at the entry.
   */
  readonly riskPct: number | null;
}

/** Minimum number of trades for which a basis is suggested. */
const MIN_TRADES = 10;

/** Minimum number of trades for which a spread is computed. */
const MIN_FOR_SPREAD = 2;

/** The least and the greatest risk that is suggested, percent: those that the simulation accepts. */
const RISK_PCT_RANGE = [0.01, 100] as const;

/** Equity or risk is suggested only if its spread is at most this share of the spread of money. */
const CLEARLY_LESS = 0.5;

type Sizes = Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'plNet' | 'quantity' | 'entryPrice' | 'stopLoss' | 'rMultiple'
>;

/**
 * Returns the basis for which the sizes of the trades vary least, if its spread is at most half of the spread of
 * `money`. Otherwise returns `money`. Also returns the risk that the trades took.
 */
export function suggestedBasis(trades: Sizes, initialBalance: number): SuggestedBasis {
  const balances = entryBalances(trades, initialBalance);
  const riskPct = medianRiskPct(trades, balances);
  if (trades.count < MIN_FOR_SPREAD) return { basis: null, reason: 'too-few-trades', spread: null, riskPct };
  if (balances.some((balance) => balance <= 0))
    return { basis: null, reason: 'equity-not-positive', spread: null, riskPct };
  const spread = sizeSpread(trades, balances);
  if (trades.count < MIN_TRADES) return { basis: null, reason: 'too-few-trades', spread, riskPct };
  return { basis: leastSpread(spread), reason: null, spread, riskPct };
}

function medianRiskPct(trades: Sizes, balances: Float64Array): number | null {
  const risks = Float64Array.from(balances, (balance, trade) =>
    Number.isNaN(trades.rMultiple[trade]!) || balance <= 0 ? NaN : (riskOf(trades, trade) / balance) * 100,
  );
  const known = risks.filter((risk) => !Number.isNaN(risk)).toSorted();
  if (known.length === 0) return null;
  const [least, most] = RISK_PCT_RANGE;
  return Math.min(Math.max(Number(quantile(known, 0.5).toPrecision(2)), least), most);
}

/** Amount that a trade loses at its initial stop, before costs. */
const riskOf = ({ entryPrice, stopLoss, quantity }: Sizes, trade: number): number =>
  Math.abs(entryPrice[trade]! - stopLoss[trade]!) * quantity[trade]!;

function leastSpread({ money, equity, risk }: SizeSpread): Basis {
  const most = money * CLEARLY_LESS;
  if (money === 0) return 'money';
  if (risk !== null && risk <= Math.min(most, equity)) return 'risk';
  return equity <= most ? 'equity' : 'money';
}

function sizeSpread(trades: Sizes, balances: Float64Array): SizeSpread {
  const { count, quantity, entryPrice, stopLoss } = trades;
  const spreadOf = (size: (trade: number) => number): number => {
    const logarithms = balances.map((_, trade) => Math.log(size(trade)));
    return roundedDouble(Math.sqrt(varianceOf(logarithms, 0)))!;
  };
  const notional = (trade: number) => quantity[trade]! * entryPrice[trade]!;
  const haveRisk = stopLoss.subarray(0, count).every((stop) => !Number.isNaN(stop));
  return {
    money: spreadOf(notional),
    equity: spreadOf((trade) => notional(trade) / balances[trade]!),
    risk: haveRisk ? spreadOf((trade) => riskOf(trades, trade) / balances[trade]!) : null,
  };
}
