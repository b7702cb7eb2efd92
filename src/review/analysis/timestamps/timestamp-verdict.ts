import type { StampResolution } from '../minutes/stamp-resolution.js';
import type { TimeUnit } from './time-unit.js';

export const TIMESTAMP_VERDICTS = ['aligned', 'shifted', 'zone', 'no-fit', 'unknown', 'unit'] as const;

/**
 * The result of comparing the times of trades with candles. If the times do not fit, the verdict is only a warning: no
 * trades are rejected.
 */
export interface TimestampVerdict {
  /**
   * `aligned`: the unchanged times fit. `shifted`: the times fit after a constant shift. `zone`: the times fit as local
   * times of a time zone. `no-fit`: no shift and no time zone makes the times fit. `unknown`: too few bars are known.
   * `unit`: the times are not in ms.
   */
  readonly verdict: (typeof TIMESTAMP_VERDICTS)[number];
  readonly unit: TimeUnit;
  /**
   * Resolution of the unchanged times of all trades; null if there are no trades, or if the unchanged times do not fit
   * the candles.
   */
  readonly resolution: StampResolution | null;
  /**
   * Number of milliseconds that must be added to the times to make them fit the candles. 0 if the times are aligned,
   * null if no shift makes the times fit.
   */
  readonly shiftMs: number | null;
  /** Time zone in which the times fit as local times; null unless the verdict is `zone`. */
  readonly zone: string | null;
  /**
   * Number of prices whose bar is known, and how many of these prices fit their bar, by the rule that the trades meet.
   * If the trades meet no rule, the numbers count all prices in 1m bars.
   */
  readonly known: number;
  readonly fitting: number;
  /**
   * Median distance of all prices from their 1m bars, after the times are shifted by `shiftMs` or read in `zone`; null
   * if no bar is known.
   */
  readonly medianDistanceBp: number | null;
  readonly message: string;
}

const UNIT_NAMES: Readonly<Record<TimeUnit, string>> = {
  ms: 'milliseconds',
  s: 'seconds',
  us: 'microseconds',
  ns: 'nanoseconds',
};

/** Returns the verdict as one sentence for a user. */
export function timestampMessage(verdict: Omit<TimestampVerdict, 'message'>): string {
  const { known, fitting, medianDistanceBp } = verdict;
  const count = `${fitting} of ${known} known prices`;
  switch (verdict.verdict) {
    case 'aligned':
      return `The trades fit the candles: ${count} lie within their bar.`;
    case 'shifted':
      return `The times look shifted: ${count} fit the candles when they are read ${shiftText(verdict.shiftMs!)}.`;
    case 'zone':
      return `The times look like local times of ${verdict.zone}: read so, ${count} fit the candles.`;
    case 'no-fit':
      return `The trades do not fit the candles, with no shift and in no time zone: ${count} lie within their 1m bar, and the median distance is ${medianDistanceBp} basis points. A small distance suggests candles of another feed.`;
    case 'unknown':
      return `Whether the trades fit the candles is unknown: candles are stored for ${known} of their prices.`;
    case 'unit':
      return `The times look like ${UNIT_NAMES[verdict.unit]}, not milliseconds.`;
  }
}

function shiftText(shiftMs: number): string {
  const minutes = Math.abs(shiftMs) / 60_000;
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
  return `${time} ${shiftMs > 0 ? 'later' : 'earlier'}`;
}
