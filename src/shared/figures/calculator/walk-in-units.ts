import { MAX_UNITS, UNITS_PER_ONE, counted, unitsIn } from '../../decimal/exact-sum.js';
import type { TradeColumns } from './trade-columns.js';
import type { EquityCurve, WalkedEquity } from './walked-equity.js';

/**
 * Computes the equity in units of 1e-8.
 * @param curve contains the first point, receives the other points
 * @returns null if an intermediate result is not an exact count of units
 */
export function walkInUnits(
  { count, exitTime, plNet }: TradeColumns,
  balance: number,
  { time, equity }: EquityCurve,
): WalkedEquity | null {
  let units = unitsIn(balance);
  if (units / UNITS_PER_ONE !== balance || units > MAX_UNITS) return null;
  let peak = units;
  let points = 1;
  let maxDrawdown = 0;
  // The deepest fall so far: its share of the peak as a double, and the fall and the peak in units.
  let [share, fall, from] = [0, 0, 1];
  for (let i = 0; i < count; i++) {
    const net = plNet[i]!;
    const change = unitsIn(net);
    units += change;
    if (change / UNITS_PER_ONE !== net || Math.abs(units) > MAX_UNITS) return null;
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    time[points] = exitTime[i]!;
    equity[points] = units / UNITS_PER_ONE;
    points++;
    const drawdown = peak - units;
    if (drawdown <= 0) {
      peak = units;
      continue;
    }
    maxDrawdown = Math.max(maxDrawdown, drawdown);
    // Peaks only rise, so a fall that is not greater than the deepest fall is never a larger share. This check avoids
    // most divisions.
    if (drawdown <= fall) continue;
    const ofPeak = drawdown / peak;
    // Shares that are equal as doubles are compared exactly.
    if (ofPeak > share || (ofPeak === share && BigInt(drawdown) * BigInt(from) > BigInt(fall) * BigInt(peak)))
      [share, fall, from] = [ofPeak, drawdown, peak];
  }
  return {
    points,
    maxDrawdown: maxDrawdown / UNITS_PER_ONE,
    deepest: { fall: counted(fall), peak: counted(from) },
  };
}
