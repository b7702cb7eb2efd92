import type { GivenTrade } from './recorded-columns.js';

/** Start of the bars of the documented example. */
export const START = Date.UTC(2024, 0, 10);

const SECOND = 1_000;

/** A price, and its time in seconds after the start. */
export type Moment = readonly [price: number, seconds: number];

/** Returns a trade from one moment to another. */
export const trade = (
  side: 'long' | 'short',
  entry: Moment,
  exit: Moment,
  more: Partial<GivenTrade> = {},
): GivenTrade => ({
  side,
  entryPrice: entry[0],
  entryTime: START + entry[1] * SECOND,
  exitPrice: exit[0],
  exitTime: START + exit[1] * SECOND,
  ...more,
});

/** The trades of the documented example. */
export const DOCUMENTED = [
  trade('long', [101, 10], [102, 50]),
  trade('long', [102, 30], [104, 150], { stopLoss: 94 }),
  trade('long', [100, 0], [104, 180], { stopLoss: 95 }),
  trade('short', [104, 135], [97, 240], { stopLoss: 109 }),
];
