import type { NewTrade, Schemas } from 'backtest-session';

type Minute = Schemas['CandleDto'];
type Trades = readonly Schemas['TradeRecord'][];
export type Position = Omit<NewTrade, 'clientId' | 'exitPrice' | 'exitTime'> & { positionId: string };

export interface Order {
  /** The `positionId` of the position that it opens, or the `clientId` of the trade that closes a part of one. */
  readonly id: string;
  readonly placedAt: number;
  readonly side: 'long' | 'short';
  readonly qty: number;
  /** The price of a limit order; null for an order at the market. */
  readonly limit: number | null;
  readonly stopLoss: number | null;
  /** The position that it closes, or a part of it; null if it opens one. */
  readonly closes: string | null;
  /** Its time is the open of the minute that filled it. It is known when this minute has closed. */
  readonly fill: { readonly time: number; readonly price: number } | null;
}

export const openOrders = (orders: readonly Order[]) => orders.filter(({ fill }) => fill === null);

/** Returns what the filled orders have opened, less what the trades have closed. */
export function openPositions(orders: readonly Order[], trades: Trades): Position[] {
  return orders.flatMap(({ id, side, qty, stopLoss, closes, fill }) => {
    const parts = trades.filter(({ positionId }) => positionId === id);
    const rest = parts.reduce((sum, part) => rounded(sum - part.qty), qty);
    if (closes || !fill || rest === 0) return [];
    return { positionId: id, side, qty: rest, entryPrice: fill.price, entryTime: fill.time, stopLoss };
  });
}

/** Returns the orders as they were at an instant, without those that were cancelled since then. */
export const ordersAt = (orders: readonly Order[], at: number): Order[] =>
  orders
    .filter(({ placedAt }) => placedAt <= at)
    .map((order) => (order.fill && order.fill.time >= at ? { ...order, fill: null } : order));

/** Fills orders and stops with the minute that opens where the clock stands. Returns all orders, and the new trades. */
export function fillMinute(minute: Minute, orders: readonly Order[], trades: Trades) {
  const filled = orders.map((order) => {
    const { limit, side } = order;
    const price = limit === null ? minute.open : reached(minute, limit, side === 'long');
    return order.fill || price === null ? order : { ...order, fill: { time: minute.ts, price } };
  });
  const exits = openPositions(filled, trades).flatMap((position) => exitsOf(position, filled, minute));
  return { orders: filled, exits };
}

/** Returns the price of a fill: `price`, or the first one if that is beyond it; null if it is not reached. */
function reached({ open, high, low }: Minute, price: number, isBelow: boolean, first = open): number | null {
  if (isBelow) return low <= price ? Math.min(first, price) : null;
  return high >= price ? Math.max(first, price) : null;
}

function exitsOf(position: Position, orders: readonly Order[], minute: Minute): NewTrade[] {
  const { positionId, side, entryTime, entryPrice, stopLoss } = position;
  const exits: NewTrade[] = [];
  let rest = position.qty;
  const exit = (clientId: string, wanted: number, exitPrice: number) => {
    const qty = Math.min(wanted, rest);
    if (qty > 0) exits.push({ ...position, clientId, qty, exitPrice, exitTime: minute.ts });
    rest = rounded(rest - qty);
  };
  for (const { id, closes, qty, fill } of orders)
    if (closes === positionId && fill?.time === minute.ts) exit(id, qty, fill.price);
  // A candle does not say whether it reached the entry or the stop first: take the stop.
  const first = entryTime === minute.ts ? entryPrice : minute.open;
  const stop = stopLoss ? reached(minute, stopLoss, side === 'long', first) : null;
  if (stop !== null) exit(`${positionId}-stop`, rest, stop);
  return exits;
}

/** The service keeps eight decimals. */
export const rounded = (qty: number) => Number(qty.toFixed(8));
