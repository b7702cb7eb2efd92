import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { pathOrders } from '../path-orders.js';
import { type CentredColumn, type PathMoments, centredColumn, momentsOnPath } from './centred-column.js';

export const MIN_PATHS = 100;
export const MAX_PATHS = 10_000;

/** Maximum product of paths, days and sessions. A thread needs a few seconds for a product of this size. */
export const MAX_PANEL_DRAWS = 1_000_000_000;

/** Result of a session in the stepwise test. */
export interface SteppedSession {
  /** Index of the session in the panel. */
  readonly place: number;
  /** √T·SR over the days of the panel. */
  readonly statistic: number;
  readonly pValue: number;
}

/** Tests of the hypothesis that no session earns more than 0. Nothing is rounded. */
export interface SuperiorAbility {
  /** The greatest √T·SR of the sessions; 0 if it is 0 or less. */
  readonly statistic: number;
  /** P-value of Hansen's test of superior predictive ability. */
  readonly pValue: number;
  /** P-value of White's reality check. Unlike Hansen's test, it also uses sessions that are clearly bad. */
  readonly upper: number;
  /** Sorted by descending statistic. Sessions with equal statistics are in the order of the panel. */
  readonly steps: readonly SteppedSession[];
}

/**
 * Tests a panel with paths of days that the stationary bootstrap draws. A path has the same days for all sessions
 * (White, "A reality check for data snooping", 2000; Hansen, "A test for superior predictive ability", 2005; Romano and
 * Wolf, "Efficient computation of adjusted p-values for resampling-based stepdown multiple testing", 2016).
 * @param returns returns of each session, one per day; no session has equal returns on all days
 */
export function superiorAbility(
  returns: readonly Float64Array[],
  { paths, seed }: { readonly paths: number; readonly seed: number },
): SuperiorAbility {
  const days = returns[0]!.length;
  const columns = returns.map(centredColumn);
  const root = Math.sqrt(days);
  const statistics = columns.map(({ mean, deviation }) => (root * mean) / deviation);
  const order = [...columns.keys()].toSorted((a, b) => statistics[b]! - statistics[a]! || a - b);
  const statistic = Math.max(0, ...statistics);
  // A session that is clearly below 0 cannot be the best session, so Hansen's test does not centre its returns.
  const isClearlyBad = statistics.map((t) => t < -Math.sqrt(2 * Math.log(Math.log(days))));
  const nextPath = pathOrders('block', xoroshiro128plus(seed), days);
  const path = new Uint32Array(days);
  const counts = new Float64Array(days);
  const reached = { hansen: 0, white: 0, steps: new Uint32Array(columns.length) };
  const onPath: PathMoments = { shift: 0, deviation: 0 };
  for (let p = 0; p < paths; p++) {
    nextPath(path);
    counts.fill(0);
    for (const day of path) counts[day]! += 1;
    let [hansen, white] = [0, 0];
    let below = -Infinity;
    for (let rank = order.length - 1; rank >= 0; rank--) {
      const place = order[rank]!;
      momentsOnPath(columns[place]!, counts, onPath);
      const centred = (root * onPath.shift) / onPath.deviation;
      below = Math.max(below, centred);
      if (below >= statistics[place]!) reached.steps[rank]! += 1;
      white = Math.max(white, centred);
      const recentred = isClearlyBad[place] ? uncentred(columns[place]!, onPath, root) : centred;
      hansen = Math.max(hansen, recentred);
    }
    if (hansen >= statistic) reached.hansen += 1;
    if (white >= statistic) reached.white += 1;
  }
  return {
    statistic,
    pValue: shareOf(reached.hansen, paths),
    upper: shareOf(reached.white, paths),
    steps: stepsOf(order, statistics, reached.steps, paths),
  };
}

const uncentred = ({ mean }: CentredColumn, { shift, deviation }: PathMoments, root: number): number =>
  (root * (mean + shift)) / deviation;

/** Returns the share of paths that reach a statistic. The observed days count as one more path, which reaches it. */
const shareOf = (reached: number, paths: number): number => (1 + reached) / (1 + paths);

function stepsOf(
  order: readonly number[],
  statistics: readonly number[],
  reached: Uint32Array,
  paths: number,
): SteppedSession[] {
  let pValue = 0;
  return order.map((place, rank) => {
    pValue = Math.max(pValue, shareOf(reached[rank]!, paths));
    return { place, statistic: statistics[place]!, pValue };
  });
}
