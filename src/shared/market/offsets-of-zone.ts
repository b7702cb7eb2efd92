import { DAY_MS, MINUTE_MS } from './intervals.js';

const MINUTES_PER_DAY = 1_440;
/** Maximum number of cached offsets of a time zone. This number covers the UTC days of half a century. */
const MAX_OFFSETS = 20_000;

/** Returns the offset of a time zone at a given time: local time minus UTC, in ms. */
export type OffsetAt = (epochMs: number) => number;

/**
 * Returns the offsets of a time zone.
 *
 * The offsets are cached, because a call of the formatter takes several µs. A UTC day that begins and ends with the
 * same offset needs one entry, because since 1970 no zone has changed its offset twice within a week. Other days need
 * one entry per minute. Quarters of an hour would be too coarse for these days, because some zones changed their clocks
 * at 00:01.
 * @param zone IANA name
 * @throws RangeError for an unknown zone
 */
export function offsetsOf(zone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const atMinute = remembered((minute) => formattedOffset(format, minute * MINUTE_MS));
  /** NaN if the offset changes during the day. */
  const ofDay = remembered((day) => {
    const offset = atMinute(day * MINUTES_PER_DAY);
    return offset === atMinute((day + 1) * MINUTES_PER_DAY) ? offset : NaN;
  });
  return (epochMs) => {
    const offset = ofDay(Math.floor(epochMs / DAY_MS));
    return Number.isNaN(offset) ? atMinute(Math.floor(epochMs / MINUTE_MS)) : offset;
  };
}

function remembered(valueOf: (key: number) => number): (key: number) => number {
  const values = new Map<number, number>();
  let [lastKey, lastValue] = [NaN, NaN];
  return (key) => {
    // Trades are ordered by time, so a key is nearly always equal to the key before it.
    if (key === lastKey) return lastValue;
    let value = values.get(key);
    if (value === undefined) {
      value = valueOf(key);
      if (values.size >= MAX_OFFSETS) values.clear();
      values.set(key, value);
    }
    [lastKey, lastValue] = [key, value];
    return value;
  };
}

/** Parses a text such as "1/31/2024, 19:05:00". `formatToParts` would take several times as long. */
function formattedOffset(format: Intl.DateTimeFormat, epochMs: number): number {
  const [month, day, year, hour, minute, second] = format.format(epochMs).match(/\d+/g)!.map(Number) as Six;
  return Date.UTC(year, month - 1, day, hour, minute, second) - epochMs;
}

type Six = [number, number, number, number, number, number];
