import { BarBuilder } from './bar-builder.js';
import { type BarColumns, positionOf } from './bar-columns.js';
import { type Interval, intervalMs } from '../../shared/market/intervals.js';
import { type Span, mergeSpans, wholeCells } from '../../shared/market/spans.js';

/**
 * Aggregates 1m bars to bars of a larger interval. A larger bar exists if its whole span is covered and contains at
 * least one 1m bar. The larger bar takes the first open, highest high, lowest low, last close and the sum of the
 * volumes of its 1m bars. If a part of a span is not covered, that part is unknown, so the span has no larger bar.
 * @param minutes 1m bars, ascending
 * @param covered the spans in which every 1m bar is known, in any order
 */
export function aggregateBars(minutes: BarColumns, covered: readonly Span[], interval: Interval): BarColumns {
  const cellMs = intervalMs(interval);
  const spans = wholeCells(mergeSpans(covered), cellMs);
  const cells = spans.reduce((sum, { start, end }) => sum + (end - start) / cellMs, 0);
  const result = new BarBuilder(Math.max(1, Math.min(cells, minutes.count)));
  for (const span of spans) {
    const end = positionOf(minutes, span.end);
    let at = positionOf(minutes, span.start);
    while (at < end) {
      const cellTs = Math.floor(minutes.ts[at]! / cellMs) * cellMs;
      at = addLargerBar(result, minutes, at, cellTs, cellTs + cellMs);
    }
  }
  return result.build();
}

/**
 * Adds the larger bar of the 1m bars from position `first` up to the time `cellEnd`. Returns the position after these
 * 1m bars.
 */
function addLargerBar(
  result: BarBuilder,
  minutes: BarColumns,
  first: number,
  cellTs: number,
  cellEnd: number,
): number {
  let high = minutes.high[first]!;
  let low = minutes.low[first]!;
  // Neumaier's compensated sum: `lost` collects the low-order parts that `sum` cannot hold.
  let sum = 0;
  let lost = 0;
  let at = first;
  for (; at < minutes.count && minutes.ts[at]! < cellEnd; at += 1) {
    if (minutes.high[at]! > high) high = minutes.high[at]!;
    if (minutes.low[at]! < low) low = minutes.low[at]!;
    const volume = minutes.volume[at]!;
    const next = sum + volume;
    lost += sum >= volume ? sum - next + volume : volume - next + sum;
    sum = next;
  }
  result.add(cellTs, minutes.open[first]!, high, low, minutes.close[at - 1]!, roundVolume(sum + lost));
  return at;
}

/** About 9e7. Doubles above this limit are more than 1e-8 apart, so rounding to 8 decimals changes nothing. */
const LARGEST_ROUNDED = Number.MAX_SAFE_INTEGER / 1e8;

/** Rounds a volume (≥ 0) to 8 decimals, half away from zero. The volume is read as its shortest decimal. */
function roundVolume(volume: number): number {
  if (volume > LARGEST_ROUNDED) return volume;
  const [digits, exponent = 0] = String(volume).split('e');
  return Number(`${Math.round(Number(`${digits}e${Number(exponent) + 8}`))}e-8`);
}
