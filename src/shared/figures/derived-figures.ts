import {
  decimalOf,
  minus,
  plus,
  rounded,
  roundedQuotient,
  times,
  type ExactDecimal,
} from '../decimal/exact-decimal.js';
import type { ExecutionCosts, FeesConfig } from '../market/execution-costs.js';
import type { Side } from '../market/sides.js';

/**
 * The given data of a trade. Quantity, prices and point value are above zero. The point value is the money, in account
 * currency, that one unit of quantity earns when the price rises by 1; 1 if it is left out. A cost that the client sends
 * with the trade replaces the configured cost. A negative cost is a rebate.
 */
export interface TradeFacts {
  readonly side: Side;
  readonly qty: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly stopLoss: number | null;
  readonly pointValue?: number;
  readonly feesPaid?: number;
  readonly spreadPaid?: number;
  readonly slippagePaid?: number;
}

/**
 * The figures that are derived from a trade. Money is in account currency, and a cost that was paid is positive.
 * `plPct` is in percent, `rMultiple` in units of the initial risk.
 */
export interface DerivedFigures {
  readonly feesPaid: number;
  readonly spreadPaid: number;
  readonly slippagePaid: number;
  readonly plGross: number;
  readonly plNet: number;
  readonly plPct: number;
  readonly rMultiple: number | null;
}

const TWO: ExactDecimal = { mantissa: 2, scale: 0 };
const HUNDRED: ExactDecimal = { mantissa: 100, scale: 0 };
const ONE_PERCENT: ExactDecimal = { mantissa: 1, scale: 2 };

/**
 * Returns the costs and the results of a trade, with v = pointValue.
 *     plGross   = ±(exitPrice − entryPrice) · qty · v                  + long, − short
 *     plNet     = plGross − feesPaid − spreadPaid − slippagePaid
 *     plPct     = plNet / (entryPrice · qty · v) · 100
 *     rMultiple = plNet / (|entryPrice − stopLoss| · qty · v)          null unless the stop is on the losing side
 * Percent fees are percentages of price · qty · v. Spread and slippage are multiplied by qty · v.
 * All figures follow one rule. The inputs are the decimals that JSON shows. The formula is computed exactly. The result
 * is rounded half away from zero to 8 decimals and returned as the nearest double.
 * A later formula uses the rounded value of an earlier figure, so the equations hold for the figures that a user sees.
 * The plNet of a trade without gain or loss is exactly 0. In general, plNet is the double nearest to the shown gross
 * result minus the shown costs. A double can represent 8 decimals if |plNet| is below 2^26 (67 million). In this case
 * the equation holds to the last digit, even if the gross result and the costs are larger. Only a cost that the client
 * sends with more than 8 decimals causes a rounding at the 8th decimal.
 */
export function derivedFigures(trade: TradeFacts, costs: ExecutionCosts): DerivedFigures {
  const units = unitsOf(trade);
  const entryPrice = decimalOf(trade.entryPrice);
  const exitPrice = decimalOf(trade.exitPrice);
  const entryNotional = times(entryPrice, units);
  const exitNotional = times(exitPrice, units);

  // `+ 0` turns −0 into 0, because a client can send a cost of −0.
  const feesPaid = (trade.feesPaid ?? configuredFees(costs.fees, entryNotional, exitNotional)) + 0;
  const spreadPaid = (trade.spreadPaid ?? rounded(times(decimalOf(costs.spread), units))) + 0;
  const slippagePaid =
    (trade.slippagePaid ?? rounded(times(times(TWO, decimalOf(costs.slippage)), units))) + 0;

  const plGross = rounded(
    trade.side === 'long' ? minus(exitNotional, entryNotional) : minus(entryNotional, exitNotional),
  );
  const plNet = rounded(
    [feesPaid, spreadPaid, slippagePaid].reduce(
      (net, cost) => minus(net, decimalOf(cost)),
      decimalOf(plGross),
    ),
  );
  const net = decimalOf(plNet);
  const risk = riskPerUnit(trade, entryPrice);

  return {
    feesPaid,
    spreadPaid,
    slippagePaid,
    plGross,
    plNet,
    plPct: roundedQuotient(times(net, HUNDRED), entryNotional),
    rMultiple: risk && roundedQuotient(net, times(risk, units)),
  };
}

/**
 * Returns qty · pointValue. Nearly all trades have the point value 1, and a product with 1 would cost the ingest time.
 */
function unitsOf({ qty, pointValue = 1 }: TradeFacts): ExactDecimal {
  return pointValue === 1 ? decimalOf(qty) : times(decimalOf(qty), decimalOf(pointValue));
}

function configuredFees(fees: FeesConfig, entryNotional: ExactDecimal, exitNotional: ExactDecimal): number {
  const entryFee = decimalOf(fees.entryFee);
  const exitFee = decimalOf(fees.exitFee);
  if (fees.type === 'fixed') return rounded(plus(entryFee, exitFee));
  return rounded(times(plus(times(entryFee, entryNotional), times(exitFee, exitNotional)), ONE_PERCENT));
}

/** Returns the distance from the entry to the stop; null if there is no stop on the losing side. */
function riskPerUnit(trade: TradeFacts, entryPrice: ExactDecimal): ExactDecimal | null {
  const { side, stopLoss } = trade;
  if (stopLoss === null) return null;
  if (side === 'long') return stopLoss < trade.entryPrice ? minus(entryPrice, decimalOf(stopLoss)) : null;
  return stopLoss > trade.entryPrice ? minus(decimalOf(stopLoss), entryPrice) : null;
}
