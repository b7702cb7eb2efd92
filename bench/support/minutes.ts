import type { CandleStore } from '../../src/candles/store/candle-store.js';
import { MINUTE_MS } from '../../src/shared/market/intervals.js';
import { fromCandles } from '../../test/support/candles.js';

/** Open time of the first minute. */
export const FIRST_MINUTE = Date.UTC(2022, 0, 1);

/** Stores minutes from `FIRST_MINUTE` on, as an import does. */
export async function writeMinutes(store: CandleStore, id: number, minutes: number): Promise<void> {
  const bars = fromCandles(
    Array.from({ length: minutes }, (_, i) => randomBar(FIRST_MINUTE + i * MINUTE_MS, i)),
  );
  await store.writeBars(id, bars, { start: FIRST_MINUTE, end: FIRST_MINUTE + minutes * MINUTE_MS });
}

/** Returns a bar with prices of 2 decimals and a volume of 5 decimals, as a spot venue quotes them. */
function randomBar(ts: number, index: number) {
  const open = 28_000_00 + ((index * 7919) % 10_007);
  const volume = ((index * 104_729) % 9_999_991) / 1e5;
  return {
    ts,
    open: open / 100,
    high: (open + 1500) / 100,
    low: (open - 1111) / 100,
    close: (open + 313) / 100,
    volume,
  };
}
