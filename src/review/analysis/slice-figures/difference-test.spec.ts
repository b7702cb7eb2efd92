import fc from 'fast-check';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { differenceTest, permutationsFor } from './difference-test.js';
import { extremeSums } from './extreme-sums.js';
import { combinationsOf, extremeCombinations, extremeDraws } from './permutations.js';

const SETTINGS = { permutations: null, seed: 42 };
const HOUR_0 = Uint32Array.of(0, 2, 5);

const othersOf = (count: number, places: Uint32Array) =>
  Uint32Array.from(Array.from({ length: count }, (_, place) => place).filter((p) => !places.includes(p)));

const tested = (plNets: number[], places: number[], settings: Partial<typeof SETTINGS> = {}) => {
  const side = Uint32Array.from(places);
  const plNet = Float64Array.from(plNets);
  return differenceTest(plNet, side, othersOf(plNets.length, side), { ...SETTINGS, ...settings });
};

describe('the difference test', () => {
  const plNet = [...WORKED_EXAMPLE.plNet];

  it('compares all divisions of the worked example', () => {
    expect(tested(plNet, [...HOUR_0])).toEqual({
      difference: -17.56666667,
      pValue: 0.58928571, // 33 / 56
      method: 'exact',
      permutations: 56,
      seed: 42,
      reason: null,
    });
  });

  it('has the same pValue if the slice and the other trades are exchanged', () => {
    const exchanged = tested(plNet, [...othersOf(8, HOUR_0)]);
    expect(exchanged).toMatchObject({ difference: 17.56666667, pValue: 0.58928571 });
  });

  it('starts each shuffle from trade order', () => {
    const sums = extremeSums(WORKED_EXAMPLE.plNet, HOUR_0);
    const extreme = extremeDraws(sums, 3, 10_000, 42);
    expect((1 + extreme) / 10_001).toBeCloseTo(0.58864114, 8);
    // After each draw the values are in trade order again, so a second test has the same result.
    expect(extremeDraws(sums, 3, 10_000, 42)).toBe(extreme);
  });

  it('compares all divisions if there are at most 20,000, otherwise random divisions', () => {
    const values = (count: number) => Array.from({ length: count }, (_, i) => (i * 7) % 11);
    expect(tested(values(20_000), [0])).toMatchObject({ method: 'exact', permutations: 20_000 });
    expect(tested(values(20_001), [0])).toMatchObject({ method: 'drawn', permutations: 10_000 });
    expect([combinationsOf(200, 2), combinationsOf(201, 2)]).toEqual([19_900, Infinity]);
    expect([combinationsOf(8, 3), combinationsOf(17, 8), combinationsOf(5, 0)]).toEqual([56, Infinity, 1]);
  });

  it('counts the actual division as one more random division', () => {
    // The slice consists of all gains, so it is extreme: a random division is unlikely to be as far from the expected
    // sum.
    const plNets = Array.from({ length: 1_000 }, (_, i) => (i < 20 ? 1_000 : -1));
    const places = Array.from({ length: 20 }, (_, i) => i);
    expect(tested(plNets, places, { permutations: 199 as never }).pValue).toBe(0.005); // 1 / 200
  });

  it('has a pValue of 1 if all results are equal', () => {
    expect(tested([5, 5, 5, 5], [1]).pValue).toBe(1);
  });

  it('has no pValue if the slice or the rest has no trades', () => {
    const none = { difference: null, pValue: null, method: null, permutations: 0, reason: 'empty-side' };
    expect(tested([1, 2], [])).toMatchObject(none);
    expect(tested([1, 2], [0, 1])).toMatchObject(none);
    expect(tested([], [])).toMatchObject(none);
  });

  it('limits the number of permutations so that at most 20,000,000 trades are swapped', () => {
    expect(permutationsFor(null, 2_000)).toBe(10_000);
    expect(permutationsFor(null, 2_001)).toBe(9_995);
    expect(permutationsFor(20_000, 1_000)).toBe(20_000);
    expect(() => permutationsFor(20_000, 1_001)).toThrow('permutations must not be greater than 19980');
    expect(permutationsFor(100, 200_000)).toBe(100);
    expect([permutationsFor(null, 200_001), permutationsFor(100, 200_001)]).toEqual([0, 0]);
  });

  it('has no pValue if the slice and the rest both have more than 200,000 trades', () => {
    const plNets = Array.from({ length: 400_002 }, (_, i) => i % 2);
    const places = Uint32Array.from({ length: 200_001 }, (_, i) => 2 * i);
    const others = places.map((place) => place + 1);
    expect(differenceTest(Float64Array.from(plNets), places, others, SETTINGS)).toEqual({
      difference: -1,
      pValue: null,
      method: null,
      permutations: 0,
      seed: 42,
      reason: 'too-many-trades',
    });
  });
});

describe('extreme sums', () => {
  const amounts = fc.integer({ min: -100, max: 100 });

  it('are at least as far from the expected sum as the sum of the slice, for amounts of any size', () => {
    const scale = fc.constantFrom(1, 0.125, 1e12);
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 2, maxLength: 9 }),
        fc.nat(8),
        scale,
        (list, nat, factor) => {
          const size = 1 + (nat % Math.floor(list.length / 2));
          const places = Uint32Array.from({ length: size }, (_, i) => i);
          const sums = extremeSums(
            Float64Array.from(list, (value) => value * factor),
            places,
          );
          const [count, total] = [list.length, list.reduce((a, b) => a + b, 0)];
          const distance = (sum: number) => Math.abs(count * sum - size * total);
          const own = distance(list.slice(0, size).reduce((a, b) => a + b, 0));
          let expected = 0;
          const visit = (from: number, left: number, sum: number): void => {
            if (left === 0) expected += Number(distance(sum) >= own);
            else for (let i = from; i < count; i += 1) visit(i + 1, left - 1, sum + list[i]!);
          };
          visit(0, size, 0);
          expect(extremeCombinations(sums, size)).toBe(expected);
        },
      ),
    );
  });

  it('are exact even beyond the whole numbers that doubles can represent', () => {
    // The test distinguishes 9e15 units from 9e15 + 1 units. Multiplied by the count, neither sum fits into a double.
    const values = Float64Array.of(90_000_000.00000001, 90_000_000, -90_000_000, -90_000_000, 0);
    const sums = extremeSums(values, Uint32Array.of(0));
    expect(typeof sums.zero).toBe('bigint');
    // The greatest value alone is this far from the expected sum. The least values are nearer to it by 2e-9.
    expect(extremeCombinations(sums, 1)).toBe(1);
  });
});
