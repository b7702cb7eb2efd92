import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { closedIn } from '../../../stats/ideal-r/closed-minutes.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { WalkableOhlc } from '../minutes/ohlc-minutes.js';
import { type PositionOf, forRunsWithin } from '../minutes/runs-within.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { type ExcursionWindow, excursionWindow } from './excursion-window.js';
import { highestHigh, lowestLow } from './extremes.js';

/** Extremes of the bars seen so far, by index of the trade. Prices are market prices for both sides of trades. */
export interface ExcursionWalks {
  /** Number of minutes seen so far that may lie within the trade: bars, and minutes in which the market was closed. */
  readonly seen: Float64Array;
  /** Extremes of the prices that certainly lie within the trade; Infinity and −Infinity if no price has been seen. */
  readonly certainLow: Float64Array;
  readonly certainHigh: Float64Array;
  /** Extremes of all bars seen so far that may lie within the trade. */
  readonly possibleLow: Float64Array;
  readonly possibleHigh: Float64Array;
}

type WalkedTrades = Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime'>;

/** Returns the state before the first bar. */
export const newExcursionWalks = ({ count }: Pick<WalkedTrades, 'count'>): ExcursionWalks => ({
  seen: new Float64Array(count),
  certainLow: new Float64Array(count).fill(Infinity),
  certainHigh: new Float64Array(count).fill(-Infinity),
  possibleLow: new Float64Array(count).fill(Infinity),
  possibleHigh: new Float64Array(count).fill(-Infinity),
});

/** The trades of one market, with their indexes among all trades. */
export interface ExcursionWalkers {
  readonly trades: WalkedTrades;
  readonly places: Uint32Array;
  readonly resolution: StampResolution;
  readonly walks: ExcursionWalks;
}

/**
 * Adds these bars to the excursions of the trades. Call this function with all bars of a market, each bar once, in any
 * number of parts. Bars before and after a missing bar count, because the missing bar does not change whether their
 * prices are certain or possible.
 */
export function walkExcursions(walkers: ExcursionWalkers, minutes: WalkableOhlc): void {
  const { trades, places, resolution, walks } = walkers;
  for (const trade of places) {
    const window = excursionWindow(trades.entryTime[trade]!, trades.exitTime[trade]!, resolution);
    walks.seen[trade]! += closedIn(minutes.closed, window.possible);
    forRunsWithin(minutes, window.possible, (positionOf) =>
      addBars(walkers, trade, minutes, window, positionOf),
    );
  }
}

/** Adds a sequence of bars without a missing minute. */
function addBars(
  { walks, trades, resolution }: ExcursionWalkers,
  trade: number,
  { prices }: WalkableOhlc,
  { possible, certain }: ExcursionWindow,
  positionOf: PositionOf,
): void {
  const [from, to] = [positionOf(possible.start), positionOf(possible.end)];
  walks.seen[trade]! += to - from;
  const addCertain = (low: number, high: number) => {
    addLow(walks.certainLow, trade, low);
    addHigh(walks.certainHigh, trade, high);
  };
  const addPossible = (low: number, high: number) => {
    addLow(walks.possibleLow, trade, low);
    addHigh(walks.possibleHigh, trade, high);
  };
  // The certain bars are among the possible bars, so reading the possible bars once is enough.
  const first = positionOf(certain.start);
  const last = positionOf(certain.end);
  if (first < last) {
    const [low, high] = [lowestLow(prices, first, last), highestHigh(prices, first, last)];
    addCertain(low, high);
    addPossible(low, high);
    addPossible(lowestLow(prices, from, first), highestHigh(prices, from, first));
    addPossible(lowestLow(prices, last, to), highestHigh(prices, last, to));
  } else {
    addPossible(lowestLow(prices, from, to), highestHigh(prices, from, to));
  }

  // If a bar lies only partly within the trade, its open or its close is certain if the trade was open at the time of
  // that price.
  const latestEntry = trades.entryTime[trade]! + resolution.entryMs;
  const exitTime = trades.exitTime[trade]!;
  const entryBar = positionOf(certain.start - MINUTE_MS);
  if (certain.start > latestEntry && certain.start <= exitTime && entryBar < first) {
    addCertain(prices.close[entryBar]!, prices.close[entryBar]!);
  }
  const afterExitBar = positionOf(certain.end + MINUTE_MS);
  if (certain.end < exitTime && certain.end >= latestEntry && last < afterExitBar) {
    addCertain(prices.open[last]!, prices.open[last]!);
  }
}

function addLow(column: Float64Array, trade: number, price: number): void {
  if (price < column[trade]!) column[trade] = price;
}

function addHigh(column: Float64Array, trade: number, price: number): void {
  if (price > column[trade]!) column[trade] = price;
}
