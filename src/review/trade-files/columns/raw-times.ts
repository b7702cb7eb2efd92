import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { excerpt } from '../../../shared/text/excerpt.js';
import type { ImportOptions } from '../formats/import-options.js';
import type { RawTrades } from './raw-trades.js';
import { wallTimeOf } from '../../../shared/market/wall-time.js';
import { epochNumber, epochToMs } from './time-column.js';
import { TradeFileError } from '../files/trade-file-error.js';
import { zoneReadings } from '../../../shared/market/zone-clock.js';

/**
 * Returns the instants that a text may name, epoch ms, earliest first. A local time that the clock shows twice is two
 * instants, and a local time that the clock skips is none. Returns null if the text is not a time.
 */
export type RawTimes = (text: string) => readonly number[] | null;

/**
 * Returns a function that reads the times of a file.
 * @throws TradeFileError for a time that is ambiguous without an option; the error names the option
 */
export function rawTimes({ traits, largestEpoch }: RawTrades, options: ImportOptions): RawTimes {
  const zone = traits.timezone ?? options.timezone;
  const toInstants = zone === undefined ? undefined : zoneReadingsOf(zone);
  const toMs = traits.plain ? (time: number) => time : epochToMs(largestEpoch);
  return (text) => {
    const epoch = epochNumber(text);
    if (!Number.isNaN(epoch)) return toMs ? [toMs(epoch)] : null;
    const time = wallTimeOf(text, options.dateOrder);
    if (time === 'not-a-time') return null;
    if (time === 'needs-date-order') throw new TradeFileError('dateOrder', dateOrderNeededBy(text));
    if (time.offset !== null) return [time.wall - time.offset * MINUTE_MS];
    if (toInstants) return toInstants(time.wall);
    throw new TradeFileError('timezone', timezoneNeededBy(text));
  };
}

export const dateOrderNeededBy = (text: string): string =>
  `is required (dmy, mdy or ymd): dates such as ${excerpt(text)} do not begin with the year`;

export const timezoneNeededBy = (text: string): string =>
  `is required (such as Europe/Berlin): times such as ${excerpt(text)} carry no offset`;

function zoneReadingsOf(zone: string): ReturnType<typeof zoneReadings> {
  try {
    return zoneReadings(zone);
  } catch (error) {
    throw new TradeFileError('timezone', 'must be an IANA time zone such as Europe/Berlin', { cause: error });
  }
}
