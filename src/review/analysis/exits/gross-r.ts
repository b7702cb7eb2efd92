import { decimalOf, minus, roundedQuotient, times } from '../../../shared/decimal/exact-decimal.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/** Returns the gross result of a trade in R: plGross / (risk · quantity). The trade must have an initial risk. */
export function grossR(
  {
    entryPrice,
    stopLoss,
    quantity,
    plGross,
  }: Pick<AnalysedTrades, 'entryPrice' | 'stopLoss' | 'quantity' | 'plGross'>,
  trade: number,
): number {
  const [entry, stop] = [entryPrice[trade]!, stopLoss[trade]!];
  const risk = minus(decimalOf(Math.max(entry, stop)), decimalOf(Math.min(entry, stop)));
  return roundedQuotient(decimalOf(plGross[trade]!), times(risk, decimalOf(quantity[trade]!)));
}
