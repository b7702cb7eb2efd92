import { cellDate, isDateFormat } from './cell-dates.js';

describe('the date of a number', () => {
  it.each([
    [45_658, false, '2025-01-01 00:00:00'],
    [45_658.416_666_666_664, false, '2025-01-01 10:00:00'],
    [45_658.416_670_138_89, false, '2025-01-01 10:00:00.300'],
    [44_196.416_666_666_664, true, '2025-01-01 10:00:00'],
    // Excel counts 1900 as a leap year.
    [1, false, '1900-01-01 00:00:00'],
    [59, false, '1900-02-28 00:00:00'],
    [61, false, '1900-03-01 00:00:00'],
    [0, true, '00:00:00'],
    [1, true, '1904-01-02 00:00:00'],
    [0.5, false, '12:00:00'],
    [2_958_465, false, '9999-12-31 00:00:00'],
  ])('%s, 1904 %s: %s', (days, is1904, expected) => expect(cellDate(days, is1904)).toBe(expected));

  it.each([-1, 2_958_466, 1e300, NaN])('is none for %s', (days) => expect(cellDate(days, false)).toBeNull());
});

describe('a number format', () => {
  it.each([14, 22, 27, 45, 47, 58])('built in with the number %s shows dates', (id) =>
    expect(isDateFormat(id, undefined)).toBe(true),
  );
  it.each([0, 1, 4, 13, 23, 46, 49, 164])('built in with the number %s shows none', (id) =>
    expect(isDateFormat(id, undefined)).toBe(false),
  );
  it.each(['yyyy-mm-dd', 'm/d/yy h:mm AM/PM', '[$-409]d\\-mmm\\-yyyy;@', '[Red]hh:mm:ss.000'])(
    '%s shows dates',
    (code) => expect(isDateFormat(164, code)).toBe(true),
  );
  it.each([
    'General',
    '0.00',
    '#,##0.00 "days"',
    '0\\d',
    '[Red]0.00',
    '[h]:mm:ss',
    '_d0',
    '0.00E+00',
    '0;"yes"',
  ])('%s shows none', (code) => expect(isDateFormat(164, code)).toBe(false));
});
