import type { CandlesAsOfAnswer } from '../../src/candles/candles-as-of.dto.js';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import type { Feed } from '../../src/shared/market/feeds.js';
import { INTERVALS, type Interval } from '../../src/shared/market/intervals.js';
import { MINUTE } from './factories.js';

export interface AskedAsOf {
  readonly symbol: string;
  readonly feed?: Feed;
  readonly intervals?: readonly Interval[];
  readonly at: number;
  readonly count?: number;
}

export const asOfPathOf = (asked: AskedAsOf): string =>
  `/candles/as-of?${Object.entries({ intervals: INTERVALS, ...asked })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')}`;

export type Forming = CandlesAsOfAnswer['series'][number]['forming'];

/**
 * Returns the bar that is made of minutes; null without minutes.
 * @param ts open time of the bar
 */
export function barOfMinutes(ts: number, minutes: readonly Candle[]): Forming {
  const [first] = minutes;
  const last = minutes.at(-1);
  if (!first || !last) return null;
  const units = minutes.reduce((sum, { volume }) => sum + BigInt(Math.round(volume * 1e8)), 0n);
  return {
    ts,
    open: first.open,
    high: Math.max(...minutes.map(({ high }) => high)),
    low: Math.min(...minutes.map(({ low }) => low)),
    close: last.close,
    volume: Number(units) / 1e8,
    until: last.ts + MINUTE,
  };
}
