import { TRADE_COLUMNS, type TradeColumns } from './trade-columns.js';

type Times = Pick<TradeColumns, 'count' | 'entryTime' | 'exitTime'>;
type Comparison = (a: number, b: number) => number;

/**
 * Returns the indexes of the trades in trade order; null if the trades are already sorted. One pass over the times
 * checks whether they are.
 *
 * Trade order is by exit time, then by entry time, then by client id in code-point order. Client ids are unique, so the
 * order does not depend on the order in which the trades arrived. Client ids are compared only if both times are equal.
 * Times are whole numbers.
 */
export function tradeOrder(times: Times, compareClientIds: Comparison): Uint32Array | null {
  const { count, exitTime, entryTime } = times;
  const compare = byTradeOrder(times, compareClientIds);
  if (isOrdered(count, compare)) return null;
  if (count < MANY) return places(count).sort(compare);
  const order = orderByTime(exitTime, count);
  const compareTied = (a: number, b: number) => entryTime[a]! - entryTime[b]! || compareClientIds(a, b);
  for (let start = 0, end = 1; start < count; start = end, end += 1) {
    while (end < count && exitTime[order[end]!] === exitTime[order[start]!]) end += 1;
    if (end - start > 1) order.subarray(start, end).sort(compareTied);
  }
  return order;
}

const byTradeOrder =
  ({ exitTime, entryTime }: Times, compareClientIds: Comparison): Comparison =>
  (a, b) =>
    exitTime[a]! - exitTime[b]! || entryTime[a]! - entryTime[b]! || compareClientIds(a, b);

function isOrdered(count: number, compare: Comparison): boolean {
  for (let i = 1; i < count; i++) if (compare(i - 1, i) > 0) return false;
  return true;
}

function places(count: number): Uint32Array {
  const all = new Uint32Array(count);
  for (let i = 0; i < count; i++) all[i] = i;
  return all;
}

/**
 * Number of trades from which a radix sort is used. For a million trades, it is several times faster than a comparison
 * sort.
 */
const MANY = 8_192;
const DIGIT = 2 ** 16;

/**
 * Returns the indexes in ascending order of time. The sort is a stable radix sort that starts with the lowest digit.
 */
function orderByTime(time: Float64Array, count: number): Uint32Array {
  let first = Infinity;
  let last = -Infinity;
  for (let i = 0; i < count; i++) {
    first = Math.min(first, time[i]!);
    last = Math.max(last, time[i]!);
  }
  let from: Uint32Array = places(count);
  let to: Uint32Array = new Uint32Array(count);
  const ends = new Uint32Array(DIGIT);
  for (let unit = 1; unit <= last - first; unit *= DIGIT) {
    const digitOf = (place: number) => Math.floor((time[place]! - first) / unit) % DIGIT;
    ends.fill(0);
    for (let i = 0; i < count; i++) ends[digitOf(i)]! += 1;
    for (let digit = 1; digit < DIGIT; digit++) ends[digit]! += ends[digit - 1]!;
    // The loop runs backwards to keep the sort stable.
    for (let i = count - 1; i >= 0; i--) {
      const place = from[i]!;
      const digit = digitOf(place);
      ends[digit]! -= 1;
      to[ends[digit]!] = place;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Sorts the columns in place. If `order` is null, leaves the columns unchanged. */
export function sortTradeColumns(columns: TradeColumns, order: Uint32Array | null): TradeColumns {
  if (order)
    sortNumbers(
      Array.from(TRADE_COLUMNS, (name) => columns[name]),
      order,
    );
  return columns;
}

/** Sorts columns in place, one column after another. Therefore only one column at a time is in memory twice. */
export function sortNumbers(columns: readonly Float64Array[], order: Uint32Array): void {
  const sorted = new Float64Array(order.length);
  for (const column of columns) {
    for (let i = 0; i < order.length; i++) sorted[i] = column[order[i]!]!;
    column.set(sorted);
  }
}
