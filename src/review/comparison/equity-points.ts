import { percentOf } from '../../shared/figures/equity-curve.js';
import type { Outline } from '../../stats/worker/compute-statistics.js';

/** Returns the points of an equity curve. The equity of a point is in percent of the initial balance. */
export const equityPoints = ({ time, equity }: Outline['curve'], initialBalance: number) =>
  Array.from(time, (at, i) => ({ time: at, equityPct: percentOf(equity[i]!, initialBalance) }));
