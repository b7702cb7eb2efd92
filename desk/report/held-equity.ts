import type { SheetData } from './sheet-data.js';

export interface HeldPoint {
  readonly time: number;
  readonly equity: number;
}

/**
 * Returns the equity of an account that invests the initial balance in the market at the first close and holds it. Returns no
 * points unless the candles of exactly one market are known from the first bar of the curve.
 */
export function heldEquity({ candles, markedEquity, session }: SheetData): HeldPoint[] {
  const [market, ...others] = candles ?? [];
  const [first] = markedEquity?.points ?? [];
  if (!market || others.length > 0 || !first) return [];
  const end = markedEquity!.points.at(-1)!.time;
  const inside = market.times.flatMap((time, bar) =>
    time >= first.time && time <= end ? [{ time, close: market.close[bar]! }] : [],
  );
  const [start] = inside;
  // Candles that begin later, such as candles of the last year alone, would show the result of a later purchase.
  if (!start || start.close <= 0 || start.time >= first.time + market.intervalMs) return [];
  return inside.map(({ time, close }) => ({ time, equity: (session.initialBalance * close) / start.close }));
}
