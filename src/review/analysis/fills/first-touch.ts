import { BLOCK, type Prices } from '../../../stats/ideal-r/walkable-minutes.js';

/**
 * A price counts as reaching a level if their relative difference is at most this share, because such a difference is a
 * rounding error of doubles.
 */
const NOISE = 1e-12;

/** Returns a price that any price at or below a level (`side` −1), or at or above a level (1), certainly reaches. */
export const atLevel = (level: number, side: 1 | -1): number => level * (1 - side * NOISE);

/** Returns a price that only prices beyond a level reach: prices below the level (`side` −1) or above the level (1). */
export const beyondLevel = (level: number, side: 1 | -1): number => level * (1 + side * NOISE);

/**
 * Returns the position of the first bar of [from, to) that reaches a price: its low is at or below the price (`side`
 * −1), or its high is at or above the price (1). Returns `to` if there is no such bar.
 */
export const firstTouch = (prices: Prices, from: number, to: number, price: number, side: 1 | -1): number =>
  side === 1 ? firstAbove(prices, from, to, price) : firstBelow(prices, from, to, price);

// Blocks that do not reach the price are passed in one step, even if the range contains only a part of the block. The
// bars after the last whole block belong to no block.

function firstBelow({ low, blockLow }: Prices, from: number, to: number, price: number): number {
  for (let at = from; at < to;) {
    const block = Math.floor(at / BLOCK);
    const end = Math.min((block + 1) * BLOCK, to);
    if (block >= blockLow.length || blockLow[block]! <= price)
      for (; at < end; at += 1) if (low[at]! <= price) return at;
    at = end;
  }
  return to;
}

function firstAbove({ high, blockHigh }: Prices, from: number, to: number, price: number): number {
  for (let at = from; at < to;) {
    const block = Math.floor(at / BLOCK);
    const end = Math.min((block + 1) * BLOCK, to);
    if (block >= blockHigh.length || blockHigh[block]! >= price)
      for (; at < end; at += 1) if (high[at]! >= price) return at;
    at = end;
  }
  return to;
}
