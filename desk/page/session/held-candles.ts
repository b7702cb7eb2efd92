import { INTERVALS, intervalMs } from '../../../src/shared/market/intervals.js';
import { type CandleRange, getCandles } from '../../api/candles.js';
import type { FiguresOf } from '../../api/figures.js';
import type { Session } from '../../api/sessions.js';
import type { SheetCandles } from '../../report/sheet-data.js';

/** The maximum number of bars of the buy-and-hold curve. */
const MAX_BARS = 2000;

/**
 * Returns the candles that the buy-and-hold curve needs: the range of the marked equity, in the shortest interval that
 * needs at most 2,000 bars. Returns null until the equity has arrived, and for a session with several markets.
 */
export function heldSpan(
  { assets }: Pick<Session, 'assets'>,
  equity: { readonly points: readonly { readonly time: number }[] } | undefined,
): CandleRange | null {
  const [market, ...others] = assets;
  const [first] = equity?.points ?? [];
  const last = equity?.points.at(-1);
  if (!market || others.length > 0 || !first || !last) return null;
  const interval =
    INTERVALS.find((one) => (last.time - first.time) / intervalMs(one) + 1 <= MAX_BARS) ?? '1d';
  const { symbol, feed } = market;
  return { symbol, feed, interval, from: first.time, to: last.time + 1 };
}

/** Returns a function that reads the candles of a range. A market without candles is left out. */
export const loadHeldCandles =
  (range: CandleRange | null) =>
  async (_: FiguresOf, signal: AbortSignal): Promise<readonly SheetCandles[]> => {
    if (!range) return [];
    const { candles } = await getCandles(range, signal);
    if (candles.length === 0) return [];
    return [
      {
        symbol: range.symbol,
        feed: range.feed,
        intervalMs: intervalMs(range.interval),
        times: candles.map(({ ts }) => ts),
        open: candles.map(({ open }) => open),
        high: candles.map(({ high }) => high),
        low: candles.map(({ low }) => low),
        close: candles.map(({ close }) => close),
      },
    ];
  };
