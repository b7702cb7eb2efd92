import type { TradeColumns } from '../../figures/calculator/trade-columns.js';
import { tradeOrder } from '../../figures/calculator/trade-order.js';

type Times = Pick<TradeColumns, 'count' | 'entryTime' | 'exitTime'>;

/** How many trades are open from time to time, as parallel columns in ascending time, which may repeat. */
export interface Instants {
  readonly count: number;
  readonly time: Float64Array;
  /** Trades that have opened, the first so many in order of entries. */
  readonly begun: Uint32Array;
  /** Trades that have closed, the first so many in trade order. */
  readonly ended: Uint32Array;
}

/** The trades in order of their entries. */
export function entryOrder({ count, entryTime, exitTime }: Times): Uint32Array {
  const swapped = { count, exitTime: entryTime, entryTime: exitTime };
  return tradeOrder(swapped, (a, b) => a - b) ?? new Uint32Array(count).map((_, place) => place);
}

/**
 * The instants at which trades open or close. What opened before ends first, then everything enters, and that is one
 * row; the trades without a duration end after it, and what remains is another one.
 *
 * Trades end in trade order: of equal exits, those without a duration come last.
 */
export function instantsOf({ count, entryTime, exitTime }: Times, byEntry: Uint32Array): Instants {
  // Each trade has one entry and one exit, and if both are at one time, that time has two rows at most.
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
