import { intervalMs } from '../../shared/market/intervals.js';
import { type Span, intersectSpans, subtractSpans } from '../../shared/market/spans.js';
import { type BarColumns, cellsOf, positionOf, sliceBars } from './bar-columns.js';
import type { CandleStore } from './candle-store.js';
import { type OldestBars, readOldestCandles } from './read-oldest-candles.js';
import { type SpanCoverage, coveredSpans } from './series-coverage.js';

/** A span of time. Each cell of the span is a bar, in a gap, or missing. */
export interface CandleRange {
  readonly bars: BarColumns;
  /** Spans in which there is no bar. */
  readonly gaps: readonly Span[];
  /** Spans for which it is unknown whether there are bars. */
  readonly missing: readonly Span[];
  readonly end: number;
}

/** A range with the coverage from which its gaps and missing spans were determined. */
export interface StoredRange extends CandleRange {
  readonly coverage: SpanCoverage;
}

/**
 * Returns the bars, gaps and missing spans from the start of a span on, up to `count` cells outside gaps.
 * @param wanted on the grid of the interval, and not beyond the last closed bar
 */
export async function readRange(store: CandleStore, wanted: OldestBars): Promise<StoredRange> {
  const { interval, count, start, end } = wanted;
  const cellMs = intervalMs(interval);
  // The coverage is read before the bars. All bars of a covered span are already stored, so a write between the two
  // reads adds no gap to a covered span.
  const coverage = await store.coverage(wanted, { start, end });
  const known = coveredSpans(coverage, interval);
  const found = await readOldestCandles(store, { ...wanted, count: count + 1 }, coverage.minutes.covered);
  const cells = cellsOf(found, interval);
  const missing = subtractSpans([{ start, end }], [...known, ...cells]);
  const page = { start, end: nextCell(found, missing, count, cellMs) ?? end };
  return {
    bars: sliceBars(found, 0, positionOf(found, page.end)),
    gaps: subtractSpans(intersectSpans(known, [page]), cells),
    missing: intersectSpans(missing, [page]),
    end: page.end,
    coverage,
  };
}

/**
 * Returns the open time of the cell after `count` cells outside gaps; undefined if there is no such cell.
 * @param bars all bars, or more than `count`
 */
function nextCell(
  bars: BarColumns,
  missing: readonly Span[],
  count: number,
  cellMs: number,
): number | undefined {
  let at = 0;
  let left = count;
  for (const { start, end } of missing) {
    const before = positionOf(bars, start) - at;
    if (before > left) break;
    at += before;
    left -= before;
    if ((end - start) / cellMs > left) return start + left * cellMs;
    left -= (end - start) / cellMs;
  }
  return bars.ts[at + left];
}
