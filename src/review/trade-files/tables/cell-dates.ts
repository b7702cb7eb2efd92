const DAY_MS = 86_400_000;

/** The day before day 1 of each date system. Excel counts a 29 February 1900, so days before it are one later. */
const DAY_ZERO = { since1900: Date.UTC(1899, 11, 30), since1904: Date.UTC(1904, 0, 1) };
const FIRST_DAYS = 60;

/** The first day after 9999-12-31. */
const END = Date.UTC(10_000, 0, 1);

/**
 * Returns the date and time of a cell, such as `2025-01-31 10:00:00`, with milliseconds if there are some. A number
 * below 1 is a time of day without a date. Returns null for a number that is no date.
 */
export function cellDate(days: number, is1904: boolean): string | null {
  const early = !is1904 && days < FIRST_DAYS ? DAY_MS : 0;
  const instant = (is1904 ? DAY_ZERO.since1904 : DAY_ZERO.since1900) + early + Math.round(days * DAY_MS);
  if (!(days >= 0 && instant < END)) return null;
  const text = new Date(instant)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '');
  return days < 1 ? text.slice('2025-01-31 '.length) : text;
}

/** Built-in formats of dates and times, also those of East Asian versions of Excel. */
const BUILT_IN: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];

/**
 * Returns whether a number format shows dates or times. A format of elapsed time, such as `[h]:mm`, shows a duration.
 * @param code of a format that is not built in
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([first, last]) => id >= first && id <= last);
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false;
  // Texts, escaped characters and fillers may contain any letters, and brackets contain colours and conditions.
  const plain = code.replaceAll(/"[^"]*"|[\\_*].|\[[^[\]]*\]/g, '').split(';')[0]!;
  return /[ymdhs]/i.test(plain) && !/general/i.test(plain);
}
