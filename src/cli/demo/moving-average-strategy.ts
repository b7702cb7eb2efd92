import type { Candle } from '../../candles/bar-columns.js';
import { MINUTE_MS } from '../../candles/intervals.js';

/** A closed trade as `POST /sessions/{id}/trades` takes it. */
export interface StrategyTrade {
  readonly clientId: string;
  readonly side: 'long' | 'short';
  readonly qty: number;
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly exitPrice: number;
  readonly exitTime: number;
  readonly stopLoss: number;
  readonly note: string;
}

export interface StrategySettings {
  /** Bars in the fast and in the slow average. */
  readonly fast: number;
  readonly slow: number;
  /** Distance of the stop from the entry, as a fraction of the entry price. */
  readonly stopDistance: number;
  /** Money put into each trade. */
  readonly notional: number;
  readonly barMs: number;
}

/**
 * Follows the crossing of two moving averages of closes: long while the fast one is above, short while it is below,
 * entered at the open of the next bar, left at its stop or at the next crossing.
 */
export function movingAverageTrades(candles: readonly Candle[], settings: StrategySettings): StrategyTrade[] {
  const { fast, slow } = settings;
  const trades: StrategyTrade[] = [];
  let entry: { index: number; side: 'long' | 'short' } | null = null;
  for (let i = slow + 1; i < candles.length; i += 1) {
    const side = meanClose(candles, i, fast) > meanClose(candles, i, slow) ? 'long' : 'short';
    const before = meanClose(candles, i - 1, fast) > meanClose(candles, i - 1, slow) ? 'long' : 'short';
    const stopped = entry && hitsStop(candles, entry, i - 1, settings);
    const crossed = side !== before;
    if (entry && (stopped || crossed)) {
      trades.push(closed(candles, entry, stopped ? i - 1 : i, stopped ?? false, trades.length + 1, settings));
      entry = null;
    }
    if (crossed) entry = { index: i, side };
  }
  return trades;
}

/** Mean close of the `length` bars before bar `end`. */
function meanClose(candles: readonly Candle[], end: number, length: number): number {
  let sum = 0;
  for (const { close } of candles.slice(end - length, end)) sum += close;
  return sum / length;
}

type Entry = { readonly index: number; readonly side: 'long' | 'short' };

function stopOf(
  candles: readonly Candle[],
  { index, side }: Entry,
  { stopDistance }: StrategySettings,
): number {
  const { open } = candles[index]!;
  return cents(side === 'long' ? open * (1 - stopDistance) : open * (1 + stopDistance));
}

function hitsStop(
  candles: readonly Candle[],
  entry: Entry,
  index: number,
  settings: StrategySettings,
): boolean {
  if (index < entry.index) return false;
  const stop = stopOf(candles, entry, settings);
  const bar = candles[index]!;
  return entry.side === 'long' ? bar.low <= stop : bar.high >= stop;
}

function closed(
  candles: readonly Candle[],
  entry: Entry,
  exitIndex: number,
  stopped: boolean,
  number: number,
  settings: StrategySettings,
): StrategyTrade {
  const entryBar = candles[entry.index]!;
  const exitBar = candles[exitIndex]!;
  const stopLoss = stopOf(candles, entry, settings);
  return {
    clientId: `moving-average-${number}`,
    side: entry.side,
    qty: Math.round((settings.notional / entryBar.open) * 1e5) / 1e5,
    entryPrice: entryBar.open,
    entryTime: entryBar.ts,
    exitPrice: stopped ? stopLoss : exitBar.open,
    // A stop is touched some time within its bar; the last minute of it is sure not to be before the entry.
    exitTime: stopped ? exitBar.ts + settings.barMs - MINUTE_MS : exitBar.ts,
    stopLoss,
    note: stopped ? 'stop' : 'crossing',
  };
}

const cents = (price: number) => Math.round(price * 100) / 100;
