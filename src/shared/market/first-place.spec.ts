import fc from 'fast-check';
import { firstPlace, lastAtOrBefore } from './first-place.js';

const ascending = fc
  .uniqueArray(fc.integer({ min: -9, max: 9 }))
  .map((values) => Float64Array.from(values).sort());

describe('the binary search of an ascending list', () => {
  it('finds the same index as a linear search', () => {
    fc.assert(
      fc.property(ascending, fc.integer({ min: -10, max: 10 }), (values, wanted) => {
        const first = values.findIndex((value) => value >= wanted);
        expect(firstPlace(values.length, (place) => values[place]! >= wanted)).toBe(
          first < 0 ? values.length : first,
        );
        expect(lastAtOrBefore(values, wanted)).toBe(values.findLastIndex((value) => value <= wanted));
      }),
    );
  });

  it('examines at most 20 of 1,000,000 values', () => {
    let looks = 0;
    const place = firstPlace(1_000_000, (at) => {
      looks += 1;
      return at >= 765_432;
    });
    expect([place, looks <= 20]).toEqual([765_432, true]);
  });
});
