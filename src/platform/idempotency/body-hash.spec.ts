import { bodyHashOf } from './body-hash.js';

const hashOf = (json: string) => bodyHashOf(JSON.parse(json)).toString('hex');

describe('bodyHashOf', () => {
  it.each([
    ['{"a":1,"b":{"c":2,"d":[1,2]}}', '{ "b": {"d":[1,2],"c":2.0}, "a":1e0 }'],
    ['{"2":1,"1":2}', '{"1":2,"2":1}'],
    ['{"a":"\\u0041"}', '{"a":"A"}'],
    ['{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}'],
  ])('is equal for %s and %s', (one, other) => {
    expect(hashOf(one)).toBe(hashOf(other));
  });

  it('is the hash of an empty object if there is no body', () => {
    expect(bodyHashOf(undefined).toString('hex')).toBe(hashOf('{}'));
  });

  it('distinguishes different bodies', () => {
    const bodies = [
      '{}',
      '[]',
      '{"a":1}',
      '{"a":"1"}',
      '{"a":[1]}',
      '{"a":[1,2]}',
      '{"a":[2,1]}',
      '{"a":null}',
      '{"a":{}}',
      '{"a":[]}',
      '{"b":1}',
      '{"__proto__":1}',
      '[{"name":"a","value":1}]',
      '{"a":[{"name":"b","value":1}]}',
      '{"a":{"b":1}}',
    ];
    expect(new Set(bodies.map(hashOf)).size).toBe(bodies.length);
  });
});
