import type { TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { tradeOrder } from '../../../shared/figures/calculator/trade-order.js';

type Times = Pick<TradeColumns, 'count' | 'entryTime' | 'exitTime'>;

/**
 * Numbers of trades that have opened and that have closed at each instant, as parallel columns. Times ascend and may
 * repeat.
 */
export interface Instants {
  readonly count: number;
  readonly time: Float64Array;
  /** Number of trades that have opened: the first trades in order of entries. */
  readonly begun: Uint32Array;
  /** Number of trades that have closed: the first trades in trade order. */
  readonly ended: Uint32Array;
}

/** Returns the indexes of the trades in order of their entries. */
export function entryOrder({ count, entryTime, exitTime }: Times): Uint32Array {
  const swapped = { count, exitTime: entryTime, entryTime: exitTime };
  return tradeOrder(swapped, (a, b) => a - b) ?? new Uint32Array(count).map((_, place) => place);
}

/**
 * Returns the instants at which trades open or close.
 *
 * An instant has one or two rows. In the first row, the trades that opened earlier and close now have ended, and all
 * trades that open now have begun. The second row exists only if trades without a duration open and close now; in this
 * row they have ended, too. Trades end in trade order. Among trades with equal exits, trades without a duration come
 * last.
 */
export function instantsOf({ count, entryTime, exitTime }: Times, byEntry: Uint32Array): Instants {
  // Each trade has one entry and one exit. A trade without a duration adds at most two rows.
  const time = new Float64Array(2 * count);
  const begunAt = new Uint32Array(2 * count);
  const endedAt = new Uint32Array(2 * count);
  let rows = 0;
  let begun = 0;
  let ended = 0;
  const keepRow = (now: number) => {
    time[rows] = now;
    begunAt[rows] = begun;
    endedAt[rows] = ended;
    rows += 1;
  };
  while (ended < count) {
    const now = Math.min(exitTime[ended]!, begun < count ? entryTime[byEntry[begun]!]! : Infinity);
    while (ended < count && exitTime[ended] === now && entryTime[ended]! < now) ended += 1;
    while (begun < count && entryTime[byEntry[begun]!] === now) begun += 1;
    keepRow(now);
    if (ended === count || exitTime[ended] !== now) continue;
    while (ended < count && exitTime[ended] === now) ended += 1;
    keepRow(now);
  }
  return { count: rows, time, begun: begunAt, ended: endedAt };
}
