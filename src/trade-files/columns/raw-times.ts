import { MINUTE_MS } from '../../market/intervals.js';
import { excerpt } from '../../text/excerpt.js';
import type { ImportOptions } from '../formats/import-options.js';
import type { RawTrades } from './raw-trades.js';
import { epochNumber, epochToMs, wallTimeOf } from './time-column.js';
import { TradeFileError } from '../files/trade-file-error.js';
import { zoneClock } from '../../market/zone-clock.js';

/** Returns the instant that a text names, epoch ms; NaN if the text is not a time. */
export type RawTimes = (text: string) => number;

/**
 * Returns a function that reads the times of a file.
 * @throws TradeFileError for a time that is ambiguous without an option; the error names the option
 */
export function rawTimes({ traits, largestEpoch }: RawTrades, options: ImportOptions): RawTimes {
  const zone = traits.timezone ?? options.timezone;
  const toInstant = zone === undefined ? undefined : zoneClockOf(zone);
  const toMs = traits.plain ? (time: number) => time : epochToMs(largestEpoch);
  return (text) => {
    const epoch = epochNumber(text);
    if (!Number.isNaN(epoch)) return toMs ? toMs(epoch) : NaN;
    const time = wallTimeOf(text, options.dateOrder);
    if (time === 'not-a-time') return NaN;
    if (time === 'needs-date-order') throw new TradeFileError('dateOrder', dateOrderNeededBy(text));
    if (time.offset !== null) return time.wall - time.offset * MINUTE_MS;
    if (toInstant) return toInstant(time.wall);
    throw new TradeFileError('timezone', timezoneNeededBy(text));
  };
}

export const dateOrderNeededBy = (text: string): string =>
  `is required (dmy, mdy or ymd): dates such as ${excerpt(text)} do not begin with the year`;

export const timezoneNeededBy = (text: string): string =>
  `is required (such as Europe/Berlin): times such as ${excerpt(text)} carry no offset`;

function zoneClockOf(zone: string): (wallTimeAsUtc: number) => number {
  try {
    return zoneClock(zone);
  } catch (error) {
    throw new TradeFileError('timezone', 'must be an IANA time zone such as Europe/Berlin', { cause: error });
  }
}
