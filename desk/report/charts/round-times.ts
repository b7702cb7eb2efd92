const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  ...[1, 5, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14].map((days) => days * DAY),
];
const MONTHS = [1, 3, 6, 12, 24, 60, 120, 240];
const MONTH = 30.4375 * DAY;

/** The first Monday after the epoch. Weeks begin on Mondays. */
const MONDAY = 4 * DAY;

/** A step may be shorter than the requested step, but not shorter than this factor times the requested step. */
const SHORTER = 0.7;

/**
 * Returns about this number of round times, in UTC, ascending within [from, to]. d3-time does the same with every
 * interval of a calendar, but needs a much larger script.
 */
export function roundTimes(from: number, to: number, about: number): number[] {
  const wanted = ((to - from) / Math.max(1, about)) * SHORTER;
  const step = STEPS.find((length) => length >= wanted);
  if (step !== undefined) return multiples(from, to, step);
  const months = MONTHS.find((many) => many * MONTH >= wanted) ?? 600;
  // A range may hold a single start of a long step, and a single time gives no scale.
  for (const many of [months, ...MONTHS.filter((shorter) => shorter < months).toReversed()]) {
    const starts = monthStarts(from, to, many);
    if (starts.length > 1) return starts;
  }
  return multiples(from, to, STEPS.at(-1)!);
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil((from - MONDAY) / step) * step + MONDAY;
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, place) => first + place * step,
  );
}

function monthStarts(from: number, to: number, months: number): number[] {
  const date = new Date(from);
  const since = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const first = Math.floor(since / months) * months;
  const most = Math.ceil((to - from) / (months * MONTH)) + 2;
  return Array.from({ length: most }, (_, place) => monthStart(first + place * months)).filter(
    (time) => time >= from && time <= to,
  );
}

/** @param month number of months since January of the year 0 */
const monthStart = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
