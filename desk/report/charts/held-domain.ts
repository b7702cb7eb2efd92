import type { HeldPoint } from '../held-equity.js';
import { domainOf } from './domain.js';

/** The largest part of the axis above or below the equity that the held market may take, in lengths of the equity. */
const MOST = 2;

/**
 * Returns the domain of the equity, extended so that the held market is in it as far as the equity stays readable. A
 * market that moves much more than the account leaves the plot.
 */
export function heldDomain(equity: [number, number], held: readonly HeldPoint[]): [number, number] {
  const [low, high] = equity;
  const [lowest, highest] = domainOf([...equity, ...held.map(({ equity }) => equity)]);
  const room = (high - low) * MOST;
  return [Math.max(lowest, low - room), Math.min(highest, high + room)];
}
