import type { Candle } from '../../src/candles/store/bar-columns.js';
import { fromCandles } from './candles.js';
import { CandlesService } from '../../src/candles/candles.service.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import type { IdealRAnalysisDto } from '../../src/stats/ideal-r/ideal-r.dto.js';
import { MarketCandles, type WantedMinutes } from '../../src/stats/ideal-r/market-candles.js';
import type { TestApp } from './app.js';
import { DAY, type Fields, MINUTE, T, aTrade } from './factories.js';
import type { Feed } from '../../src/shared/market/feeds.js';

/** A trade that enters at 1000 with its stop at 990. */
export const stopped = (fields: Fields = {}) => aTrade({ stopLoss: 990, ...fields });

/**
 * Returns quiet bars (low 995, high 1005) from minute `from` to minute `to`, counted from T. `odd` changes or removes
 * some of these bars.
 */
export const quietBars = (
  from: number,
  to: number,
  odd: Readonly<Record<number, Partial<Candle> | null>> = {},
): Candle[] =>
  Array.from({ length: to - from }, (_, i) => from + i).flatMap((minute) =>
    odd[minute] === null
      ? []
      : [
          {
            ts: T + minute * MINUTE,
            open: 1000,
            high: 1005,
            low: 995,
            close: 1000,
            volume: 1,
            ...odd[minute],
          },
        ],
  );

/** Stores bars as covering the time from the first bar to the last. */
export async function storeBars(
  { app }: TestApp,
  symbol: string,
  candles: readonly Candle[],
  feed: Feed = 'venue-spot',
): Promise<void> {
  const store = app.get(CandleStore, { strict: false });
  const { id } = await store.getOrCreateSeries(feed, symbol, '1m');
  const span = { start: candles[0]!.ts, end: candles.at(-1)!.ts + MINUTE };
  await store.writeBars(id, fromCandles(candles), span);
}

/** Methods that an analysis calls if bars are missing. */
export type MinuteSource = Pick<CandlesService, 'missing' | 'load'>;

/** Replaces the source of missing bars. */
export function playSource({ instances }: TestApp, source: MinuteSource): void {
  for (const instance of instances) Object.assign(instance.get(CandlesService, { strict: false }), source);
}

/** Delays every load of missing bars, as a slow venue does, until the returned function is called. */
export function holdLoads(t: TestApp): () => void {
  const candles = t.app.get(CandlesService, { strict: false });
  const [missing, load] = [candles.missing.bind(candles), candles.load.bind(candles)];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  playSource(t, { missing, load: (...wanted) => released.then(() => load(...wanted)) });
  return release;
}

/** Returns an analysis in any state except ready. */
export const blank = (totalTrades: number, eligibleTrades: number) => ({
  analytics: {
    horizonMs: DAY,
    thresholdR: 1,
    totalTrades,
    eligibleTrades,
    measuredTrades: 0,
    incompleteTrades: eligibleTrades,
    invalidRiskTrades: totalTrades - eligibleTrades,
    losingMeasuredTrades: 0,
    averageIdealR: 0,
    maxIdealR: 0,
    couldHaveProfitBreakEvenCount: 0,
    couldHaveProfitBreakEvenRate: 0,
    observations: [],
  },
  markets: [],
});

/** Checks that the counts of an analysis include every trade once. */
export function checkSums({ state, analytics, markets }: IdealRAnalysisDto): void {
  const { observations, ...counts } = analytics;
  expect(counts.totalTrades).toBe(counts.eligibleTrades + counts.invalidRiskTrades);
  expect(counts.eligibleTrades).toBe(counts.measuredTrades + counts.incompleteTrades);
  expect(observations).toHaveLength(state === 'ready' ? counts.eligibleTrades : 0);
  expect(observations.filter(({ status }) => status === 'complete')).toHaveLength(counts.measuredTrades);
  const saved = observations.filter(({ couldHaveProfitBreakEven }) => couldHaveProfitBreakEven);
  expect(saved).toHaveLength(counts.couldHaveProfitBreakEvenCount);
  for (const { requestedBars, loadedBars } of markets) expect(loadedBars).toBeLessThanOrEqual(requestedBars);
}

/** Lets requests wait for missing candles for this time, ms, instead of the usual seconds. */
export function waitForCandles({ instances }: TestApp, waitMs: number): void {
  for (const instance of instances) {
    const candles = instance.get(MarketCandles);
    const load = MarketCandles.prototype.load.bind(candles);
    Object.assign(candles, {
      load: (id: string, markets: readonly WantedMinutes[]) => load(id, markets, waitMs),
    });
  }
}
