import type { TradeColumns } from './trade-columns.js';

type Times = Pick<TradeColumns, 'count' | 'entryTime' | 'exitTime'>;
type Comparison = (a: number, b: number) => number;

/**
 * Trade order: by exit time, then entry time, then client id by code point. Client ids are unique, so that this
 * is a total order, whatever order the trades came in.
 *
 * Returns the places of the trades in that order, null when they already stand in it (found in one look over the
 * times; client ids are only compared where both times are equal).
 */
export function tradeOrder(times: Times, compareClientIds: Comparison): Uint32Array | null {
  const compare = byTradeOrder(times, compareClientIds);
  if (isOrdered(times.count, compare)) return null;
  return Uint32Array.from({ length: times.count }, (_, i) => i).sort(compare);
}

const byTradeOrder =
  ({ exitTime, entryTime }: Times, compareClientIds: Comparison): Comparison =>
  (a, b) =>
    exitTime[a]! - exitTime[b]! || entryTime[a]! - entryTime[b]! || compareClientIds(a, b);

function isOrdered(count: number, compare: Comparison): boolean {
  for (let i = 1; i < count; i++) if (compare(i - 1, i) > 0) return false;
  return true;
}

/** The trades in the given order; the same columns when it is null. */
export function inTradeOrder(columns: TradeColumns, order: Uint32Array | null): TradeColumns {
  if (order === null) return columns;
  const ordered = (column: Float64Array) => {
    const result = new Float64Array(order.length);
    for (let i = 0; i < order.length; i++) result[i] = column[order[i]!]!;
    return result;
  };
  return {
    count: columns.count,
    entryTime: ordered(columns.entryTime),
    exitTime: ordered(columns.exitTime),
    plGross: ordered(columns.plGross),
    plNet: ordered(columns.plNet),
    plPct: ordered(columns.plPct),
    feesPaid: ordered(columns.feesPaid),
    rMultiple: ordered(columns.rMultiple),
  };
}
