import { scaleLinear, scaleLog } from './scale.js';

describe('scales', () => {
  it('map both ends of a linear domain to the ends of the range, and back', () => {
    const scale = scaleLinear([-10, 30], [200, 0]);
    expect([scale(-10), scale(0), scale(30)]).toEqual([200, 150, 0]);
    expect(scale.invert(150)).toBe(0);
    expect(scale.ticks(4)).toEqual([-10, 0, 10, 20, 30]);
    expect([scale.domain(), scale.range()]).toEqual([
      [-10, 30],
      [200, 0],
    ]);
  });

  it('give equal factors the same distance if they are logarithmic', () => {
    const scale = scaleLog([1, 10_000], [0, 400]);
    expect([1, 10, 100, 1000, 10_000].map(scale).map(Math.round)).toEqual([0, 100, 200, 300, 400]);
    expect(scale.invert(200)).toBeCloseTo(100, 9);
    expect(scale.ticks(5)).toEqual([1, 10, 100, 1000, 10_000]);
    expect(scale.ticks(10)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]);
  });

  it('have round ticks if they are logarithmic and cover less than a decade', () => {
    expect(scaleLog([9_800, 12_200], [0, 1]).ticks(5)).toEqual([10_000, 10_500, 11_000, 11_500, 12_000]);
  });

  it('map a domain without length to the start of the range', () => {
    expect(scaleLinear([5, 5], [10, 20])(5)).toBe(10);
  });
});
