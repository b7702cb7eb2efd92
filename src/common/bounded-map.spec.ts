import { BoundedMap } from './bounded-map.js';

describe('a map of at most so many keys', () => {
  it('keeps that many, and with one more that one alone', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2);
    expect([...map]).toEqual([['a', 1], ['b', 2]]); // prettier-ignore
    map.set('c', 3);
    expect([...map]).toEqual([['c', 3]]);
  });

  it('forgets nothing when a key that it has gets another value', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3);
    expect([...map]).toEqual([['a', 3], ['b', 2]]); // prettier-ignore
  });
});
