import type { Candle } from '../../src/candles/store/bar-columns.js';

const MINUTE = 60_000;

export interface WalkedTrade {
  readonly side: string;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly stopLoss: number | null;
}

/**
 * Returns the ideal R of a trade by a literal implementation of its definition: minute by minute, each bar looked up
 * by its open time.
 */
export function definedWalk(trade: WalkedTrade, bars: ReadonlyMap<number, Candle>, horizonMs: number) {
  const { side, entryTime, entryPrice } = trade;
  const stopLoss = trade.stopLoss!;
  const extremes: number[] = [];
  let observedEndTime = entryTime;
  let status = 'complete';
  for (let ts = entryTime - (entryTime % MINUTE); ts < entryTime + horizonMs; ts += MINUTE) {
    const bar = bars.get(ts);
    if (!bar) {
      status = 'incomplete';
      break;
    }
    observedEndTime = ts + MINUTE;
    const { low, high } = ts < entryTime ? { low: bar.close, high: bar.close } : bar;
    if (side === 'long' ? low <= stopLoss : high >= stopLoss) break;
    extremes.push(side === 'long' ? high : low);
  }
  const best = side === 'long' ? Math.max(...extremes) : Math.min(...extremes);
  const bestPrice = extremes.length === 0 ? entryPrice : best;
  const move = side === 'long' ? bestPrice - entryPrice : entryPrice - bestPrice;
  return { status, bestPrice, observedEndTime, idealR: Math.max(0, move / Math.abs(entryPrice - stopLoss)) };
}
