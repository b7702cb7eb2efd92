import { readOhlcMinutes } from '../../../candles/store/read-minutes.js';
import { MINUTES_PER_CHUNK, chunksOf } from '../../../stats/ideal-r/windows.js';
import type { Done } from '../../../platform/worker/serve-jobs.js';
import { MarkedEquityWalk } from '../equity/equity.js';
import { type MarketBars, followEquity } from '../equity/follow-equity.js';
import { unmarkedEquity } from '../equity/unmarked-equity.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import { readResolution } from './candle-context.js';
import type { EquityTaskSettings, MarketMinutes } from './candle-tasks.js';
import { jsonDone } from './json-done.js';
import type { SlicedDetails } from './sliced-details.js';
import type { CandleReads } from './stored-minutes.js';

/** Computes the equity with open trades at market prices. */
export async function doEquity(
  reads: CandleReads,
  { details: { trades }, whole, slice }: SlicedDetails,
  settings: EquityTaskSettings,
): Promise<Done> {
  const { interval, outcome } = settings;
  const resolution = await readResolution(reads, whole.trades, settings);
  const walk = new MarkedEquityWalk(trades, settings, resolution);
  const minutes = await followEquity(walk, trades, resolution, storedMarkets(reads, settings.minutes));
  if (minutes.loaded === 0 && minutes.requested > 0) {
    const unavailable = { state: 'unavailable', reason: 'candles-unavailable' } as const;
    return jsonDone({ slice, ...unavailable, ...unmarkedEquity(interval), minutes }, trades.count);
  }
  return jsonDone({ slice, ...outcome, resolution, interval, ...walk.result(), minutes }, trades.count);
}

/** Returns functions that read the stored bars of the markets of a session. */
export function storedMarkets({ pool, signal }: CandleReads, markets: readonly MarketMinutes[]): MarketBars {
  const marketOf = (asset: number) => markets.find((market) => market.asset === asset);
  return {
    coveredOf: (asset) => marketOf(asset)?.spans ?? [],
    read: async (asset, spans) => {
      const market = marketOf(asset);
      if (!market) return NO_BARS;
      const parts: OhlcMinutes[] = [];
      for (const chunk of chunksOf(spans, MINUTES_PER_CHUNK))
        parts.push(await readOhlcMinutes(pool, market.seriesId, chunk, signal));
      return parts.length === 1 ? parts[0]! : joined(parts);
    },
  };
}

const NO_BARS = joined([]);

/** Joins bars in order of time. */
function joined(parts: readonly OhlcMinutes[]): OhlcMinutes {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const column = (name: 'ts' | 'open' | 'high' | 'low' | 'close') => {
    const values = new Float64Array(count);
    let at = 0;
    for (const part of parts) {
      values.set(part[name].subarray(0, part.count), at);
      at += part.count;
    }
    return values;
  };
  return {
    count,
    ts: column('ts'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
  };
}
