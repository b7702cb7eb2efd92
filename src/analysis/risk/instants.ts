import type { TradeColumns } from '../../figures/calculator/trade-columns.js';
import { tradeOrder } from '../../figures/calculator/trade-order.js';

type Times = Pick<TradeColumns, 'count' | 'entryTime' | 'exitTime'>;

/** Number of open trades over time, as parallel columns in ascending time, which may repeat. */
export interface Instants {
  readonly count: number;
  readonly time: Float64Array;
  /** Number of trades that have opened: the first ones in order of entries. */
  readonly begun: Uint32Array;
  /** Number of trades that have closed: the first ones in trade order. */
  readonly ended: Uint32Array;
}

/** Returns the trades in order of their entries. */
export function entryOrder({ count, entryTime, exitTime }: Times): Uint32Array {
  const swapped = { count, exitTime: entryTime, entryTime: exitTime };
  return tradeOrder(swapped, (a, b) => a - b) ?? new Uint32Array(count).map((_, place) => place);
}

/**
 * Returns the instants at which trades open or close. At each instant, trades that opened before end first, then all
 * entries follow; this is one row. Trades without a duration end afterwards; the remaining trades are another row.
 *
 * Trades end in trade order: of equal exits, trades without a duration come last.
 */
export function instantsOf({ count, entryTime, exitTime }: Times, byEntry: Uint32Array): Instants {
  // Each trade has one entry and one exit. If both are at the same time, that time has at most two rows.
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
