import { readClosesBefore, readOhlcMinutes } from '../../../candles/store/read-minutes.js';
import { LONGEST_CLOSE_MS } from '../../../shared/market/calendars.js';
import { MINUTES_PER_CHUNK, chunksOf } from '../../../stats/ideal-r/windows.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import type { MarketMinutes } from '../tasks/candle-settings.js';
import type { CandleReads } from '../tasks/candle-task.js';
import type { MarketBars } from './follow-equity.js';

/** Maximum number of times in a statement. */
const STARTS_PER_READ = 2_000;

/** Returns functions that read the stored bars of the markets of a session. */
export function storedMarkets({ pool, signal }: CandleReads, markets: readonly MarketMinutes[]): MarketBars {
  const marketOf = (asset: number) => markets.find((market) => market.asset === asset);
  return {
    coveredOf: (asset) => marketOf(asset)?.spans ?? [],
    closesBefore: async (asset, spans) => {
      const market = marketOf(asset);
      if (!market?.closesAtTimes) return null;
      const closes = new Map<number, number>();
      const starts = spans.map(({ start }) => start);
      for (let at = 0; at < starts.length; at += STARTS_PER_READ) {
        const part = starts.slice(at, at + STARTS_PER_READ);
        // If a known minute has a bar within this time before it, the minutes between them are known.
        const found = await readClosesBefore(pool, market.seriesId, part, LONGEST_CLOSE_MS, signal);
        for (const [i, start] of part.entries()) closes.set(start, found[i]!);
      }
      return closes;
    },
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
