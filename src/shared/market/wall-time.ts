export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * Matches `2025-01-16T00:00:00+0000`, `2025.11.14 03:42:08`, `1/16/2025 3:42 PM`, `01.02.2023 00:00:00.000 GMT+0200`
 * and `2025-01-16`.
 */
const DATE_TIME =
  /^(?<a>\d{1,4})(?<mark>[-./])(?<b>\d{1,2})\k<mark>(?<c>\d{1,4})(?:[T\s,]\s*(?<h>\d{1,2}):(?<m>\d{2})(?::(?<s>\d{2})(?:[.,](?<f>\d{1,9}))?)?(?:\s*(?<half>[AP]M))?)?\s*(?<offset>Z|(?:UTC|GMT)(?:[+-]\d{2}:?\d{2})?|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;

export interface WallTime {
  /** The local time interpreted as UTC, ms. */
  readonly wall: number;
  /** Minutes east of UTC; null if the text has no offset. */
  readonly offset: number | null;
}

export type TimeProblem = 'needs-date-order' | 'not-a-time';

/** Parses a date with or without a time of day. A date that does not begin with the year needs an order. */
export function wallTimeOf(text: string, order: DateOrder | undefined): WallTime | TimeProblem {
  const parts = DATE_TIME.exec(text)?.groups;
  if (!parts) return 'not-a-time';
  const { a = '', b = '', c = '', h = '0', m = '0', s = '0', f = '', half, offset } = parts;
  const yearFirst = a.length === 4;
  const effective = yearFirst ? 'ymd' : order;
  if (!yearFirst && c.length !== 4) return 'not-a-time';
  if (effective === undefined || (effective === 'ymd' && !yearFirst)) return 'needs-date-order';
  const [year, month, day] = effective === 'ymd' ? [a, b, c] : effective === 'dmy' ? [c, b, a] : [c, a, b];
  const hour = hourOf(Number(h), half);
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const readBack = new Date(date);
  const exists =
    readBack.getUTCMonth() === Number(month) - 1 &&
    readBack.getUTCDate() === Number(day) &&
    hour < 24 &&
    Number(m) < 60 &&
    Number(s) < 60;
  if (!exists) return 'not-a-time';
  const ms = Math.floor(Number(`0.${f || '0'}`) * 1000 + 1e-6);
  return {
    wall: date + ((hour * 60 + Number(m)) * 60 + Number(s)) * 1000 + ms,
    offset: offset === undefined ? null : offsetMinutes(offset),
  };
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

function offsetMinutes(offset: string): number {
  const signed = offset.replace(/^[a-z]+/i, '');
  if (signed === '') return 0;
  const digits = signed.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return signed.startsWith('-') ? -minutes : minutes;
}
