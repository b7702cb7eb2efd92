import { firstPlace } from '../../../shared/market/first-place.js';
import type { Span } from '../../../shared/market/spans.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { type ClosedMinutes, NEVER_CLOSED, closedIn } from '../../../stats/ideal-r/closed-minutes.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import { barsBefore, ownBars } from '../minutes/own-bars.js';
import { MostDecimals } from '../minutes/price-ticks.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { type FillNumber, fillsOf, sideOfFill, tradeOfFill } from './fill-number.js';

/** 1m bars with their opens and volumes. */
export interface VolumeMinutes extends OhlcMinutes {
  readonly volume: Float64Array;
}

/** Extremes and sums over the bars of each fill that were seen so far, by number of the fill. */
export interface BarsOfFills {
  readonly seen: Float64Array;
  /** Number of minutes in which the market was closed. */
  readonly closed: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The bars of the fills of a session. */
export interface FillBars {
  /** Own bars: the bars that contain a fill if the time of the fill is exact or is the open of its bar. */
  readonly own: BarsOfFills & { readonly volume: Float64Array };
  /** Bars in which a fill lies if the time of the fill is the close of its bar. */
  readonly before: BarsOfFills;
  /** Own bars of each asset, by position of the asset. Assets without own bars are left out. */
  readonly assets: Map<number, AssetBars>;
}

/** The own bars of an asset. */
export interface AssetBars {
  readonly decimals: MostDecimals;
  hasVolume: boolean;
}

export type FilledTrades = Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'entryPrice' | 'exitPrice' | 'asset'
>;

/** Returns the state before the first bar. */
export function newFillBars({ count }: Pick<FilledTrades, 'count'>): FillBars {
  const bars = () => ({
    seen: new Float64Array(2 * count),
    closed: new Float64Array(2 * count),
    low: new Float64Array(2 * count).fill(Infinity),
    high: new Float64Array(2 * count).fill(-Infinity),
  });
  return { own: { ...bars(), volume: new Float64Array(2 * count) }, before: bars(), assets: new Map() };
}

export interface FillSpans {
  readonly own: Span;
  readonly before: Span;
}

/** Returns the spans of the 1m bars in which a fill may lie: the own bars and the bars before, as in `FillBars`. */
export function spansOfFill(
  { entryTime, exitTime }: Pick<FilledTrades, 'entryTime' | 'exitTime'>,
  fill: FillNumber,
  { entryMs, exitMs }: StampResolution,
): FillSpans {
  const trade = tradeOfFill(fill);
  const [time, lengthMs] =
    sideOfFill(fill) === 'entry' ? [entryTime[trade]!, entryMs] : [exitTime[trade]!, exitMs];
  return { own: ownBars(time, lengthMs), before: barsBefore(time, lengthMs) };
}

/** Returns the number of minutes of a span. */
export const minuteCount = ({ start, end }: Span): number => Math.max(0, (end - start) / MINUTE_MS);

/** The trades of one market, with their indexes among all trades. */
export interface FillWalkers {
  readonly trades: FilledTrades;
  readonly asset: number;
  readonly places: Uint32Array;
  readonly resolution: StampResolution;
  readonly bars: FillBars;
}

/** Adds bars of a market to the fills in this market. Call this function with each bar once, in any number of parts. */
export function addFillBars(
  walkers: FillWalkers,
  minutes: VolumeMinutes,
  closed: ClosedMinutes = NEVER_CLOSED,
): void {
  const { trades, places, resolution } = walkers;
  for (const trade of places) {
    for (const fill of fillsOf(trade)) {
      const { own, before } = spansOfFill(trades, fill, resolution);
      walkers.bars.own.closed[fill]! += closedIn(closed, own);
      walkers.bars.before.closed[fill]! += closedIn(closed, before);
      addOwnBars(walkers, fill, minutes, own);
      const [from, to] = positionsIn(minutes, before);
      addBars(walkers.bars.before, fill, minutes, from, to);
    }
  }
}

const positionsIn = (minutes: OhlcMinutes, { start, end }: Span): [from: number, to: number] =>
  start === end ? [0, 0] : [positionAt(minutes, start), positionAt(minutes, end)];

/** Returns the position of the first bar that opens at or after a time. */
function positionAt({ ts, count }: OhlcMinutes, time: number): number {
  // The position if no bar is missing. If the bar at this position fits, no search is needed (bench row `fills`).
  const expected = (time - ts[0]!) / MINUTE_MS;
  if (expected < count && ts[expected] === time) return expected;
  return firstPlace(count, (place) => ts[place]! >= time);
}

function addOwnBars(
  { bars, asset }: FillWalkers,
  fill: FillNumber,
  minutes: VolumeMinutes,
  span: Span,
): void {
  const [from, to] = positionsIn(minutes, span);
  if (from === to) return;
  addBars(bars.own, fill, minutes, from, to);
  const ofAsset = bars.assets.get(asset) ?? { decimals: new MostDecimals(), hasVolume: false };
  bars.assets.set(asset, ofAsset);
  const { open, high, low, close, volume } = minutes;
  const { decimals } = ofAsset;
  for (let at = from; at < to; at += 1) {
    bars.own.volume[fill]! += volume[at]!;
    if (volume[at]! > 0) ofAsset.hasVolume = true;
    decimals.add(open[at]!);
    decimals.add(high[at]!);
    decimals.add(low[at]!);
    decimals.add(close[at]!);
  }
}

function addBars(bars: BarsOfFills, fill: FillNumber, minutes: OhlcMinutes, from: number, to: number): void {
  bars.seen[fill]! += to - from;
  for (let at = from; at < to; at += 1) {
    if (minutes.low[at]! < bars.low[fill]!) bars.low[fill] = minutes.low[at]!;
    if (minutes.high[at]! > bars.high[fill]!) bars.high[fill] = minutes.high[at]!;
  }
}

/**
 * Returns the number of decimals with which the prices of each asset are compared. It is the maximum number of decimals
 * of the prices of the own bars, or of the fills if this maximum is smaller. An asset without own bars uses the
 * decimals of its fills.
 */
export function decimalsByAsset(
  trades: FilledTrades,
  { assets }: Pick<FillBars, 'assets'>,
): Map<number, number> {
  const ofFills = new Map<number, MostDecimals>();
  for (let trade = 0; trade < trades.count; trade += 1) {
    const asset = trades.asset[trade]!;
    const decimals = ofFills.get(asset) ?? new MostDecimals();
    ofFills.set(asset, decimals);
    decimals.add(trades.entryPrice[trade]!);
    decimals.add(trades.exitPrice[trade]!);
  }
  return new Map(
    Array.from(ofFills, ([asset, { most }]) => [
      asset,
      Math.min(most, assets.get(asset)?.decimals.most ?? most),
    ]),
  );
}
