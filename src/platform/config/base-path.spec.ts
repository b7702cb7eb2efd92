import { readEnvironment } from './environment.js';

it.each(['', '/backtest', '/tools/back.test', '/.well-known', '/v1..2', '/a/.b/c.'])(
  'BASE_PATH may be "%s"',
  (BASE_PATH) => {
    expect(readEnvironment({ BASE_PATH }).BASE_PATH).toBe(BASE_PATH);
  },
);

it.each([
  '/.',
  '/..',
  '/a/../b',
  '/a/./b',
  '/a/..',
  '/...',
  '/../a',
  '/',
  '/a/',
  'a',
  '/a//b',
  '/a b',
  '/%2e%2e',
])('BASE_PATH may not be "%s"', (BASE_PATH) => {
  expect(() => readEnvironment({ BASE_PATH })).toThrow(
    'BASE_PATH must be empty or look like /backtest, without a slash at its end and without a segment of dots',
  );
});
