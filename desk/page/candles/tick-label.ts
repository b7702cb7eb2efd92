import { monthName, wallClock } from '../../report/dates.js';

/**
 * Returns the label of a tick. The charting library numbers the kinds of ticks: year 0, month 1, day 2, time 3, time
 * with seconds 4.
 */
export function tickLabel(time: number, kind: number, timezone: string): string {
  const { year, month, day, hour, minute } = wallClock(time, timezone);
  if (kind === 0) return String(year);
  if (kind === 1) return monthName(month);
  if (kind === 2) return `${day} ${monthName(month)}`;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
