import { ALL_IN_MINUTES, type Rung, isOnGrid, ladderFor, stampsOn } from './ladder.js';
import { medianDistanceBp } from './median-distance.js';
import { type BarsOf, type RangeAt, fittingShare, rangeReader } from './price-fits.js';
import { type Share, isKnown, reaches } from './share.js';
import { findShift } from './shift.js';
import { type TradeSampleStamps, type Stamps, stampsOf } from './stamps.js';
import { timeUnit } from './time-unit.js';
import { type TimestampVerdict, timestampMessage } from './timestamp-verdict.js';
import { findZone } from './zone.js';
import { zoneInstant } from './zone-instants.js';

/**
 * Judges whether the times of trades fit the candles.
 *
 * The rules are based on 996 trades of real lists: of their exits, 41 % lie in the minute of the exit time, but 99.9 %
 * lie in the bar of the tool's timeframe.
 * @param trades as returned by `sampledTrades`
 * @param barsOf returns the stored 1m bars of an asset in the minutes of `timestampSpans`; further bars do not matter
 * @param accountTimezone preferred among zones with the same clock
 */
export function judgeTimestamps(
  trades: TradeSampleStamps,
  barsOf: BarsOf,
  accountTimezone: string,
): TimestampVerdict {
  const stamps = stampsOf(trades);
  const rangeAt = rangeReader(barsOf);
  const found = findVerdict(stamps, rangeAt, ladderFor(trades.stampMs), accountTimezone);
  const instants = stamps.time.map((time) =>
    found.zone === null ? time + (found.shiftMs ?? 0) : zoneInstant(found.zone, time),
  );
  const verdict = {
    verdict: found.verdict,
    unit: timeUnit(stamps.time),
    resolution: trades.count > 0 && KEEPS_RESOLUTION.has(found.verdict) ? trades.resolution : null,
    shiftMs: found.shiftMs,
    zone: found.zone,
    ...found.share,
    medianDistanceBp: medianDistanceBp(stamps, rangeAt, instants),
  };
  return { ...verdict, message: timestampMessage(verdict) };
}

/**
 * The verdicts for which the resolution of the times is valid. `unknown` is among them: too few prices are known to
 * doubt the times.
 */
const KEEPS_RESOLUTION: ReadonlySet<TimestampVerdict['verdict']> = new Set(['aligned', 'unknown']);

type Found = Pick<TimestampVerdict, 'verdict' | 'shiftMs' | 'zone'> & { readonly share: Share };

function findVerdict(
  stamps: Stamps,
  rangeAt: RangeAt,
  ladder: readonly Rung[],
  accountTimezone: string,
): Found {
  const shareOn = (rung: Rung) =>
    fittingShare(stamps, stampsOn(rung, stamps), rung.lengthMs, rangeAt, (i) => stamps.time[i]!);
  const nothing = { shiftMs: null, zone: null, share: shareOn(ALL_IN_MINUTES) };
  if (timeUnit(stamps.time) !== 'ms') return { ...nothing, verdict: 'unit' };
  const rungs = ladder
    .filter((rung) => isOnGrid(stamps, rung, 0))
    .map((rung) => ({
      rung,
      share: shareOn(rung),
    }));
  const holding = rungs.find(({ rung, share }) => reaches(share, rung.percent));
  if (holding) return { verdict: 'aligned', shiftMs: 0, zone: null, share: holding.share };
  if (!rungs.some(({ share }) => isKnown(share))) return { ...nothing, verdict: 'unknown' };
  const shift = findShift(stamps, rangeAt, ladder);
  if (shift) return { verdict: 'shifted', shiftMs: shift.shiftMs, zone: null, share: shift.share };
  const zone = findZone(stamps, rangeAt, accountTimezone);
  if (zone) return { verdict: 'zone', shiftMs: null, zone: zone.zone, share: zone.share };
  return { ...nothing, verdict: 'no-fit' };
}
