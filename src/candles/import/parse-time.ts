/** 17 digits are enough for the microseconds of the year 5138. */
const WHOLE_NUMBER = /^\d{1,17}$/;

/**
 * Larger numbers are microseconds. As milliseconds, this number is in the year 5138; as microseconds, it is in 1973.
 */
const MAX_MS = 1e14;

/** Smaller numbers of a chart are seconds. As seconds, this number is in the year 5138; as ms, it is in 1973. */
export const MAX_S = 1e11;

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:Z|([+-]\d{2}):?(\d{2})))?$/;

export function isTime(text: string): boolean {
  return WHOLE_NUMBER.test(text);
}

/** Returns a number of ms or µs as ms. */
export const msOf = (time: number): number => (time > MAX_MS ? time / 1000 : time);

/** Returns a time in ms or µs as ms; NaN if it is not a whole number. */
export function timeOf(text: string): number {
  return isTime(text) ? msOf(Number(text)) : NaN;
}

/** Returns a time of a chart as ms: a number of seconds, ms or µs, a date, or a time with its offset; NaN otherwise. */
export function timeOfChart(text: string): number {
  if (isTime(text)) return Number(text) < MAX_S ? Number(text) * 1000 : timeOf(text);
  const [, date, time = '00:00', hours = '+00', minutes = '00'] = ISO_TIME.exec(text) ?? [];
  if (date === undefined) return NaN;
  const midnight = new Date(`${date}T00:00Z`);
  // `Date` accepts a day that does not exist, such as 31 April, and moves it to the next month.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  return exists ? Date.parse(`${date}T${time}${hours}:${minutes}`) : NaN;
}
