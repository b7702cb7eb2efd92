import { MINUTE_MS, floorToInterval } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import { closedIn } from '../../../stats/ideal-r/closed-minutes.js';
import { excursionWindow } from '../excursions/excursion-window.js';
import type { OhlcPrices, WalkableOhlc } from '../minutes/ohlc-minutes.js';
import { barsBefore, ownBars } from '../minutes/own-bars.js';
import { inTicks } from '../minutes/price-ticks.js';
import { type PositionOf, forRunsWithin } from '../minutes/runs-within.js';
import { NOTHING_CERTAIN, type StampResolution } from '../minutes/stamp-resolution.js';
import { atLevel, beyondLevel, firstTouch } from './first-touch.js';
import { type JudgedTrades, type Level, levelPrice, sideOfLevel } from './judged-trades.js';

/**
 * Open times of two bars before the exit: of the first bar that may touch a level, and of the first bar that certainly
 * touches the level. NaN if there is no such bar.
 */
export interface LevelTouches {
  readonly possible: Float64Array;
  readonly certain: Float64Array;
}

/** The first bar of a range that touches the stop of each trade, by index of the trade. */
export interface StopBars {
  /** Open time and open of the bar; NaN if no bar has touched the stop yet. */
  readonly ts: Float64Array;
  readonly open: Float64Array;
  /** Number of bars and closed minutes of the range that come before this bar and were seen. */
  readonly seen: Float64Array;
}

/** The bars seen so far, by index of the trade. */
export interface LevelWalks {
  readonly stop: LevelTouches;
  readonly target: LevelTouches;
  /** Number of minutes seen so far that may lie within the trade: bars, and minutes in which the market was closed. */
  readonly seen: Float64Array;
  /**
   * The bars in which an exit at the stop may lie. `stopBefore` is for an exit whose time is the close of its bar, and
   * `stopOwn` for any other exit.
   */
  readonly stopBefore: StopBars;
  readonly stopOwn: StopBars;
}

/** Returns the state before the first bar. */
export function newLevelWalks({ count }: Pick<JudgedTrades, 'count'>): LevelWalks {
  const none = () => new Float64Array(count).fill(NaN);
  const touches = () => ({ possible: none(), certain: none() });
  const stopBars = () => ({ ts: none(), open: none(), seen: new Float64Array(count) });
  return {
    stop: touches(),
    target: touches(),
    seen: new Float64Array(count),
    stopBefore: stopBars(),
    stopOwn: stopBars(),
  };
}

/** The trades of one market, with their indexes among all trades. */
export interface LevelWalkers {
  readonly trades: JudgedTrades;
  readonly places: Uint32Array;
  /** Null if the times do not fit the candles. In this case no level is judged. */
  readonly resolution: StampResolution | null;
  /** Number of decimals of the prices of the market. */
  readonly decimals: number;
  readonly walks: LevelWalks;
}

/** Adds bars of a market. Call this function with each bar once, in order of time, in any number of parts. */
export function walkLevels(walkers: LevelWalkers, minutes: WalkableOhlc): void {
  const { trades, places, resolution, walks } = walkers;
  for (const trade of places) {
    const [entryTime, exitTime] = [trades.entryTime[trade]!, trades.exitTime[trade]!];
    const { possible } = excursionWindow(entryTime, exitTime, resolution ?? NOTHING_CERTAIN);
    walks.seen[trade]! += closedIn(minutes.closed, possible);
    forRunsWithin(minutes, possible, (positionOf) => {
      walks.seen[trade]! += positionOf(possible.end) - positionOf(possible.start);
    });
    if (resolution === null) continue;
    addTouches(walkers, minutes, trade, 'stop', resolution);
    addTouches(walkers, minutes, trade, 'target', resolution);
    if (!isAtLevel(walkers, trade, 'stop')) continue;
    addStopBars(walkers, minutes, trade, walks.stopBefore, stopRangeBefore(trades, trade, resolution));
    addStopBars(walkers, minutes, trade, walks.stopOwn, ownBars(exitTime, resolution.exitMs));
  }
}

/** Returns whether the exit is at or beyond a level. */
export function isAtLevel(
  { trades, decimals }: Pick<LevelWalkers, 'trades' | 'decimals'>,
  trade: number,
  level: Level,
): boolean {
  const price = levelPrice(trades, trade, level);
  if (Number.isNaN(price)) return false;
  const side = sideOfLevel(trades, trade, level);
  return side * (inTicks(trades.exitPrice[trade]!, decimals) - inTicks(price, decimals)) >= 0;
}

/** Returns the bars of an exit at the stop whose time is the close of its bar, beginning with the bar of the entry. */
export function stopRangeBefore(
  { entryTime, exitTime }: Pick<JudgedTrades, 'entryTime' | 'exitTime'>,
  trade: number,
  { exitMs }: StampResolution,
): Span {
  const { start, end } = barsBefore(exitTime[trade]!, exitMs);
  return { start: Math.max(start, floorToInterval(entryTime[trade]!, '1m')), end };
}

/**
 * Returns two spans of bars before the exit: the bars that may touch a level, and the bars whose touch would be
 * certain. If the exit is at the level, the bars in which the exit may lie do not count.
 */
function touchSpans(
  walkers: LevelWalkers,
  trade: number,
  level: Level,
  resolution: StampResolution,
): { readonly possible: Span; readonly certain: Span } {
  const exitTime = walkers.trades.exitTime[trade]!;
  const { exitMs } = resolution;
  const { possible, certain } = excursionWindow(walkers.trades.entryTime[trade]!, exitTime, resolution);
  const isOnMinute = exitTime % MINUTE_MS === 0;
  const lastClose = isOnMinute ? exitTime - Math.max(exitMs, MINUTE_MS) : floorToInterval(exitTime, '1m');
  const until = isAtLevel(walkers, trade, level) ? lastClose : Infinity;
  return {
    possible: { start: possible.start, end: Math.min(possible.end, until) },
    certain: { start: certain.start, end: Math.min(floorToInterval(exitTime - exitMs, '1m'), until) },
  };
}

function addTouches(
  walkers: LevelWalkers,
  minutes: WalkableOhlc,
  trade: number,
  level: Level,
  resolution: StampResolution,
): void {
  const { trades, walks } = walkers;
  const price = levelPrice(trades, trade, level);
  const touches = walks[level];
  if (Number.isNaN(price) || !Number.isNaN(touches.certain[trade]!)) return;
  const side = sideOfLevel(trades, trade, level);
  const { possible, certain } = touchSpans(walkers, trade, level, resolution);
  const latestEntry = trades.entryTime[trade]! + resolution.entryMs;
  // A limit order need not be filled if price only touches it.
  const certainPrice = level === 'stop' ? atLevel(price, side) : beyondLevel(price, side);
  forRunsWithin(minutes, possible, (positionOf, tsAt) => {
    if (!Number.isNaN(touches.certain[trade]!)) return;
    const end = positionOf(possible.end);
    const first = firstTouch(minutes.prices, positionOf(possible.start), end, atLevel(price, side), side);
    if (first === end) return;
    if (Number.isNaN(touches.possible[trade]!)) touches.possible[trade] = tsAt(first);
    const search = { certain, latestEntry, first, price: certainPrice, side };
    const at = firstCertain(minutes.prices, positionOf, search);
    if (at !== null) touches.certain[trade] = tsAt(at);
  });
}

interface CertainSearch {
  readonly certain: Span;
  readonly latestEntry: number;
  /** Position of the first bar that may touch. */
  readonly first: number;
  readonly price: number;
  readonly side: 1 | -1;
}

/**
 * Returns the position of the first bar of an unbroken sequence that certainly touches a price; null if no bar does. If
 * a bar contains the latest possible entry, only its close is certain.
 */
function firstCertain(
  prices: OhlcPrices,
  positionOf: PositionOf,
  { certain, latestEntry, first, price, side }: CertainSearch,
): number | null {
  const [from, to] = [positionOf(certain.start), positionOf(certain.end)];
  const entryBar = positionOf(certain.start - MINUTE_MS);
  const hasEntryBar = certain.start > latestEntry && certain.start <= certain.end && entryBar < from;
  if (hasEntryBar && side * (prices.close[entryBar]! - price) >= 0) return entryBar;
  const at = firstTouch(prices, Math.max(from, first), to, price, side);
  return at < to ? at : null;
}

/** Adds the bars of a range until a bar touches the stop. */
function addStopBars(
  { trades }: LevelWalkers,
  minutes: WalkableOhlc,
  trade: number,
  bars: StopBars,
  range: Span,
): void {
  if (!Number.isNaN(bars.ts[trade]!)) return;
  const side = sideOfLevel(trades, trade, 'stop');
  const price = atLevel(levelPrice(trades, trade, 'stop'), side);
  forRunsWithin(minutes, range, (positionOf, tsAt) => {
    if (!Number.isNaN(bars.ts[trade]!)) return;
    const [from, to] = [positionOf(range.start), positionOf(range.end)];
    const at = firstTouch(minutes.prices, from, to, price, side);
    bars.seen[trade]! += at - from;
    if (at === to) return;
    bars.ts[trade] = tsAt(at);
    bars.open[trade] = minutes.prices.open[at]!;
  });
  const end = Number.isNaN(bars.ts[trade]!) ? range.end : bars.ts[trade]!;
  bars.seen[trade]! += closedIn(minutes.closed, { start: range.start, end });
}
