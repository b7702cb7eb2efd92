import { decimalOf, minus, plus, rounded } from '../../decimal/exact-decimal.js';

export interface GivenCosts {
  readonly feesPaid: number;
  readonly spreadPaid: number;
  readonly slippagePaid: number;
}

/** All costs of a trade that its tool has counted: its fill prices hold spread and slippage. */
const feesAlone = (feesPaid: number): GivenCosts => ({ feesPaid, spreadPaid: 0, slippagePaid: 0 });

/**
 * The costs that make our net profit the tool's. A difference within the printed precision is rounding, not a fee.
 * @param gross of prices and quantity, as `derivedFigures` has it
 * @param unit half of the last printed digit
 * @param printed costs beside the profit: where they explain it they stay, since they are more exact
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
 * The costs of a tool that prints a gross profit and its charges. What prices and quantity miss of the printed gross, as
 * where profits are converted to another currency, counts as a fee too, so that our net is the tool's.
 * @param charges positive when paid
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

/** Doubles of such a size are not exact: half a digit may be a hair more. */
const isRounding = (difference: number, unit: number): boolean => Math.abs(difference) <= unit * (1 + 1e-6);
