import type { Fill } from './findings.js';

/** The number of a fill of a session. The fills of trade 0 have the numbers 0 and 1, those of trade 1 have 2 and 3. */
export type FillNumber = number & { readonly isFillNumber: true };

/** Returns the numbers of the entry and the exit of a trade. */
export const fillsOf = (trade: number): readonly [entry: FillNumber, exit: FillNumber] => [
  (2 * trade) as FillNumber,
  (2 * trade + 1) as FillNumber,
];

export const tradeOfFill = (fill: FillNumber): number => fill >> 1;

export const sideOfFill = (fill: FillNumber): Fill => (fill % 2 === 0 ? 'entry' : 'exit');
