import { BLOCK, type Prices } from '../../stats/ideal-r/walkable-minutes.js';

/** The lowest low of the bars at the positions [from, to), Infinity if there are none. Whole blocks take one step. */
export function lowestLow({ low, blockLow }: Prices, from: number, to: number): number {
  let lowest = Infinity;
  let at = from;
  while (at < to) {
    const isBlock = at % BLOCK === 0 && at + BLOCK <= to;
    const price = isBlock ? blockLow[at / BLOCK]! : low[at]!;
    // Stryker disable next-line EqualityOperator: an equal price changes nothing
    if (price < lowest) lowest = price;
    at += isBlock ? BLOCK : 1;
  }
  return lowest;
}

/** The highest high likewise, −Infinity if there are no bars. */
export function highestHigh({ high, blockHigh }: Prices, from: number, to: number): number {
  let highest = -Infinity;
  let at = from;
  while (at < to) {
    const isBlock = at % BLOCK === 0 && at + BLOCK <= to;
    const price = isBlock ? blockHigh[at / BLOCK]! : high[at]!;
    // Stryker disable next-line EqualityOperator: an equal price changes nothing
    if (price > highest) highest = price;
    at += isBlock ? BLOCK : 1;
  }
  return highest;
}
