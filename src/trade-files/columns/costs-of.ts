import { decimalOf, minus, plus, rounded } from '../../decimal/exact-decimal.js';

export interface GivenCosts {
  readonly feesPaid: number;
  readonly spreadPaid: number;
  readonly slippagePaid: number;
}

/** Treats all costs of a trade as fees, because the fill prices of the tool already include spread and slippage. */
const feesAlone = (feesPaid: number): GivenCosts => ({ feesPaid, spreadPaid: 0, slippagePaid: 0 });

/**
 * Returns the costs that make our net profit equal to the tool's. A difference within the printed precision is
 * rounding, not a fee.
 * @param gross of prices and quantity, as computed by `derivedFigures`
 * @param unit half of the last printed digit
 * @param printed costs beside the profit. If they explain the profit they are kept, because they are more exact.
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
 * printed gross, for example because profits are converted to another currency, the difference also counts as a fee,
 * so that our net equals the tool's.
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

/** Doubles of this size are not exact, so half a digit may be slightly more. */
const isRounding = (difference: number, unit: number): boolean => Math.abs(difference) <= unit * (1 + 1e-6);
