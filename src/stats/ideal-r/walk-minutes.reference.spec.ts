import { type WalkedTrade, definedWalk } from '../../../test/support/defined-walk.js';
import { realData } from '../../../test/support/real-data.js';
import { describeWith } from '../../../test/support/with-recordings.js';
import { type BarColumns, type Candle, sliceBars } from '../../candles/store/bar-columns.js';
import { toCandles } from '../../../test/support/candles.js';
import { readCandleFile } from '../../candles/import/read-candle-file.js';
import { observe } from './observations.js';
import type { RiskedTrades } from './risked-trades.js';
import { walkableMinutes } from './walkable-minutes.js';
import { newWalks, walkMinutes } from './walk-minutes.js';

/*
 * Recorded candles with an outage: on 2023-03-24 there is no bar from 12:40 to 13:59. The tests compare the walk with a
 * literal implementation of its definition, which looks up one bar after another.
 */
const file = realData(
  'candles/venue-spot/BTCUSDT-1m-2023.csv.gz',
  'the walk over bars against its definition, on real candles around an outage',
);
const OUTAGE = Date.UTC(2023, 2, 24, 12, 40);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Returns a linear congruential generator (Numerical Recipes), so that every execution of the tests uses the same
 * trades.
 */
function repeatableRandom(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Returns trades that enter near the close of their entry bar, with a stop 0.01 % to 5 % away from the entry. Half of
 * the entries are at the start of a minute.
 */
function someTrades(count: number, candles: readonly Candle[], from: number, to: number): WalkedTrade[] {
  const random = repeatableRandom();
  const cents = (price: number) => Math.round(price * 100) / 100;
  const closeAt = new Map(candles.map(({ ts, close }) => [ts, close]));
  return Array.from({ length: count }, () => {
    const minute = Math.floor((from + random() * (to - from)) / MINUTE) * MINUTE;
    const entryPrice = cents((closeAt.get(minute) ?? 28_000) * (1 + (random() - 0.5) / 1000));
    const risk = Math.max(0.01, cents(entryPrice * 10 ** (-4 + random() * 2.7)));
    const side = random() < 0.5 ? 'long' : 'short';
    return {
      side,
      entryTime: minute + (random() < 0.5 ? 0 : Math.floor(random() * MINUTE)),
      entryPrice,
      stopLoss: cents(side === 'long' ? entryPrice - risk : entryPrice + risk),
    };
  });
}

const columnsOf = (trades: readonly WalkedTrade[]): RiskedTrades => ({
  count: trades.length,
  idOf: String,
  direction: Float64Array.from(trades, ({ side }) => (side === 'long' ? 1 : -1)),
  entryTime: Float64Array.from(trades, ({ entryTime }) => entryTime),
  entryPrice: Float64Array.from(trades, ({ entryPrice }) => entryPrice),
  stopLoss: Float64Array.from(trades, ({ stopLoss }) => stopLoss!),
  plNet: new Float64Array(trades.length),
  asset: new Float64Array(trades.length),
});

function observed(trades: RiskedTrades, parts: readonly BarColumns[], horizonMs: number) {
  const walks = newWalks(trades);
  const places = Uint32Array.from({ length: trades.count }, (_, i) => i);
  for (const part of parts) walkMinutes({ trades, places, horizonMs, walks }, walkableMinutes(part));
  return observe(trades, walks, { horizonMs, thresholdR: 1, breakEvenThreshold: 0 }).observations;
}

describeWith(file)('the walk over real candles', () => {
  let bars: BarColumns;
  let candles: Candle[];
  let byTime: Map<number, Candle>;
  beforeAll(async () => {
    ({ bars } = await readCandleFile(file!, { interval: '1m', now: Date.now() }));
    candles = toCandles(bars);
    byTime = new Map(candles.map((candle) => [candle.ts, candle]));
  });

  function check(trades: readonly WalkedTrade[], horizonMs: number, expectIncomplete: boolean) {
    const columns = columnsOf(trades);
    const observations = observed(columns, [bars], horizonMs);
    const counts = { complete: 0, incomplete: 0 };
    for (const [i, { status, bestPrice, observedEndTime, idealR }] of observations.entries()) {
      const defined = definedWalk(trades[i]!, byTime, horizonMs);
      expect([i, status, bestPrice, observedEndTime]).toEqual([
        i,
        defined.status,
        defined.bestPrice,
        defined.observedEndTime,
      ]);
      // Prices are whole cents and every risk is at least one cent, so the error of doubles is below 1e-8.
      expect(Math.abs(idealR - defined.idealR)).toBeLessThanOrEqual(1e-8);
      counts[status] += 1;
    }
    expect(counts.complete).toBeGreaterThan(0);
    expect(counts.incomplete > 0).toBe(expectIncomplete);
    const cuts = [0, 1, 1000, 11_111, 40_000, bars.count];
    const parts = cuts.slice(1).map((to, i) => sliceBars(bars, cuts[i]!, to));
    expect(observed(columns, parts, horizonMs)).toEqual(observations);
  }

  it('agrees with its definition, for trades at any time', () => {
    const trades = someTrades(5_000, candles, candles[0]!.ts, candles.at(-1)!.ts);
    check(trades, 24 * HOUR, true);
  });

  it('agrees with its definition for trades that enter before, in and after the outage', () => {
    const trades = someTrades(3_000, candles, OUTAGE - 30 * HOUR, OUTAGE + 3 * HOUR);
    check(trades, 24 * HOUR, true);
    check(trades.slice(0, 1_000), 90_001, true);
  });

  it('agrees with its definition for windows that end at or after the end of the data', () => {
    const end = candles.at(-1)!.ts + MINUTE;
    check(someTrades(1_000, candles, end - 26 * HOUR, end + HOUR), 24 * HOUR, true);
    check(someTrades(1_000, candles, end - 30 * HOUR, end - 25 * HOUR), 24 * HOUR, false);
  });
});
