import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { MarketGrid } from './market-grid.js';
import type { MeasuredTrades, TimedTrades } from './timed-trades.js';

/** Sums over the trades of one path. */
export interface PathSums {
  /** Σ m. */
  readonly net: Float64Array;
  /** Mean m / N · 100. */
  readonly avgPct: Float64Array;
  /** Mean m / (risk · qty) over the trades with a risk; NaN if no trade has a risk. */
  readonly avgR: Float64Array;
}

/** Returns the return that a measured trade would have with an entry at the open of a minute of the grid. */
export type ReturnAt = (i: number, minute: number) => number;

/** Results of the real entries, and of the random entries of each path. */
export interface RandomEntries {
  readonly observed: PathSums;
  readonly paths: PathSums;
}

/**
 * Returns the results of the trades with their real entries and, for each path, the results with shifted entries. All
 * entries of a path are shifted by the same random number of minutes, so the trades overlap and correlate as they
 * really did. Entries that pass the end of the grid continue at its start.
 */
export function randomEntries(
  trades: TimedTrades,
  measured: MeasuredTrades,
  returnAt: ReturnAt,
  { paths, seed }: { readonly paths: number; readonly seed: number },
): RandomEntries {
  const facts = factsOf(trades, measured);
  const returns = new Float64Array(measured.entry.length);
  const addPath = (sums: PathSums, path: number, offset: number) => {
    shiftedReturns(measured, returnAt, offset, returns);
    addResults(sums, path, facts, returns);
  };
  const observed = emptySums(1);
  addPath(observed, 0, 0);
  const sums = emptySums(paths);
  const random = xoroshiro128plus(seed);
  for (let path = 0; path < paths; path += 1)
    addPath(sums, path, uniformInt(random, 0, measured.minutes - 1));
  return { observed, paths: sums };
}

const emptySums = (paths: number): PathSums => ({
  net: new Float64Array(paths),
  avgPct: new Float64Array(paths),
  avgR: new Float64Array(paths),
});

/** Properties of the measured trades that are the same for random entries, by index of the measured trade. */
interface Facts {
  /** Value of the entry, entry price · qty. */
  readonly notional: Float64Array;
  readonly costs: Float64Array;
  /** Initial risk in money; NaN if the trade has no initial risk. */
  readonly risk: Float64Array;
  readonly risked: number;
}

function factsOf(trades: TimedTrades, { places }: MeasuredTrades): Facts {
  const column = (value: (trade: number) => number) => Float64Array.from(places, value);
  const { entryPrice, quantity, stopLoss, feesPaid, spreadPaid, slippagePaid } = trades;
  const risk = column((trade) => Math.abs(entryPrice[trade]! - stopLoss[trade]!) * quantity[trade]!);
  return {
    notional: column((trade) => entryPrice[trade]! * quantity[trade]!),
    costs: column((trade) => feesPaid[trade]! + spreadPaid[trade]! + slippagePaid[trade]!),
    risk,
    risked: risk.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0),
  };
}

/**
 * Writes the returns of the trades, with shifted entries, into `returns`. This short loop is separate from the loop over
 * the results, because a processor then waits for the prices of several trades at once (bench row `timing`).
 */
function shiftedReturns(
  { entry, minutes }: MeasuredTrades,
  returnAt: ReturnAt,
  offset: number,
  returns: Float64Array,
): void {
  for (let i = 0; i < entry.length; i += 1) {
    let minute = entry[i]! + offset;
    while (minute >= minutes) minute -= minutes;
    returns[i] = returnAt(i, minute);
  }
}

function addResults(
  { net, avgPct, avgR }: PathSums,
  path: number,
  { notional, costs, risk, risked }: Facts,
  returns: Float64Array,
): void {
  let [money, pct, r] = [0, 0, 0];
  for (let i = 0; i < returns.length; i += 1) {
    const m = returns[i]! * notional[i]! - costs[i]!;
    money += m;
    pct += (m / notional[i]!) * 100;
    // NaN is the only value that is not equal to itself.
    if (risk[i] === risk[i]) r += m / risk[i]!;
  }
  net[path] = money;
  avgPct[path] = pct / returns.length;
  avgR[path] = risked === 0 ? NaN : r / risked;
}

/**
 * Computes the returns of trades that keep their holding times. If a trade passes the end of the grid, it continues at
 * the start of the grid.
 */
export function heldReturns(
  { direction, asset }: TimedTrades,
  { places, held, minutes }: MeasuredTrades,
  gridOf: ReadonlyMap<number, MarketGrid>,
): ReturnAt {
  const opens = Array.from(places, (trade) => gridOf.get(asset[trade]!)!.open);
  const sides = Float64Array.from(places, (trade) => direction[trade]!);
  return (i, minute) => {
    const open = opens[i]!;
    const end = minute + held[i]!;
    const ratio =
      end < minutes
        ? open[end]! / open[minute]!
        : ((open[minutes - 1]! / open[minute]!) * open[end - minutes]!) / open[0]!;
    return sides[i]! * (ratio - 1);
  };
}
