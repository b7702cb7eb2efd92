import { ExactDecimal, decimalOf, minus, plus, rounded, times } from '../../decimal/exact-decimal.js';
import { MOST_UNITS, UNITS_PER_ONE, ZERO, counted, ratio, unitsIn, whole } from '../../decimal/exact-sum.js';
import type { TradeColumns } from './trade-columns.js';

/** Points in strictly ascending time: epoch ms, and the equity in account currency. */
export interface EquityCurve {
  readonly time: Float64Array;
  readonly equity: Float64Array;
}

/**
 * Drawdown: the distance of the equity below its highest value so far, including the initial balance. `maxDrawdown` is the
 * greatest in account currency (positive), `maxDrawdownPct` the greatest in percent of its peak. They are two maxima,
 * which may lie at different times. Both are rounded to 8 decimals. Above 100 % the equity is negative.
 */
export interface MaxDrawdown {
  readonly maxDrawdown: number;
  readonly maxDrawdownPct: number;
}

/** The fall with the greatest share of its peak, exactly. Without a fall, the fall is 0. */
export interface DeepestFall {
  readonly fall: ExactDecimal;
  /** Above 0. */
  readonly peak: ExactDecimal;
}

export interface EquityWalk {
  readonly curve: EquityCurve;
  readonly drawdown: MaxDrawdown;
  /** The exact value from which maxDrawdownPct is rounded. */
  readonly deepest: DeepestFall;
}

/**
 * Computes the equity: the initial balance plus plNet of every trade closed so far, rounded to 8 decimals. The curve
 * starts with the balance at the first entry and has one point per distinct exit time, after all trades that close at
 * this time. It is empty without trades. If an exit falls in the millisecond of the first entry, the starting point
 * moves 1 ms earlier.
 *
 * Every step is exact: in whole units of 1e-8 while doubles can count them, otherwise in decimals.
 */
export function equityWalk(trades: TradeColumns, firstEntry: number, initialBalance: number): EquityWalk {
  const { count, exitTime } = trades;
  if (count === 0) return NO_TRADES;
  const time = new Float64Array(count + 1);
  const equity = new Float64Array(count + 1);
  time[0] = Math.min(firstEntry, exitTime[0]! - 1);
  equity[0] = rounded(decimalOf(initialBalance));
  const curve = { time, equity };
  const { points, maxDrawdown, deepest } =
    walkInUnits(trades, initialBalance, curve) ?? walkInDecimals(trades, initialBalance, curve);
  return {
    curve: { time: time.subarray(0, points), equity: equity.subarray(0, points) },
    drawdown: { maxDrawdown, maxDrawdownPct: percentOfPeak(deepest) },
    deepest,
  };
}

interface Walked {
  readonly points: number;
  readonly maxDrawdown: number;
  readonly deepest: DeepestFall;
}

/** Walks in units of 1e-8. Returns null if an intermediate result cannot be counted exactly in units. */
function walkInUnits(
  { count, exitTime, plNet }: TradeColumns,
  balance: number,
  { time, equity }: EquityCurve,
  // Stryker disable next-line BlockStatement: without it the walk in decimals does the same
): Walked | null {
  let units = unitsIn(balance);
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: a shortcut
  if (units / UNITS_PER_ONE !== balance || units > MOST_UNITS) return null;
  let peak = units;
  let points = 1;
  let maxDrawdown = 0;
  // The greatest share of a peak: as a double, and as dividend and divisor in units.
  let [share, fall, from] = [0, 0, 1];
  // Stryker disable next-line UpdateOperator: there is no figure at -1, so that the walk in decimals does the same
  for (let i = 0; i < count; i++) {
    const net = plNet[i]!;
    const change = unitsIn(net);
    units += change;
    // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: a shortcut
    if (change / UNITS_PER_ONE !== net || Math.abs(units) > MOST_UNITS) return null;
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    time[points] = exitTime[i]!;
    equity[points] = units / UNITS_PER_ONE;
    points++;
    const drawdown = peak - units;
    // Stryker disable next-line EqualityOperator: at 0 the peak stays what it is
    if (drawdown <= 0) {
      peak = units;
      continue;
    }
    maxDrawdown = Math.max(maxDrawdown, drawdown);
    // A smaller fall is not a larger share, since peaks only rise; this check avoids most divisions.
    // Stryker disable next-line ConditionalExpression,EqualityOperator: a shortcut
    if (drawdown <= fall) continue;
    const ofPeak = drawdown / peak;
    // Quotients that round to the same double are compared exactly.
    // Stryker disable next-line ConditionalExpression,EqualityOperator: exactly is right for all, and equal falls are the same
    if (ofPeak > share || (ofPeak === share && BigInt(drawdown) * BigInt(from) > BigInt(fall) * BigInt(peak)))
      [share, fall, from] = [ofPeak, drawdown, peak];
  }
  return {
    points,
    maxDrawdown: maxDrawdown / UNITS_PER_ONE,
    deepest: { fall: counted(fall), peak: counted(from) },
  };
}

/** Walks in decimals, for any amounts. */
function walkInDecimals(
  { count, exitTime, plNet }: TradeColumns,
  balance: number,
  curve: EquityCurve,
): Walked {
  let value = decimalOf(balance);
  let peak = value;
  let points = 1;
  let maxDrawdown = ZERO;
  let [fall, from] = [ZERO, whole(1)];
  for (let i = 0; i < count; i++) {
    value = plus(value, decimalOf(plNet[i]!));
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    curve.time[points] = exitTime[i]!;
    curve.equity[points] = rounded(value);
    points++;
    const drawdown = minus(peak, value);
    // Stryker disable next-line EqualityOperator: at 0 the peak stays what it is
    if (drawdown.mantissa <= 0) {
      peak = value;
      continue;
    }
    if (isMore(drawdown, maxDrawdown)) maxDrawdown = drawdown;
    if (isMore(times(drawdown, from), times(fall, peak))) [fall, from] = [drawdown, peak];
  }
  return { points, maxDrawdown: rounded(maxDrawdown), deepest: { fall, peak: from } };
}

// Stryker disable next-line EqualityOperator: of two that are equal either may be taken
const isMore = (a: ExactDecimal, b: ExactDecimal): boolean => minus(a, b).mantissa > 0;

const percentOfPeak = ({ fall, peak }: DeepestFall): number => ratio(times(fall, whole(100)), peak)!;

const NO_TRADES: EquityWalk = {
  curve: { time: new Float64Array(0), equity: new Float64Array(0) },
  drawdown: { maxDrawdown: 0, maxDrawdownPct: 0 },
  deepest: { fall: ZERO, peak: whole(1) },
};
