import {
  type ExactDecimal,
  decimalOf,
  plus,
  rounded,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO, exactSum, mean, ratio, sumsBySign, whole } from '../../../shared/decimal/exact-sum.js';
import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { profitFactor } from '../../../shared/figures/calculator/profit-factor.js';
import { firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type Amounts, lessCosts } from './less-costs.js';

export interface CostSettings {
  readonly initialBalance: number;
  /** Factors by which the costs of each trade are multiplied. */
  readonly multiples: readonly number[];
  /** Additional costs per fill, in basis points of the value of the fill. */
  readonly basisPoints: readonly number[];
}

/** Closed trades with all their costs. */
export interface CostedTrades extends AnalysedTrades {
  readonly spreadPaid: Float64Array;
  readonly slippagePaid: Float64Array;
}

/** Figures of the trades at other costs. They have the same definitions as in the statistics. */
export interface CostedFigures {
  readonly plNet: number;
  readonly plNetPct: number;
  readonly expectancy: number | null;
  readonly netProfitFactor: number | null;
  readonly maxDrawdown: number;
  readonly maxDrawdownPct: number;
}

/** Reasons why there are no costs at which the trades would break even. */
export const COST_REASONS = ['no-trades', 'no-costs', 'rebates', 'no-gross-profit'] as const;
export type CostReason = (typeof COST_REASONS)[number];

export interface Costs {
  readonly reason: CostReason | null;
  readonly plGross: number | null;
  readonly costs: number | null;
  readonly turnover: number | null;
  readonly costShare: number | null;
  readonly paidBp: number | null;
  readonly breakEvenBp: number | null;
  readonly breakEvenMultiple: number | null;
  readonly multiples: readonly ({ readonly multiple: number } & CostedFigures)[];
  readonly basisPoints: readonly ({ readonly basisPoints: number } & CostedFigures)[];
}

const BASIS_POINTS = whole(10_000);
const ONE_BASIS_POINT: ExactDecimal = { mantissa: 1, scale: 4 };

/** Returns the results of the trades at other costs, and the costs at which the trades would break even. */
export function costAnalysis(trades: CostedTrades, settings: CostSettings): Costs {
  if (trades.count === 0) return NO_TRADES;
  const { count } = trades;
  const costs = amountsOf(count, (trade) => costOf(trades, trade));
  const values = amountsOf(count, (trade) => valueOf(trades, trade));
  const totals = {
    gross: exactSum(trades.plGross.subarray(0, count)),
    costs: totalOf(trades),
    turnover: sumOf(count, values),
  };
  const figures = (plNet: Float64Array) => costedFigures({ ...trades, plNet }, settings.initialBalance);
  return {
    ...breakEven(totals),
    multiples: settings.multiples.map((multiple) => ({
      multiple,
      ...figures(lessCosts(trades.plGross, decimalOf(multiple), costs)),
    })),
    basisPoints: settings.basisPoints.map((basisPoints) => ({
      basisPoints,
      ...figures(lessCosts(trades.plNet, times(decimalOf(basisPoints), ONE_BASIS_POINT), values)),
    })),
  };
}

/** Returns the costs of a trade. */
const costOf = ({ feesPaid, spreadPaid, slippagePaid }: CostedTrades, trade: number): ExactDecimal =>
  plus(decimalOf(feesPaid[trade]!), plus(decimalOf(spreadPaid[trade]!), decimalOf(slippagePaid[trade]!)));

/** Returns the value of both fills of a trade. */
const valueOf = ({ entryPrice, exitPrice, quantity }: CostedTrades, trade: number): ExactDecimal =>
  times(plus(decimalOf(entryPrice[trade]!), decimalOf(exitPrice[trade]!)), decimalOf(quantity[trade]!));

const amountsOf = (count: number, exactAt: (trade: number) => ExactDecimal): Amounts => ({
  doubles: Float64Array.from({ length: count }, (_, trade) => toDouble(exactAt(trade))),
  exactAt,
});

const totalOf = ({ count, feesPaid, spreadPaid, slippagePaid }: CostedTrades): ExactDecimal =>
  [feesPaid, spreadPaid, slippagePaid].reduce(
    (sum, column) => plus(sum, exactSum(column.subarray(0, count))),
    ZERO,
  );

function sumOf(count: number, { exactAt }: Amounts): ExactDecimal {
  let sum = ZERO;
  for (let trade = 0; trade < count; trade += 1) sum = plus(sum, exactAt(trade));
  return sum;
}

interface Totals {
  readonly gross: ExactDecimal;
  readonly costs: ExactDecimal;
  readonly turnover: ExactDecimal;
}

function breakEven({ gross, costs, turnover }: Totals): Omit<Costs, 'multiples' | 'basisPoints'> {
  const reason = reasonOf(gross, costs);
  const inBasisPoints = (amount: ExactDecimal) => ratio(times(amount, BASIS_POINTS), turnover);
  return {
    reason,
    plGross: rounded(gross),
    costs: rounded(costs),
    turnover: rounded(turnover),
    costShare: gross.mantissa > 0 ? ratio(costs, gross) : null,
    paidBp: inBasisPoints(costs),
    breakEvenBp: inBasisPoints(gross),
    breakEvenMultiple: reason === null ? ratio(gross, costs) : null,
  };
}

function reasonOf(gross: ExactDecimal, costs: ExactDecimal): CostReason | null {
  if (costs.mantissa == 0) return 'no-costs';
  if (costs.mantissa < 0) return 'rebates';
  return gross.mantissa > 0 ? null : 'no-gross-profit';
}

function costedFigures(trades: AnalysedTrades, initialBalance: number): CostedFigures {
  const { count, plNet } = trades;
  const net = sumsBySign(plNet, count);
  const { drawdown } = equityWalk(trades, firstEntryTime(trades), initialBalance);
  return {
    plNet: rounded(net.total),
    // The balance is above 0, so the quotient is never null.
    plNetPct: ratio(times(net.total, whole(100)), decimalOf(initialBalance))!,
    expectancy: mean(net.total, count),
    netProfitFactor: profitFactor(net),
    ...drawdown,
  };
}

const NO_TRADES: Costs = {
  reason: 'no-trades',
  plGross: null,
  costs: null,
  turnover: null,
  costShare: null,
  paidBp: null,
  breakEvenBp: null,
  breakEvenMultiple: null,
  multiples: [],
  basisPoints: [],
};
