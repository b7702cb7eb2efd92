import { decimalOf, minus, plus, rounded } from '../../decimal/exact-decimal.js';

export interface GivenCosts {
  readonly feesPaid: number;
  readonly spreadPaid: number;
  readonly slippagePaid: number;
}

/**
 * Returns costs in which all costs are fees, because the fill prices of the tool already include spread and slippage.
 */
const feesAlone = (feesPaid: number): GivenCosts => ({ feesPaid, spreadPaid: 0, slippagePaid: 0 });

/**
 * Returns the costs that make our net profit equal to the tool's net profit. A difference within the printed precision
 * is rounding, not a fee.
 * @param gross profit of prices and quantity, as computed by `derivedFigures`
 * @param unit half of the last printed digit
 * @param printed costs in the same row, which are used if they explain the profit, because they are more exact
 */
export function costsOfNet(
  gross: number,
  net: number,
  unit: number,
  printed: Partial<GivenCosts> = {},
): GivenCosts {
  const difference = roundedDifference(gross, net);
  const { feesPaid = 0, spreadPaid = 0, slippagePaid = 0 } = printed;
  const costs = [feesPaid, spreadPaid, slippagePaid].filter((cost) => cost !== 0);
  if (costs.length > 0 && isRounding(roundedDifference(difference, rounded(sumOf(costs))), unit))
    return { feesPaid, spreadPaid, slippagePaid };
  return feesAlone(isRounding(difference, unit) ? 0 : difference);
}

/**
 * Returns the costs for a tool that prints a gross profit and its charges. If prices and quantity do not give the
 * printed gross profit, the difference also counts as a fee, so that our net profit equals the tool's. For example, the
 * tool may convert profits to another currency.
 * @param charges positive if paid
 */
export function costsOfGross(
  { gross, printed, unit }: { readonly gross: number; readonly printed: number; readonly unit: number },
  charges: readonly number[],
): GivenCosts {
  const paid = sumOf(charges);
  const difference = roundedDifference(gross, printed);
  return feesAlone(rounded(isRounding(difference, unit) ? paid : plus(paid, decimalOf(difference))));
}

const sumOf = (amounts: readonly number[]) => amounts.map(decimalOf).reduce(plus, decimalOf(0));

const roundedDifference = (a: number, b: number): number => rounded(minus(decimalOf(a), decimalOf(b)));

/** Returns whether a difference is at most `unit`. Doubles are not exact, so the difference may be slightly greater. */
const isRounding = (difference: number, unit: number): boolean => Math.abs(difference) <= unit * (1 + 1e-6);
