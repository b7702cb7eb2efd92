import { BLOCK, type Prices } from '../../stats/ideal-r/walkable-minutes.js';

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

function firstBelow({ low, blockLow }: Prices, from: number, to: number, price: number): number {
  let at = from;
  while (at < to) {
    if (at % BLOCK === 0 && at + BLOCK <= to && blockLow[at / BLOCK]! > price) at += BLOCK;
    else if (low[at]! > price) at += 1;
    else break;
  }
  return at;
}

function firstAbove({ high, blockHigh }: Prices, from: number, to: number, price: number): number {
  let at = from;
  while (at < to) {
    if (at % BLOCK === 0 && at + BLOCK <= to && blockHigh[at / BLOCK]! < price) at += BLOCK;
    else if (high[at]! < price) at += 1;
    else break;
  }
  return at;
}
