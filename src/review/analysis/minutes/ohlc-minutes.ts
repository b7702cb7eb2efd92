import type { ClosedMinutes } from '../../../stats/ideal-r/closed-minutes.js';
import {
  type MinuteBars,
  type Prices,
  type WalkableMinutes,
  mirrored,
  negated,
  walkableMinutes,
} from '../../../stats/ideal-r/walkable-minutes.js';

/** 1m bars with their opens. Times are ascending and unique. */
export interface OhlcMinutes extends MinuteBars {
  readonly open: Float64Array;
}

export interface OhlcPrices extends Prices {
  readonly open: Float64Array;
}

/** Bars with their opens, prepared for walking. */
export interface WalkableOhlc extends WalkableMinutes {
  readonly prices: OhlcPrices;
}

export function walkableOhlc(bars: OhlcMinutes, closed?: ClosedMinutes): WalkableOhlc {
  const walkable = walkableMinutes(bars, closed);
  return { ...walkable, prices: { ...walkable.prices, open: bars.open } };
}

/** Returns negated prices. With negated prices a short trade becomes a long trade. */
export const mirroredOhlc = (prices: OhlcPrices): OhlcPrices => ({
  ...mirrored(prices),
  open: negated(prices.open),
});
