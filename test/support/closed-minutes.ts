import fc from 'fast-check';
import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import { type WalkableOhlc, walkableOhlc } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import { spansWithin } from '../../src/shared/market/spans.js';
import { closedMinutes } from '../../src/stats/ideal-r/closed-minutes.js';
import { chunksOf } from '../../src/stats/ideal-r/windows.js';
import { type Ohlc, ohlcBars } from './ohlc-bars.js';

const MINUTE = 60_000;

/** A minute of a market: its bar, closed, or unknown. */
export type MarketMinute = Ohlc | 'closed' | 'unknown';

const price = fc.integer({ min: 90, max: 110 });
const bar = fc
  .tuple(price, price, price, price)
  .map(([a, b, open, close]): Ohlc => [
    open,
    Math.max(a, b, open, close),
    Math.min(a, b, open, close),
    close,
  ]);

/** Minutes of a market in stretches of bars, closed minutes and unknown minutes. */
export const marketMinutes = (maySkip: boolean): fc.Arbitrary<MarketMinute[]> => {
  const closed = fc.array(fc.constant<MarketMinute>('closed'), { minLength: 1, maxLength: 12 });
  const unknown = fc.array(fc.constant<MarketMinute>('unknown'), { minLength: 1, maxLength: 3 });
  const bars = fc.array<MarketMinute>(bar, { minLength: 1, maxLength: 12 });
  const stretches = [
    { arbitrary: bars, weight: 8 },
    { arbitrary: closed, weight: 6 },
    ...(maySkip ? [{ arbitrary: unknown, weight: 1 }] : []),
  ];
  return fc.array(fc.oneof(...stretches), { minLength: 1, maxLength: 8 }).map((all) => all.flat());
};

/** Returns the bars of the minutes from `start` on. */
export const barsOfMinutes = (minutes: readonly MarketMinute[], start: number): OhlcMinutes =>
  ohlcBars(
    minutes.map((minute) => (typeof minute === 'string' ? undefined : minute)),
    start,
  );

/**
 * Returns the known minutes as an analysis reads them: in parts of at most `size` minutes, with their closed minutes.
 */
export function partsOfMinutes(
  minutes: readonly MarketMinute[],
  start: number,
  size: number,
): WalkableOhlc[] {
  const known = knownSpans(minutes, start);
  return chunksOf(known, size).map((chunk) => {
    const kept = minutes.map((minute, i) =>
      chunk.some(
        (span) =>
          spansWithin([span], { start: start + i * MINUTE, end: start + (i + 1) * MINUTE }).length > 0,
      )
        ? minute
        : 'unknown',
    );
    const bars = barsOfMinutes(kept, start);
    return walkableOhlc(bars, closedMinutes(chunk, bars));
  });
}

/** Returns the spans of known minutes, ascending and not touching. */
export function knownSpans(minutes: readonly MarketMinute[], start: number) {
  const spans: { start: number; end: number }[] = [];
  for (const [i, minute] of minutes.entries()) {
    if (minute === 'unknown') continue;
    const ts = start + i * MINUTE;
    const last = spans.at(-1);
    if (last?.end === ts) last.end = ts + MINUTE;
    else spans.push({ start: ts, end: ts + MINUTE });
  }
  return spans;
}
