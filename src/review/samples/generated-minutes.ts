import type { CandleDto } from '../../candles/candles.dto.js';
import { MINUTE_MS } from '../../shared/market/intervals.js';

/**
 * Standard deviation of the change of the price in a minute, as a fraction of the price. A day then has a standard
 * deviation of about 2.3 %.
 */
const MINUTE_DEVIATION = 0.0006;

/** Average volume of a minute, in units of the base currency. */
const AVERAGE_VOLUME = 15;

/**
 * Returns one-minute bars of a random walk, for the sample and for the demo. The bars are not real market data. The same arguments give the
 * same bars.
 * @param from open time of the first bar, a whole minute
 * @param to end of the last bar
 */
export function generatedMinutes(seed: number, firstOpen: number, from: number, to: number): CandleDto[] {
  const random = randomNumbers(seed);
  const candles: CandleDto[] = [];
  let open = firstOpen;
  for (let ts = from; ts < to; ts += MINUTE_MS) {
    const reach = open * MINUTE_DEVIATION;
    // The sum of three uniform numbers is nearly normal, with a standard deviation of one half.
    const change = 2 * reach * (random() + random() + random() - 1.5);
    const close = cents(open + change);
    candles.push({
      ts,
      open,
      high: cents(Math.max(open, close) + reach * random() ** 2),
      low: cents(Math.min(open, close) - reach * random() ** 2),
      close,
      volume: cents(AVERAGE_VOLUME * (0.1 + 1.8 * random())),
    });
    open = close;
  }
  return candles;
}

/** Returns a function that gives random numbers in [0, 1). The same seed gives the same numbers (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const cents = (value: number): number => Math.round(value * 100) / 100;
