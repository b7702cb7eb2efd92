import { axesIn, axisOf } from './grid-axes.js';

describe('the axes of the map', () => {
  it('sort numbers before texts, texts before false, and false before true', () => {
    const values = [true, 'b', 10, false, 9, 'a', null, 10, '9'];
    expect(axisOf(values)).toEqual([9, 10, '9', 'a', 'b', false, true]);
  });

  it('are parameters with at least two values, but not too many values', () => {
    const of = (name: string, values: number[] | null, distinct: number) => ({ name, values, distinct });
    expect(axesIn([of('a', [1], 1), of('b', [1, 2], 2), of('c', null, 101)])).toEqual(['b']);
  });
});
