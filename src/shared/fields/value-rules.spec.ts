import { numberProblem } from './value-rules.js';

describe('the problem of a number', () => {
  it.each([
    [1e12, {}, undefined],
    [Number.MAX_VALUE, {}, undefined],
    [Infinity, {}, 'must not be greater than 1.7976931348623157e+308'],
    [-Infinity, {}, 'must not be less than -1.7976931348623157e+308'],
    [Infinity, { maximum: 9 }, 'must not be greater than 9'],
    [Infinity, { maximum: 9, integer: true }, 'must not be greater than 9'],
    [-Infinity, { minimum: 1, integer: true }, 'must not be less than 1'],
    [-Infinity, { above: 0 }, 'must be greater than 0'],
    [1.5, { integer: true }, 'must be an integer'],
    [NaN, {}, 'must be a number'],
    [NaN, { integer: true }, 'must be an integer'],
    ['1', {}, 'must be a number'],
  ])('of %p within %j is: %s', (value, bounds, problem) => {
    expect(numberProblem(value, bounds)).toBe(problem);
  });
});
