import { epochNumber, epochToMs } from './time-column.js';

describe('a column of numbers as times', () => {
  const ms = 1_679_033_940_123;
  it.each([
    ['s', '1679033940', ms - 123],
    ['s with decimals', '1679033940.123', ms],
    ['ms', `${ms}`, ms],
    ['µs', `${ms}456`, ms],
    ['ns', `${ms}456789`, ms],
  ])('is recognised: %s', (_, text, expected) =>
    expect(epochToMs(epochNumber(text))!(epochNumber(text))).toBe(expected),
  );
  it('has no unit if its numbers are too small', () => expect(epochToMs(20_250_116)).toBeUndefined());
});
