import type { Series } from './candle.js';
import { instrumentOf } from './instruments.js';
import { DAY_MS, MINUTE_MS } from './intervals.js';
import { deliveryAfter, premiumOf } from './quarter-contracts.js';
import { mixed, randomStream, seedOf, smoothNoise } from './randomness.js';

/** Taken once: where globals are looked up slowly (inside a vm context), that is most of the time spent here. */
const { abs, exp, floor, log, max, min, PI, round, sin, sqrt } = Math;

export const MINUTES_PER_DAY = 1440;

/** The minutes of one UTC day of a series; the index is the minute of the day, prices are ticks, amounts lots. */
export interface MinuteBars {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly lots: Float64Array;
  readonly takerLots: Float64Array;
  readonly trades: Int32Array;
}

/** Waves of 1, 2, 4 … 1024 days; the longer the taller, as in a random walk, but bounded: within about 3.6 times. */
const LONGEST_WAVE = 10;
const WAVE_HEIGHT = 0.012;

/** Standard deviation of a minute's step, as a fraction of the price; a day's is then about 2.3 %. */
const MINUTE_STEP = 0.0006;

/** Afternoons (UTC) move more than nights. */
const LIVELINESS = Float64Array.from({ length: MINUTES_PER_DAY }, (_, minute) => {
  return 1 + 0.5 * sin((2 * PI * (minute - 540)) / MINUTES_PER_DAY);
});

/** Spot price at the start of a day: found from the day's number alone, without the days before it. */
function priceAtDayStart(seed: number, anchorPrice: number, day: number): number {
  let logPrice = log(anchorPrice);
  for (let wave = 0; wave <= LONGEST_WAVE; wave += 1) {
    const days = 2 ** wave;
    logPrice += WAVE_HEIGHT * sqrt(days) * smoothNoise(mixed(seed, wave), day / days);
  }
  return exp(logPrice);
}

interface DayPath {
  /** Spot price at each minute's start, and at the end of the last one. */
  readonly prices: Float64Array;
  readonly quiet: Uint8Array;
}

/** A random walk through the day, tilted so that it ends at the price at which the next day starts. */
function dayPath(seed: number, anchorPrice: number, quietShare: number, day: number): DayPath {
  const random = randomStream(mixed(seed, day));
  const walk = new Float64Array(MINUTES_PER_DAY + 1);
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const spread = random() + random() + random() - 1.5;
    walk[minute + 1] = walk[minute]! + 2 * MINUTE_STEP * LIVELINESS[minute]! * spread;
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

/** Price of a series as a multiple of spot, for the contract that trades in the minute at `minuteOpen`. */
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

/** Everything that happened on the series on a day (days since the epoch). */
export function generatedMinutes(series: Series, day: number): MinuteBars {
  const instrument = instrumentOf(series);
  const seed = seedOf(series.symbol);
  const { prices, quiet } = dayPath(seed, instrument.anchorPrice, instrument.quietShare, day);
  const multiple = multipleOfSpot(series, seed, day * DAY_MS);
  const random = randomStream(mixed(seedOf(`${series.market} ${series.symbol}`), day));
  const bars = emptyDay();
  const scale = 10 ** instrument.priceDecimals;
  const busyness = 0.4 + 1.8 * random() ** 2;
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const openTime = day * DAY_MS + minute * MINUTE_MS;
    const open = ticks(prices[minute]! * multiple(openTime, openTime) * scale);
    const close = ticks(prices[minute + 1]! * multiple(openTime, openTime + MINUTE_MS) * scale);
    const still = series.market === 'spot' && quiet[minute] === 1;
    const reach = still ? 0 : MINUTE_STEP * LIVELINESS[minute]! * open;
    const above = random();
    const below = random();
    bars.open[minute] = open;
    bars.close[minute] = close;
    bars.high[minute] = max(open, close) + floor(above * above * reach);
    bars.low[minute] = max(1, min(open, close) - floor(below * below * reach));
    const stir = random();
    const rush = busyness * (0.2 + 1.6 * stir * stir) * (1 + (400 * abs(close - open)) / open);
    const takers = random();
    if (still) continue;
    bars.lots[minute] = 1 + floor(instrument.lotsPerMinute * rush);
    bars.takerLots[minute] = floor(bars.lots[minute]! * takers);
    bars.trades[minute] = min(bars.lots[minute]!, 1 + floor(600 * rush));
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
