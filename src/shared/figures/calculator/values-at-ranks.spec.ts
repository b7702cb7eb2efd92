import fc from 'fast-check';
import { interquartileUnits } from './interquartile-range.js';
import { rangeOf, valuesAtRanks } from './values-at-ranks.js';

describe('values at ranks', () => {
  const check = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const last = values.length - 1;
    const ranks = [0, Math.floor(last / 4), Math.ceil(last / 4), Math.floor((last * 3) / 4), last];
    expect(valuesAtRanks(Float64Array.from(values), ranks)).toEqual(ranks.map((rank) => sorted[rank]));
  };
  const many = (value: (i: number) => number) => Array.from({ length: 20_000 }, (_, i) => value(i));

  it('equal the values of a sorted list, for any distribution', () => {
    check([7]);
    check([2, 1]);
    check(many((i) => i));
    check(many((i) => -i));
    check(many(() => 3));
    check(many((i) => (i % 2 ? 1 : -1))); // two clusters
    check(many((i) => (i % 2 ? 1 : -1) + (i % 97) * 1e-8)); // two narrow clusters
    check(many((i) => (i === 0 ? 1e26 : i * 1e-8))); // one outlier, and all other values in one bucket
    check(many((i) => 10 ** ((i % 600) - 300))); // each round removes few values
    check(many((i) => (i % 2 ? 5e-324 : 0))); // a range too small to divide
    check(many((i) => Math.imul(i, 2_654_435_761) / 1e4)); // scattered
  });

  it('equal the values of a sorted list, for random lists', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e30, max: 1e30 }), { minLength: 1 }), (values) =>
        check(values.map((value) => value + 0)),
      ),
    );
  });
});

describe('the interquartile range', () => {
  const check = (percents: number[], expectedUnits: number) => {
    const values = Float64Array.from(percents);
    expect(interquartileUnits(values, rangeOf(values))).toBe(expectedUnits);
  };

  it('is computed in units of 1e-8, from quartiles between the two values nearest to rank (n − 1)·p', () => {
    check([5], 0);
    check([1, 2], 0.5e8); // 1.75 − 1.25
    check([4, 1, 3, 2, 5], (4 - 2) * 1e8);
    check([1, 2, 3, 4, 5, 6, 7, 8], (6.25 - 2.75) * 1e8); // ranks 1.75 and 5.25
    check([0.1, 0.2, 0.3], 0.25e8 - 0.15e8);
    check([1, 1, 1, 1, 9], 0);
  });
});
