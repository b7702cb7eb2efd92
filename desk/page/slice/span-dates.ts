import { daySpan, stamp } from '../../report/dates.js';
import type { Session } from '../../api/sessions.js';
import type { Slice } from '../router/slice.js';

/** The first and the last day of a span, such as "2024-05-01"; an empty text means no bound. */
export interface SpanDates {
  readonly from: string;
  readonly to: string;
}

const DATE_LENGTH = '2024-05-01'.length;

export const datesOf = (span: Slice['span'], timeZone: string): SpanDates => {
  const dateOf = (time: number | undefined) =>
    time === undefined ? '' : stamp(time, timeZone).slice(0, DATE_LENGTH);
  return { from: dateOf(span?.from), to: dateOf(span?.to) };
};

/**
 * Returns the span from the start of the first day to the end of the last day. If the first day is empty, the span
 * begins with the first trade. If the last day is empty, it ends with the last trade.
 */
export function spanOf(
  { from, to }: SpanDates,
  { firstEntryTime, lastExitTime }: Session['summary'],
  timeZone: string,
): Slice['span'] {
  if (!from && !to) return null;
  const bounds = [
    from ? daySpan(from, timeZone).from : (firstEntryTime ?? 1),
    to ? daySpan(to, timeZone).to : (lastExitTime ?? Date.now()),
  ];
  return { from: Math.max(1, Math.min(...bounds)), to: Math.max(1, ...bounds) };
}
