import { decimalOf, times } from '../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../shared/decimal/exact-sum.js';
import type { Outline } from '../../stats/worker/compute-statistics.js';

/** Returns the points of an equity curve. The equity of a point is in percent of the initial balance. */
export const equityPoints = ({ time, equity }: Outline['curve'], initialBalance: number) =>
  Array.from(time, (at, i) => ({ time: at, equityPct: percentOf(equity[i]!, initialBalance) }));

/** Returns the equity in percent of the initial balance. The balance is above 0, so the quotient is never null. */
const percentOf = (equity: number, initialBalance: number): number =>
  ratio(times(decimalOf(equity), whole(100)), decimalOf(initialBalance))!;
