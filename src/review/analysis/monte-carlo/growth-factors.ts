import type { AnalysedTrades } from '../analysed-trades.js';
import { realisedBalances } from '../risk/realised-balances.js';

/**
 * Returns the factor by which each trade changed the account, in trade order: the balance after the trade divided by
 * the balance before the trade. The product of all factors is the growth of the session, even if trades overlap. Null
 * if a balance before a trade is 0 or less.
 */
export function equityFactors(
  trades: Pick<AnalysedTrades, 'count' | 'plNet'>,
  initialBalance: number,
): Float64Array | null {
  const balances = realisedBalances(trades, initialBalance);
  const factors = new Float64Array(trades.count);
  for (let i = 0; i < trades.count; i++) {
    if (balances[i]! <= 0) return null;
    factors[i] = balances[i + 1]! / balances[i]!;
  }
  return factors;
}

/** Returns the factors that the trades with R have if each trade risks this percentage of the account. */
export const riskFactors = (
  { count, rMultiple }: Pick<AnalysedTrades, 'count' | 'rMultiple'>,
  riskPct: number,
): Float64Array =>
  rMultiple
    .subarray(0, count)
    .filter((value) => !Number.isNaN(value))
    .map((value) => 1 + (riskPct / 100) * value);
