import type { TargetedTrades } from '../fills/judged-trades.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { gridMinutes } from './grid-end.js';
import { type MarketGrid, barsIn, hasEnoughBars, opensOf } from './market-grid.js';
import { measuredMinute } from './measured-stamps.js';
import type { TimingMethod } from './timing-limits.js';

/** Closed trades with their targets and all their costs. */
export interface TimedTrades extends TargetedTrades {
  readonly spreadPaid: Float64Array;
  readonly slippagePaid: Float64Array;
}

/** Numbers of trades: total = measured + tooShort + noCandles + invalidRisk. */
export interface TimedCounts {
  readonly total: number;
  readonly measured: number;
  readonly tooShort: number;
  readonly noCandles: number;
  readonly invalidRisk: number;
}

export interface GridFacts {
  /** Number of minutes of the grid of all trades; null unless the given trades are a slice. */
  readonly minutesOfAll?: number | null;
  /**
   * Returns how many of the first minutes of the grid are known, for a market that closes at times; null for any other
   * market.
   */
  readonly knownIn?: (asset: number, minutes: number) => number | null;
}

/** A market of the session, and how many minutes of the grid have a bar of this market. */
export interface TimedMarket {
  readonly asset: number;
  readonly requestedBars: number;
  readonly loadedBars: number;
  readonly counted: boolean;
}

/** The measured trades of a session, in trade order. */
export interface MeasuredTrades {
  readonly counts: TimedCounts;
  /** Number of minutes from the first entry to the last exit, both included. */
  readonly minutes: number;
  readonly markets: readonly TimedMarket[];
  /** Indexes of the measured trades among all trades. */
  readonly places: Uint32Array;
  /** Minute of the entry, and number of minutes until the exit. */
  readonly entry: Int32Array;
  readonly held: Int32Array;
}

/**
 * Measures the entries and exits of trades at the opens of bars.
 * @param gridOf the grid of each asset, which may be longer than the range of the trades
 */
export function measureTrades(
  trades: TimedTrades,
  start: number,
  { entryMs, exitMs }: StampResolution,
  gridOf: ReadonlyMap<number, MarketGrid>,
  decimals: ReadonlyMap<number, number>,
  method: TimingMethod,
  { minutesOfAll = null, knownIn = () => null }: GridFacts = {},
): MeasuredTrades {
  const { count } = trades;
  const openOf = (asset: number) => opensOf(gridOf.get(asset));
  const [entry, exit] = [new Int32Array(count), new Int32Array(count)];
  for (let trade = 0; trade < count; trade += 1) {
    const asset = trades.asset[trade]!;
    const minuteOf = (time: number, price: number, lengthMs: number) =>
      measuredMinute({ time, price, lengthMs }, start, openOf(asset), decimals.get(asset) ?? 0);
    entry[trade] = minuteOf(trades.entryTime[trade]!, trades.entryPrice[trade]!, entryMs);
    exit[trade] = minuteOf(trades.exitTime[trade]!, trades.exitPrice[trade]!, exitMs);
  }
  const minutes = minutesOfAll ?? gridMinutes(trades, start, { entryMs, exitMs }, openOf, decimals);
  const markets = marketsOf(trades, gridOf, minutes, knownIn);
  const counted = new Set(markets.filter((market) => market.counted).map(({ asset }) => asset));
  const left = { tooShort: 0, noCandles: 0, invalidRisk: 0 };
  const places: number[] = [];
  for (let trade = 0; trade < count; trade += 1) {
    if (!counted.has(trades.asset[trade]!)) left.noCandles += 1;
    else if (method === 'bracket' && Number.isNaN(trades.stopLoss[trade]!)) left.invalidRisk += 1;
    else if (method === 'shift' && exit[trade]! <= entry[trade]!) left.tooShort += 1;
    else places.push(trade);
  }
  return {
    counts: { total: count, measured: places.length, ...left },
    minutes,
    markets,
    places: Uint32Array.from(places),
    entry: Int32Array.from(places, (trade) => entry[trade]!),
    held: Int32Array.from(places, (trade) => exit[trade]! - entry[trade]!),
  };
}

const marketsOf = (
  { count, asset }: Pick<TimedTrades, 'count' | 'asset'>,
  gridOf: ReadonlyMap<number, MarketGrid>,
  minutes: number,
  knownIn: NonNullable<GridFacts['knownIn']>,
): TimedMarket[] =>
  [...new Set(asset.subarray(0, count))]
    .toSorted((a, b) => a - b)
    .map((position) => {
      const grid = gridOf.get(position);
      const loadedBars = grid ? barsIn(grid, minutes) : 0;
      const known = knownIn(position, minutes);
      const requestedBars = known === null ? minutes : minutes - known + loadedBars;
      const counted = loadedBars > 0 && hasEnoughBars(loadedBars, requestedBars);
      return { asset: position, requestedBars, loadedBars, counted };
    });
