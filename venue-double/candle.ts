/** The two feeds of candles, by their names in the service. Each feed is one host of the venue. */
export const FEEDS = ['venue-spot', 'venue-usdm-current-quarter'] as const;
export type Feed = (typeof FEEDS)[number];

/** A bar in plain numbers; `ts` is its open time in milliseconds UTC. */
export interface Candle {
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The spot market, or a kind of USD-M contract. */
export type Market = 'spot' | 'perpetual' | 'current-quarter' | 'next-quarter';

export interface Series {
  readonly market: Market;
  readonly symbol: string;
}

export const feedOf = ({ market }: Series): Feed =>
  market === 'spot' ? 'venue-spot' : 'venue-usdm-current-quarter';

export const marketOf = (feed: Feed): Market => (feed === 'venue-spot' ? 'spot' : 'current-quarter');
