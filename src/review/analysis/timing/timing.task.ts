import { readOhlcMinutes } from '../../../candles/store/read-minutes.js';
import { MINUTE_MS, ceilToInterval } from '../../../shared/market/intervals.js';
import { intersectSpans, mergeSpans } from '../../../shared/market/spans.js';
import { MINUTES_PER_CHUNK, chunksOf, minutesIn } from '../../../stats/ideal-r/windows.js';
import { MarkedEquityWalk } from '../equity/equity.js';
import { followEquity, isTooLongToFollow } from '../equity/follow-equity.js';
import { markedReturns } from '../equity/marked-returns.js';
import { decimalsByAsset } from '../fills/fill-bars.js';
import { localDays } from '../local-time/local-days.js';
import { ownBars } from '../minutes/own-bars.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { gridMinutes, lateExits } from './grid-end.js';
import { buyAndHold, marketComparison, returnsOverDays } from './market-comparison.js';
import { GridBuilder, type MarketGrid } from './market-grid.js';
import type { OpenAt } from './measured-stamps.js';
import { type MeasuredTrades, type TimedTrades, measureTrades } from './timed-trades.js';
import { TIMING_DEFINITIONS } from './timing-definitions.js';
import { MAX_TIMING_MINUTES, type TimingMethod, defaultPaths } from './timing-limits.js';
import { hasTooLongGrids, timingSpan } from './timing-span.js';
import { timingResults } from './timing.js';
import { unmeasuredTiming } from './unmeasured-timing.js';
import { readFillBars, readResolution } from '../candle-reads/candle-context.js';
import type { CandleTaskSettings } from '../tasks/candle-settings.js';
import { storedMarkets } from '../equity/stored-markets.js';
import { type CandleContext, type CandleReads, candleTask } from '../tasks/candle-task.js';

export interface TimingSettings {
  readonly method: TimingMethod;
  /** Number of paths; null for the default. */
  readonly paths: number | null;
  readonly seed: number;
  /** Time for which a bracket is followed, ms; 0 for shifts, which use no bars after the exits. */
  readonly horizonMs: number;
  readonly initialBalance: number;
  /** The market of each asset, by position of the asset. */
  readonly markets: readonly { readonly symbol: string; readonly feed: string }[];
  /** True if a market of the session closes at times. Only buy and hold is then computed. */
  readonly closesAtTimes: boolean;
}

type Settings = TimingSettings & CandleTaskSettings;

export const timingTask = candleTask({
  name: 'timing',
  version: 4,
  definitions: TIMING_DEFINITIONS,
  columns: ['target', 'spreadPaid', 'slippagePaid'],
  compute: timing,
});

/**
 * Compares the entries of the trades with random entries. The resolution, the ticks and the grid are computed from all
 * trades of the session.
 */
async function timing(
  trades: TimedTrades,
  settings: Settings,
  { reads, whole }: CandleContext,
): Promise<object> {
  const { method, seed, horizonMs } = settings;
  const blank = unmeasuredTiming(method, seed, trades.count);
  const unavailable = (reason: string) => ({ ...blank, state: 'unavailable', reason });
  const assets = new Set(trades.asset.subarray(0, trades.count));
  // The session had few enough minutes when its candles were loaded, but trades may have been added since. The grids of a
  // trade until the year 9999 would take 70 GB.
  if (hasTooLongGrids(whole, assets.size, MAX_TIMING_MINUTES[method])) return unavailable('too-many-minutes');
  const resolution = await readResolution(reads, whole, settings);
  if (resolution === null) return unavailable('timestamps-not-aligned');
  const decimals = decimalsByAsset(whole, await readFillBars(reads, whole, settings, resolution));
  const span = timingSpan(whole, resolution, horizonMs);
  const own = ofMarkets(settings, assets);
  const grids = await readGrids(reads, own, span.start, (span.end - span.start) / MINUTE_MS);
  const minutesOfAll =
    trades === whole
      ? null
      : gridMinutes(
          whole,
          span.start,
          resolution,
          await readLateOpens(reads, whole, settings, { resolution, start: span.start }),
          decimals,
        );
  const measured = measureTrades(trades, span.start, resolution, grids, decimals, method, {
    minutesOfAll,
    knownIn: knownMinutesIn(own, span.start),
  });
  const { counts, markets, minutes } = measured;
  if (minutes * markets.length > MAX_TIMING_MINUTES[method]) return unavailable('too-many-minutes');
  const shown = {
    ...blank,
    resolution,
    range: { from: span.start, to: span.start + minutes * MINUTE_MS, minutes },
    trades: counts,
    markets: markets.map(({ asset, ...market }) => ({ ...settings.markets[asset]!, ...market })),
  };
  const counted = markets.filter((market) => market.counted).map(({ asset }) => grids.get(asset)!);
  if (counted.length === 0) return { ...shown, state: 'unavailable', reason: 'candles-unavailable' };
  const held = buyAndHold(counted, minutes, settings.initialBalance);
  if (settings.closesAtTimes)
    return { ...shown, state: 'unavailable', reason: 'closed-market', buyAndHold: held };
  if (counts.measured === 0)
    return {
      ...shown,
      state: 'unavailable',
      reason: method === 'bracket' ? 'no-valid-stops' : 'no-measured-trades',
    };
  const paths = settings.paths ?? defaultPaths(method, trades.count);
  const horizonMinutes = ceilToInterval(horizonMs, '1m') / MINUTE_MS;
  return {
    ...shown,
    ...settings.outcome,
    paths,
    ...timingResults(trades, measured, grids, { method, paths, seed, horizonMinutes }),
    buyAndHold: held,
    market: await comparison(reads, trades, own, {
      resolution,
      measured,
      counted,
      start: span.start,
      lastExit: whole.exitTime[whole.count - 1]!,
    }),
  };
}

/**
 * Returns a function that returns how many of the first minutes of a grid are known, for a market that closes at times;
 * null for any other market.
 */
const knownMinutesIn =
  ({ minutes: markets }: Settings, start: number) =>
  (asset: number, minutes: number): number | null => {
    const market = markets.find((one) => one.asset === asset);
    if (!market?.closesAtTimes) return null;
    return minutesIn(intersectSpans(market.spans, [{ start, end: start + minutes * MINUTE_MS }]));
  };

/** Returns the settings, reduced to the markets of these assets. */
const ofMarkets = (settings: Settings, assets: ReadonlySet<number>): Settings => ({
  ...settings,
  minutes: settings.minutes.filter((market) => assets.has(market.asset)),
});

/** Reads the opens at exits that may be measured after the last exit of the session. */
async function readLateOpens(
  { pool, signal }: CandleReads,
  whole: TimedTrades,
  { minutes }: Settings,
  { resolution, start }: { readonly resolution: StampResolution; readonly start: number },
): Promise<(asset: number) => OpenAt> {
  const opens = new Map<number, Map<number, number>>();
  const late = lateExits(whole, resolution);
  for (const { asset, seriesId, spans } of minutes) {
    const own = Array.from(late)
      .filter((trade) => whole.asset[trade] === asset)
      .map((trade) => ownBars(whole.exitTime[trade]!, 0));
    const found = new Map<number, number>();
    for (const chunk of chunksOf(intersectSpans(spans, mergeSpans(own)), MINUTES_PER_CHUNK)) {
      const { ts, open, count } = await readOhlcMinutes(pool, seriesId, chunk, signal);
      for (let at = 0; at < count; at += 1) found.set((ts[at]! - start) / MINUTE_MS, open[at]!);
    }
    opens.set(asset, found);
  }
  return (asset) => (minute) => opens.get(asset)?.get(minute);
}

/** Reads the bars of each market as a grid of minutes. */
async function readGrids(
  { pool, signal }: CandleReads,
  { minutes: markets, method }: Settings,
  start: number,
  minutes: number,
): Promise<Map<number, MarketGrid>> {
  const grids = new Map<number, MarketGrid>();
  for (const { asset, seriesId, spans } of markets) {
    const builder = new GridBuilder(start, minutes, method === 'bracket');
    for (const chunk of chunksOf(spans, MINUTES_PER_CHUNK))
      builder.add(await readOhlcMinutes(pool, seriesId, chunk, signal));
    grids.set(asset, builder.build());
  }
  return grids;
}

interface Compared {
  readonly resolution: StampResolution;
  readonly measured: MeasuredTrades;
  readonly counted: readonly MarketGrid[];
  readonly start: number;
  /** Time of the last exit of the session. */
  readonly lastExit: number;
}

/**
 * Compares the daily returns of the account with the daily returns of its markets. The returns of the account include
 * open trades at market prices.
 */
async function comparison(
  reads: CandleReads,
  trades: TimedTrades,
  settings: Settings,
  { resolution, measured, counted, start, lastExit }: Compared,
) {
  const { timezone, initialBalance, minutes } = settings;
  const walk = new MarkedEquityWalk(
    trades,
    { timezone, initialBalance, interval: '1d', riskFreeRate: 0 },
    resolution,
  );
  const calendar = localDays(timezone);
  const isTooLong = isTooLongToFollow(trades, resolution);
  if (!isTooLong) await followEquity(walk, trades, resolution, storedMarkets(reads, minutes));
  const returns = isTooLong ? null : markedReturns(walk.markedDays());
  const first = calendar.dayOf(start);
  const days = calendar.dayOf(lastExit) - first + 1;
  const account =
    returns && returnsOverDays(returns.values, calendar.dayOf(walk.timeline.start) - first, days);
  return marketComparison(account, days, counted, { start, minutes: measured.minutes, calendar });
}
