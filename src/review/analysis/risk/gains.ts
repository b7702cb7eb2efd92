import { type ExactDecimal, bigPowerOfTen, decimalOf, plus } from '../../../shared/decimal/exact-decimal.js';
import { MAX_UNITS, UNITS_PER_ONE, UNIT_SCALE, ZERO, unitsIn } from '../../../shared/decimal/exact-sum.js';
import type { TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';

/**
 * Gains of the account since its start, at each point of the equity curve. Gains are exact: they are whole numbers of
 * 10^-scale.
 */
export interface Gains {
  readonly values: Float64Array | readonly bigint[];
  readonly scale: number;
}

type Exits = Pick<TradeColumns, 'count' | 'exitTime' | 'plNet'>;

/** Returns the gains. They do not include the balance, so doubles can count their units for accounts of any size. */
export const gainsOf = (trades: Exits): Gains => gainsInUnits(trades) ?? gainsInDecimals(trades);

/** Returns the gains in units of 1e-8; null if a sum cannot be counted exactly in units. */
function gainsInUnits({ count, exitTime, plNet }: Exits): Gains | null {
  const values = new Float64Array(count + 1);
  let units = 0;
  let points = 1;
  for (let i = 0; i < count; i++) {
    const change = unitsIn(plNet[i]!);
    units += change;
    if (change / UNITS_PER_ONE !== plNet[i] || Math.abs(units) > MAX_UNITS) return null;
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    values[points] = units;
    points++;
  }
  return { values: values.subarray(0, points), scale: UNIT_SCALE };
}

/** Returns the gains in decimals, for amounts of any size. */
function gainsInDecimals({ count, exitTime, plNet }: Exits): Gains {
  const sums = [ZERO];
  let sum = ZERO;
  for (let i = 0; i < count; i++) {
    sum = plus(sum, decimalOf(plNet[i]!));
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    sums.push(sum);
  }
  // Sums never lose decimals, so the last sum has the most decimals.
  const { scale } = sum;
  return { values: sums.map((each) => scaledTo(each, scale)), scale };
}

const scaledTo = ({ mantissa, scale }: ExactDecimal, wanted: number): bigint =>
  BigInt(mantissa) * bigPowerOfTen(wanted - scale);
