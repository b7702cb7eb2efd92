import fc from 'fast-check';
import { Smallest } from './smallest.js';

describe('the smallest items', () => {
  it('are those that sorting the whole list finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 1, max: 9 }), (items, most) => {
        const smallest = new Smallest<number>(most, (one, other) => one - other);
        for (const item of items) smallest.add(item);
        expect(smallest.sorted()).toEqual(items.toSorted((one, other) => one - other).slice(0, most));
      }),
    );
  });

  it('are all that is kept, whatever the order of the list', () => {
    const smallest = new Smallest<number>(5, (one, other) => one - other);
    for (let item = 1_000; item > 0; item -= 1) smallest.add(item);
    expect(smallest.sorted()).toEqual([1, 2, 3, 4, 5]);
    expect((smallest as unknown as { items: unknown[] }).items.length).toBeLessThanOrEqual(10);
  });
});
