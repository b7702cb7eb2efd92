import type { HeldPoint } from './charts/marked-curve.js';
import type { SheetData } from './sheet-data.js';

/**
 * Returns the equity of an account that invests the initial balance in the market at the first close and holds it. Returns no
 * points unless the candles of exactly one market are known.
 */
export function heldEquity({ candles, markedEquity, session }: SheetData): HeldPoint[] {
  const [market, ...others] = candles ?? [];
  const [first] = markedEquity?.points ?? [];
  if (!market || others.length > 0 || !first) return [];
  const end = markedEquity!.points.at(-1)!.time;
  const inside = market.times.flatMap((time, bar) =>
    time >= first.time && time <= end ? [{ time, close: market.close[bar]! }] : [],
  );
  const start = inside[0]?.close;
  if (!start) return [];
  return inside.map(({ time, close }) => ({ time, equity: (session.initialBalance * close) / start }));
}
