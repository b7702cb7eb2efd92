import { type TradeFacts, derivedFigures } from '../../../shared/figures/derived-figures.js';
import { decimalOf, minus, plus, rounded } from '../../../shared/decimal/exact-decimal.js';

const NO_COSTS = { spread: 0, slippage: 0, fees: { entryFee: 0, exitFee: 0, type: 'percent' } } as const;

/** Returns the profit of a trade before costs, at a point value of 1. */
export const grossOf = ({
  side,
  qty,
  entryPrice,
  exitPrice,
}: Pick<TradeFacts, 'side' | 'qty' | 'entryPrice' | 'exitPrice'>): number =>
  derivedFigures({ side, qty, entryPrice, exitPrice, stopLoss: null }, NO_COSTS).plGross;

export interface GivenCosts {
  readonly feesPaid: number;
  readonly spreadPaid: number;
  readonly slippagePaid: number;
}

/** The costs of a row. */
export interface CostsOfRow {
  readonly costs: GivenCosts;
  /** The costs that version 1.2 read from the row; null if this version reads the same costs. */
  readonly previous: GivenCosts | null;
}

/**
 * Returns costs in which all costs are fees, because the fill prices of the tool already include spread and slippage.
 */
const feesAlone = (feesPaid: number): GivenCosts => ({ feesPaid, spreadPaid: 0, slippagePaid: 0 });

/**
 * Returns the costs that make our net profit equal to the tool's net profit. A difference within the printed precision
 * is rounding, not a fee.
 * @param gross profit of prices and quantity, as computed by `derivedFigures`
 * @param digit one unit of the last printed decimal place
 * @param printed costs in the same row, which are used if they explain the profit, because they are more exact
 */
export function costsOfNet(
  gross: number,
  net: number,
  digit: number,
  printed: Partial<GivenCosts> = {},
): CostsOfRow {
  const difference = roundedDifference(gross, net);
  const { feesPaid = 0, spreadPaid = 0, slippagePaid = 0 } = printed;
  const costs = [feesPaid, spreadPaid, slippagePaid].filter((cost) => cost !== 0);
  const unexplained =
    costs.length > 0 ? roundedDifference(difference, rounded(sumOf(costs))) : Number.POSITIVE_INFINITY;
  return readWith(digit, (isRounding) => {
    if (isRounding(unexplained)) return { feesPaid, spreadPaid, slippagePaid };
    return feesAlone(isRounding(difference) ? 0 : difference);
  });
}

/**
 * Returns the costs for a tool that prints a gross profit and its charges. If prices and quantity do not give the
 * printed gross profit, the difference also counts as a fee, so that our net profit equals the tool's. For example, the
 * tool may convert profits to another currency.
 * @param charges positive if paid
 */
export function costsOfGross(
  { gross, printed, digit }: { readonly gross: number; readonly printed: number; readonly digit: number },
  charges: readonly number[],
): CostsOfRow {
  const paid = sumOf(charges);
  const difference = roundedDifference(gross, printed);
  return readWith(digit, (isRounding) =>
    feesAlone(rounded(isRounding(difference) ? paid : plus(paid, decimalOf(difference)))),
  );
}

type IsRounding = (difference: number) => boolean;

/**
 * Reads costs with the tolerance of this version and of version 1.2. A difference of up to one unit of the last printed
 * decimal place counts as rounding, because some tools truncate. Version 1.2 accepted only half a unit.
 */
function readWith(digit: number, read: (isRounding: IsRounding) => GivenCosts): CostsOfRow {
  const costs = read(within(digit));
  const previous = read(within(digit / 2));
  const isSame = (Object.keys(costs) as (keyof GivenCosts)[]).every((cost) => costs[cost] === previous[cost]);
  return { costs, previous: isSame ? null : previous };
}

/** Doubles are not exact, so a difference that equals the limit may come out slightly larger. */
const within =
  (most: number): IsRounding =>
  (difference) =>
    Math.abs(difference) <= most * (1 + 1e-6);

const sumOf = (amounts: readonly number[]) => amounts.map(decimalOf).reduce(plus, decimalOf(0));

const roundedDifference = (a: number, b: number): number => rounded(minus(decimalOf(a), decimalOf(b)));
