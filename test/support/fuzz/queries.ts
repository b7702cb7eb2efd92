import fc from 'fast-check';
import { A_PROJECT, ITS_SESSIONS, anyOf, queryParametersOf } from './documented.js';
import { ODD_KEYS, oddValue } from './hostile.js';
import { Digits, type Value, textIn } from './json.js';
import { ODD_NUMBERS, numberOf } from './numbers.js';
import { ODD_TEXTS } from './texts.js';

/** Parameters that refer to a resource. Their values are filled in once the resource is known. */
const VALUES: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  projectId: fc.constant(A_PROJECT),
  sessionIds: fc.constant(ITS_SESSIONS),
  // These numbers are small, so that their product stays below its limit and responses are fast.
  paths: numberOf({ type: 'integer', minimum: 100, maximum: 200 }),
  trades: numberOf({ type: 'integer', minimum: 1, maximum: 500 }),
  permutations: numberOf({ type: 'integer', minimum: 100, maximum: 200 }),
  resamples: numberOf({ type: 'integer', minimum: 100, maximum: 200 }),
};

/** Parameters that no generated request has: the sessions of a project would be gone for the requests after it. */
const NEVER_SENT: Readonly<Record<string, string>> = { 'delete /projects/{id}': 'sessions' };

const sentParametersOf = (route: string) =>
  queryParametersOf(route).filter(({ name }) => name !== NEVER_SENT[route]);

/** Generates a query whose parameters have valid values, in different spellings. */
export function validQueryOf(route: string): fc.Arbitrary<string> {
  const given = sentParametersOf(route).filter(({ name }) => name !== 'cursor');
  const parameters = given.map(({ name, required, schema }) => {
    const pair = VALUES[name] ?? anyOf(schema);
    const text = pair.map(
      (value) => `${name}=${encodeURIComponent(value instanceof Digits ? value.text : textIn(value))}`,
    );
    return required ? text : fc.option(text, { nil: '' });
  });
  return fc.tuple(...parameters).map((pairs) => pairs.filter((pair) => pair !== '').join('&'));
}

/** Generates a valid query followed by an odd parameter. */
export function oddQueryOf(route: string): fc.Arbitrary<string> {
  const names = [
    ...sentParametersOf(route).map(({ name }) => name),
    ...ODD_KEYS,
    'limit',
    'a[b][c]',
    'a[]',
    '_method',
  ];
  const raw = fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%E0%A4%A',
    '+1',
    '%201',
    '0x10',
    '',
    '1,2',
    '%E0%A5%A7',
    '%EF%BC%91',
    '%0a',
    'Infinity',
    '1_000',
    '01',
    '.5',
    '5.',
    '1e',
    'true',
    'btcusdt',
    '1m',
    'x'.repeat(9_000),
  );
  const value = fc.oneof(
    raw,
    fc.constantFrom(...ODD_NUMBERS).filter((text) => text.length < 500),
    fc.constantFrom(...ODD_TEXTS).map(encodeURIComponent),
    oddValue.filter((text) => text.length < 500).map((text) => encodeURIComponent(text)),
  );
  const pair = fc
    .tuple(fc.constantFrom(...names), value)
    .map(([name, text]) => `${encodeURIComponent(name.toWellFormed())}=${text}`);
  const odd = fc.oneof(
    { weight: 8, arbitrary: pair },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '&&&',
        '=',
        '?',
        'a',
        '%',
        '&=&',
        '#',
        '[]',
        'a[b]=1',
        'a[__proto__][x]=1',
        '__proto__[x]=1',
        'x=1&'.repeat(1500),
        '&'.repeat(5000),
      ),
    },
  );
  return fc
    .tuple(validQueryOf(route), fc.array(odd, { minLength: 1, maxLength: 3 }))
    .map(([valid, more]) => [valid, ...more].filter((part) => part !== '').join('&'));
}
