import { ALL_IN_MINUTES, LADDER, type Rung, isOnGrid, stampsOn } from './ladder.js';
import { medianDistanceBp } from './median-distance.js';
import { type BarsOf, type RangeAt, fittingShare, rangeReader } from './price-fits.js';
import { RUNGS_MS } from './rung-bars.js';
import { type Share, isKnown, reaches } from './share.js';
import { findShift } from './shift.js';
import { stampResolution } from './stamp-resolution.js';
import { type StampedTrades, type Stamps, stampsOf } from './stamps.js';
import { timeUnit } from './time-unit.js';
import { type TimestampVerdict, timestampMessage } from './timestamp-verdict.js';
import { findZone } from './zone.js';
import { zoneInstant } from './zone-instants.js';

/** Version of this analysis, which is part of the ETag. Raise the version with every change of the response. */
export const TIMESTAMPS_VERSION = 1;

export interface JudgedTimestamps {
  readonly answer: TimestampVerdict;
  /**
   * Share of fitting prices for each length of `RUNGS_MS`, with unchanged times. `stampResolution` uses the shares for
   * all trades.
   */
  readonly shares: { readonly entries: readonly Share[]; readonly exits: readonly Share[] };
}

/**
 * Judges whether the times of trades fit the candles.
 *
 * The rules are based on 996 trades of real lists: 41 % of their exits lie in the minute of the exit time, but 99.9 %
 * in the bar of the tool's timeframe.
 * @param trades as returned by `sampledTrades`
 * @param barsOf returns the stored 1m bars of an asset in the minutes of `timestampSpans`; further bars do not matter
 * @param accountTimezone preferred among zones with the same clock
 */
export function judgeTimestamps(
  trades: StampedTrades,
  barsOf: BarsOf,
  accountTimezone: string,
): JudgedTimestamps {
  const stamps = stampsOf(trades);
  const rangeAt = rangeReader(barsOf);
  const found = findVerdict(stamps, rangeAt, accountTimezone);
  const instants = stamps.time.map((time) =>
    found.zone === null ? time + (found.shiftMs ?? 0) : zoneInstant(found.zone, time),
  );
  const fits = found.shiftMs !== null || found.zone !== null;
  const verdict = {
    verdict: found.verdict,
    unit: timeUnit(stamps.time),
    resolution: fits ? resolutionOf(stamps, instants, sharesByKind(stamps, rangeAt, instants)) : null,
    shiftMs: found.shiftMs,
    zone: found.zone,
    ...found.share,
    medianDistanceBp: medianDistanceBp(stamps, rangeAt, instants),
  };
  return {
    answer: { ...verdict, message: timestampMessage(verdict) },
    shares: sharesByKind(stamps, rangeAt, stamps.time),
  };
}

type Found = Pick<TimestampVerdict, 'verdict' | 'shiftMs' | 'zone'> & { readonly share: Share };

function findVerdict(stamps: Stamps, rangeAt: RangeAt, accountTimezone: string): Found {
  const shareOn = (rung: Rung) =>
    fittingShare(stamps, stampsOn(rung, stamps), rung.lengthMs, rangeAt, (i) => stamps.time[i]!);
  const nothing = { shiftMs: null, zone: null, share: shareOn(ALL_IN_MINUTES) };
  if (timeUnit(stamps.time) !== 'ms') return { ...nothing, verdict: 'unit' };
  const rungs = LADDER.filter((rung) => isOnGrid(stamps, rung, 0)).map((rung) => ({
    rung,
    share: shareOn(rung),
  }));
  const holding = rungs.find(({ rung, share }) => reaches(share, rung.percent));
  if (holding) return { verdict: 'aligned', shiftMs: 0, zone: null, share: holding.share };
  if (!rungs.some(({ share }) => isKnown(share))) return { ...nothing, verdict: 'unknown' };
  const shift = findShift(stamps, rangeAt);
  if (shift) return { verdict: 'shifted', shiftMs: shift.shiftMs, zone: null, share: shift.share };
  const zone = findZone(stamps, rangeAt, accountTimezone);
  if (zone) return { verdict: 'zone', shiftMs: null, zone: zone.zone, share: zone.share };
  return { ...nothing, verdict: 'no-fit' };
}

const NOTHING_KNOWN: Share = { known: 0, fitting: 0 };

/** Returns the shares for each length of bars. A length is skipped if the times are not open times of its bars. */
function sharesByKind(stamps: Stamps, rangeAt: RangeAt, instants: Float64Array): JudgedTimestamps['shares'] {
  const shares = (from: number, to: number) =>
    RUNGS_MS.map((rungMs) =>
      instants.subarray(from, to).every((instant) => instant % rungMs === 0)
        ? fittingShare(stamps, { from, to }, rungMs, rangeAt, (i) => instants[i]!)
        : NOTHING_KNOWN,
    );
  return { entries: shares(0, stamps.entries), exits: shares(stamps.entries, stamps.count) };
}

const resolutionOf = (
  { entries }: Stamps,
  instants: Float64Array,
  shares: JudgedTimestamps['shares'],
): TimestampVerdict['resolution'] => ({
  entryMs: stampResolution(instants.subarray(0, entries), shares.entries),
  exitMs: stampResolution(instants.subarray(entries), shares.exits),
});
