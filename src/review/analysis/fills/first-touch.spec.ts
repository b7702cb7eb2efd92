import * as fc from 'fast-check';
import { BLOCK, walkableMinutes } from '../../../stats/ideal-r/walkable-minutes.js';
import { firstTouch } from './first-touch.js';

const COUNT = 3 * BLOCK + 5;
const position = fc.integer({ min: 0, max: COUNT });
const bars = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 3 })), {
  minLength: COUNT,
  maxLength: COUNT,
});

/** Returns the prices of bars between which no minute is missing. */
function pricesOf(rows: readonly (readonly [number, number])[]) {
  const column = (value: (row: readonly [number, number], at: number) => number) =>
    Float64Array.from(rows, value);
  const low = column(([least]) => least);
  const high = column(([least, spread]) => least + spread);
  return walkableMinutes({ count: COUNT, ts: column((_, at) => at * 60_000), low, high, close: high }).prices;
}

describe('the first bar that reaches a price', () => {
  it('is the bar that a search through all bars of the range finds', () => {
    fc.assert(
      fc.property(bars, position, position, fc.integer({ min: 0, max: 45 }), (rows, from, to, price) => {
        const prices = pricesOf(rows);
        const range = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
        const below = range.find((at) => prices.low[at]! <= price) ?? to;
        const above = range.find((at) => prices.high[at]! >= price) ?? to;
        expect(firstTouch(prices, from, to, price, -1)).toBe(below);
        expect(firstTouch(prices, from, to, price, 1)).toBe(above);
      }),
    );
  });

  it('is found in the only bar of a range that is a part of a block', () => {
    const rows = Array.from({ length: COUNT }, (_, at) => [at === BLOCK + 7 ? 1 : 20, 1] as const);
    const prices = pricesOf(rows);
    expect(firstTouch(prices, BLOCK + 7, BLOCK + 8, 1, -1)).toBe(BLOCK + 7);
    expect(firstTouch(prices, BLOCK + 8, 2 * BLOCK, 1, -1)).toBe(2 * BLOCK);
    expect(firstTouch(prices, 0, COUNT, 1, -1)).toBe(BLOCK + 7);
  });
});
