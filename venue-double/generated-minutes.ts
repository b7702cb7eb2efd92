import type { Series } from './candle.js';
import { instrumentOf } from './instruments.js';
import { DAY_MS, MINUTE_MS } from './intervals.js';
import { deliveryAfter, premiumOf } from './quarter-contracts.js';
import { mixed, randomStream, seedOf, smoothNoise } from './randomness.js';

/** The functions are looked up once. In a vm context, as in Jest, look-ups of globals would take most of the time. */
const { abs, exp, floor, log, max, min, PI, round, sin, sqrt } = Math;

export const MINUTES_PER_DAY = 1440;

/** The minutes of one UTC day of a series, indexed by the minute of the day. Prices are in ticks, amounts in lots. */
export interface MinuteBars {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly lots: Float64Array;
  readonly takerLots: Float64Array;
  readonly trades: Int32Array;
}

/**
 * The waves have lengths of 1, 2, 4 … 1024 days. Longer waves are higher, as in a random walk, but prices stay within a
 * factor of 3.6.
 */
const MAX_WAVE = 10;
const WAVE_HEIGHT = 0.012;

/**
 * Standard deviation of a minute's step, as a fraction of the price. The standard deviation of a day is then about 2.3
 * %.
 */
const MINUTE_STEP = 0.0006;

/** Prices move more in the afternoon (UTC) than at night. */
const ACTIVITY = Float64Array.from({ length: MINUTES_PER_DAY }, (_, minute) => {
  return 1 + 0.5 * sin((2 * PI * (minute - 540)) / MINUTES_PER_DAY);
});

/** Returns the spot price at the start of a day. The price depends only on the number of the day. */
function priceAtDayStart(seed: number, anchorPrice: number, day: number): number {
  let logPrice = log(anchorPrice);
  for (let wave = 0; wave <= MAX_WAVE; wave += 1) {
    const days = 2 ** wave;
    logPrice += WAVE_HEIGHT * sqrt(days) * smoothNoise(mixed(seed, wave), day / days);
  }
  return exp(logPrice);
}

interface DayPath {
  /** Spot price at the start of each minute and at the end of the last minute. */
  readonly prices: Float64Array;
  readonly quiet: Uint8Array;
}

/** Returns a random walk through a day. A drift leads the walk to the price at which the next day starts. */
function dayPath(seed: number, anchorPrice: number, quietShare: number, day: number): DayPath {
  const random = randomStream(mixed(seed, day));
  const walk = new Float64Array(MINUTES_PER_DAY + 1);
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const spread = random() + random() + random() - 1.5;
    walk[minute + 1] = walk[minute]! + 2 * MINUTE_STEP * ACTIVITY[minute]! * spread;
  }
  const start = priceAtDayStart(seed, anchorPrice, day);
  const end = priceAtDayStart(seed, anchorPrice, day + 1);
  const tilt = (log(end / start) - walk[MINUTES_PER_DAY]!) / MINUTES_PER_DAY;
  const prices = walk.map((height, minute) => start * exp(height + tilt * minute));
  prices[MINUTES_PER_DAY] = end;
  const quiet = new Uint8Array(MINUTES_PER_DAY);
  for (let minute = 0; minute < MINUTES_PER_DAY - 1; minute += 1) {
    if (random() >= quietShare) continue;
    quiet[minute] = 1;
    prices[minute + 1] = prices[minute]!;
  }
  return { prices, quiet };
}

/**
 * Returns the price of a series as a multiple of the spot price. The multiple depends on the contract that is current
 * in a minute.
 */
function multipleOfSpot(
  { market }: Series,
  seed: number,
  dayOpen: number,
): (minuteOpen: number, time: number) => number {
  if (market === 'spot') return () => 1;
  if (market === 'perpetual') return () => 1.0002;
  const ahead = market === 'next-quarter' ? 1 : 0;
  const deliveries = [deliveryAfter(dayOpen)];
  for (let i = 0; i < 2; i += 1) deliveries.push(deliveryAfter(deliveries[i]!));
  return (minuteOpen, time) => {
    const rolled = minuteOpen >= deliveries[0]! ? 1 : 0;
    return 1 + premiumOf(seed, deliveries[rolled + ahead]!, time);
  };
}

/** Returns all minutes of a series on a day (days since the epoch). */
export function generatedMinutes(series: Series, day: number): MinuteBars {
  const instrument = instrumentOf(series);
  const seed = seedOf(series.symbol);
  const { prices, quiet } = dayPath(seed, instrument.anchorPrice, instrument.quietShare, day);
  const multiple = multipleOfSpot(series, seed, day * DAY_MS);
  const random = randomStream(mixed(seedOf(`${series.market} ${series.symbol}`), day));
  const bars = emptyDay();
  const scale = 10 ** instrument.priceDecimals;
  const dailyVolume = 0.4 + 1.8 * random() ** 2;
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const openTime = day * DAY_MS + minute * MINUTE_MS;
    const open = ticks(prices[minute]! * multiple(openTime, openTime) * scale);
    const close = ticks(prices[minute + 1]! * multiple(openTime, openTime + MINUTE_MS) * scale);
    const isQuiet = series.market === 'spot' && quiet[minute] === 1;
    const reach = isQuiet ? 0 : MINUTE_STEP * ACTIVITY[minute]! * open;
    const above = random();
    const below = random();
    bars.open[minute] = open;
    bars.close[minute] = close;
    bars.high[minute] = max(open, close) + floor(above * above * reach);
    bars.low[minute] = max(1, min(open, close) - floor(below * below * reach));
    const volumeDraw = random();
    const volume =
      dailyVolume * (0.2 + 1.6 * volumeDraw * volumeDraw) * (1 + (400 * abs(close - open)) / open);
    const takers = random();
    if (isQuiet) continue;
    bars.lots[minute] = 1 + floor(instrument.lotsPerMinute * volume);
    bars.takerLots[minute] = floor(bars.lots[minute]! * takers);
    bars.trades[minute] = min(bars.lots[minute]!, 1 + floor(600 * volume));
  }
  return bars;
}

const ticks = (price: number): number => max(1, round(price));

const emptyDay = (): MinuteBars => ({
  open: new Int32Array(MINUTES_PER_DAY),
  high: new Int32Array(MINUTES_PER_DAY),
  low: new Int32Array(MINUTES_PER_DAY),
  close: new Int32Array(MINUTES_PER_DAY),
  lots: new Float64Array(MINUTES_PER_DAY),
  takerLots: new Float64Array(MINUTES_PER_DAY),
  trades: new Int32Array(MINUTES_PER_DAY),
});
