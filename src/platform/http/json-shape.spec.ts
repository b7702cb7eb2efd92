import { shapeProblem } from './json-shape.js';

const list = (length: number, element = '0') => `[${Array(length).fill(element).join(',')}]`;
const object = (length: number, value = '0') =>
  `{${Array.from({ length }, (_, i) => `"k${i}":${value}`).join(',')}}`;

const problemOf = (json: string) => {
  const problem = shapeProblem(Buffer.from(json));
  return problem && `${problem.field} ${problem.message}`;
};

describe('shapeProblem', () => {
  it.each([
    ['an empty text', ''],
    ['a number', '1'],
    ['an empty list', '[]'],
    ['500 elements', list(500)],
    ['100 fields', object(100)],
    ['ten levels', `${'['.repeat(11)}${']'.repeat(11)}`],
    ['20,000 values', `{"a":${list(39, list(500))},"b":${list(457)}}`],
    ['commas, colons and brackets within strings', JSON.stringify(['{[,:'.repeat(20_000)])],
    ['quotes within strings', JSON.stringify(['",'.repeat(20_000), '\\', '\\"'])],
    ['text that is not JSON', '}]},:"'],
    ['a string without an end', `["${','.repeat(600)}`],
  ])('accepts %s', (_, json) => {
    expect(problemOf(json)).toBeUndefined();
  });

  it.each([
    ['501 elements', list(501), 'body must contain 1 to 500 elements, not 501'],
    [
      'a long list of objects',
      `{"trades":${list(9_000, '{}')}}`,
      'trades must contain 1 to 500 elements, not 9000',
    ],
    ['101 fields', object(101), 'body must contain at most 100 fields, not 101'],
    [
      'a field that is repeated 101 times',
      `{${Array(101).fill('"a":1').join()}}`,
      'body must contain at most 100 fields, not 101',
    ],
    [
      'a large object at a deeper level',
      `{"name":"x","assets":[{},{"fees":${object(150)}}]}`,
      'assets[1].fees must contain at most 100 fields, not 150',
    ],
    ['eleven levels', `{"a":${'['.repeat(11)}`, `a${'[0]'.repeat(10)} is nested more than 10 levels deep`],
    [
      'many values in small containers',
      list(450, list(450)),
      'body must contain at most 20000 values in all, not 202951',
    ],
    ['a name that is escaped', `{"a\\"b":${list(501)}}`, 'a\\"b must contain 1 to 500 elements, not 501'],
  ])('refuses %s', (_, json, problem) => {
    expect(problemOf(json)).toBe(problem);
  });
});
