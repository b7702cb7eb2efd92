import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';
import { type EquitySettings, MarkedEquityWalk } from '../../src/review/analysis/equity/equity.js';
import {
  type FollowedMinutes,
  type MarketBars,
  followEquity,
} from '../../src/review/analysis/equity/follow-equity.js';
import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import type { StampResolution } from '../../src/review/analysis/minutes/stamp-resolution.js';
import { firstPlace } from '../../src/shared/market/first-place.js';
import type { Span } from '../../src/shared/market/spans.js';

const MINUTE = 60_000;

/** The bars of a market, and the spans in which every minute is known to have a bar or to have none. */
export interface KnownBars {
  readonly bars: OhlcMinutes;
  readonly covered: readonly Span[];
}

/** Returns bars without a gap, together with their span as known. */
export const fullyKnown = (bars: OhlcMinutes): KnownBars => ({
  bars,
  covered: bars.count === 0 ? [] : [{ start: bars.ts[0]!, end: bars.ts[bars.count - 1]! + MINUTE }],
});

/** Follows the equity of trades over the bars of each asset. */
export async function walkedEquity(
  trades: AnalysedTrades,
  settings: EquitySettings,
  resolution: StampResolution | null,
  barsOf: readonly (KnownBars | undefined)[],
  partMinutes?: number,
): Promise<{ readonly walk: MarkedEquityWalk; readonly minutes: FollowedMinutes }> {
  const walk = new MarkedEquityWalk(trades, settings, resolution);
  const minutes = await followEquity(walk, trades, resolution, knownMarkets(barsOf), partMinutes);
  return { walk, minutes };
}

/** Lets the analysis read bars in memory as if they were the bars of markets. */
export const knownMarkets = (barsOf: readonly (KnownBars | undefined)[]): MarketBars => ({
  coveredOf: (asset) => barsOf[asset]?.covered ?? [],
  read: (asset, spans) => Promise.resolve(barsIn(barsOf[asset]!.bars, spans)),
});

function barsIn(bars: OhlcMinutes, spans: readonly Span[]): OhlcMinutes {
  const placeOf = (time: number) => firstPlace(bars.count, (place) => bars.ts[place]! >= time);
  const ranges = spans.map(({ start, end }) => [placeOf(start), placeOf(end)] as const);
  const count = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const cut = (column: Float64Array) => {
    const values = new Float64Array(count);
    let at = 0;
    for (const [from, to] of ranges) {
      values.set(column.subarray(from, to), at);
      at += to - from;
    }
    return values;
  };
  return {
    count,
    ts: cut(bars.ts),
    open: cut(bars.open),
    high: cut(bars.high),
    low: cut(bars.low),
    close: cut(bars.close),
  };
}
