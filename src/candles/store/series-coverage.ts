import { type Interval, intervalMs } from '../../shared/market/intervals.js';
import {
  type Span,
  intersectSpans,
  mergeSpans,
  subtractSpans,
  wholeCells,
} from '../../shared/market/spans.js';
import { MAY_BE_WRONG } from './gaps.js';

/** A part of a covered span that had no bar in the venue's response, and must be requested a second time. */
export interface OpenGap extends Span {
  /** Time of the request to the venue, epoch ms; 0 if the venue may not have been asked about the whole gap. */
  readonly askedAt: number;
}

/** The coverage of one series. */
export interface SeriesCoverage {
  readonly covered: readonly Span[];
  readonly openGaps: readonly OpenGap[];
}

/** The coverage of a span on the grid of a series. */
export interface SpanCoverage {
  readonly span: Span;
  readonly own: SeriesCoverage;
  /** Coverage of the 1m series from which larger bars are aggregated; empty for the 1m series itself. */
  readonly minutes: SeriesCoverage;
}

export const NO_COVERAGE: SeriesCoverage = { covered: [], openGaps: [] };

/**
 * Returns the parts of the span in which every bar is known: parts that the series itself covers, and bars whose
 * minutes are all covered.
 */
export function coveredSpans({ span, own, minutes }: SpanCoverage, interval: Interval): Span[] {
  const cells = wholeCells(minutes.covered, intervalMs(interval));
  return intersectSpans(mergeSpans([...own.covered, ...cells]), [span]);
}

/**
 * Returns the parts of the span whose bars may still appear or change, because a gap is not settled.
 * @param foundBy only gaps that were found at this time or earlier, epoch ms
 */
export function openGaps(
  { span, own, minutes }: SpanCoverage,
  interval: Interval,
  foundBy = Infinity,
): Span[] {
  const cellMs = intervalMs(interval);
  const found = (gaps: readonly OpenGap[]) => gaps.filter(({ askedAt }) => askedAt <= foundBy);
  const cells = found(minutes.openGaps).map(({ start, end }) => ({
    start: Math.floor(start / cellMs) * cellMs,
    end: Math.ceil(end / cellMs) * cellMs,
  }));
  // A bar that the series itself covers is not aggregated.
  const gaps = [...found(own.openGaps), ...subtractSpans(cells, own.covered)];
  return intersectSpans(gaps, [span]);
}

/**
 * Selects a row per covered span and per open gap of a series. $1 is the id of the series; $2 and $3 are the bounds of
 * the span.
 */
export const COVERAGE_ROWS = `
  SELECT NULL::bigint AS "askedAt", greatest(start_ts, $2::bigint) AS start, least(end_ts, $3::bigint) AS "end"
  FROM coverage WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2
  UNION ALL
  SELECT CASE WHEN ${MAY_BE_WRONG} THEN 0 ELSE asked_at END, start_ts, end_ts
  FROM candle_gaps WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 AND (NOT settled OR ${MAY_BE_WRONG})
  ORDER BY start`;

export interface CoverageRow extends Span {
  /** Null for a covered span. */
  readonly askedAt: number | null;
}

export function toSeriesCoverage(rows: readonly CoverageRow[]): SeriesCoverage {
  return {
    covered: rows.filter(({ askedAt }) => askedAt === null),
    openGaps: rows.filter((row): row is CoverageRow & OpenGap => row.askedAt !== null),
  };
}
