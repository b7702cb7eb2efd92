import { decimalOf, parsedDecimal, plus } from './exact-decimal.js';
import { decimalText } from './decimal-text.js';

describe('the text of an exact decimal', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [-21, '-21'],
    [0.05, '0.05'],
    [-0.05, '-0.05'],
    [100.5, '100.5'],
    [1e21, '1000000000000000000000'],
    [1e-8, '0.00000001'],
  ])('for %d is %s', (value, text) => {
    expect(decimalText(decimalOf(value))).toBe(text);
  });

  it('has no trailing zeros, but all other digits of the decimal', () => {
    expect(decimalText(plus(decimalOf(0.1), decimalOf(0.9)))).toBe('1');
    expect(decimalText({ mantissa: 1500, scale: 2 })).toBe('15');
    expect(decimalText(parsedDecimal('-12345678901234567890.12345'))).toBe('-12345678901234567890.12345');
  });
});
