import { timeframeOf } from './timeframe-of.js';

describe('timeframeOf', () => {
  it.each([
    ['5m', '5m'],
    ['30m', '30m'],
    ['1M', '1M'],
    ['M1', '1m'],
    ['M30', '30m'],
    ['H1', '1h'],
    ['H4', '4h'],
    ['D1', '1d'],
    ['W1', '1w'],
    ['MN1', '1M'],
    ['60', '1h'],
    ['45', '45m'],
    ['240', '4h'],
    ['1D', '1d'],
    ['D', '1d'],
    ['1W', '1w'],
    ['M', '1M'],
    ['30S', '30s'],
    ['3H', '3h'],
    [' 1h ', '1h'],
  ])('converts %s to %s', (text, label) => {
    expect(timeframeOf(text)).toBe(label);
  });

  it.each(['', '0', '0m', 'H0', 'H12345', '99999999', '1y', 'Daily', '1.5h', '-5', '1 hour', '1h\n1h'])(
    'returns undefined for %j',
    (text) => {
      expect(timeframeOf(text)).toBeUndefined();
    },
  );
});
