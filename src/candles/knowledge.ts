import { type Interval, intervalMs } from './intervals.js';
import { type Span, intersectSpans, mergeSpans, subtractSpans, wholeCells } from './spans.js';

/** A stretch of a covered span for which the venue had no bar, and for which it is to be asked once more. */
export interface OpenGap extends Span {
  /** When it was asked, epoch ms. */
  readonly askedAt: number;
}

export interface SeriesKnowledge {
  readonly covered: readonly Span[];
  readonly gaps: readonly OpenGap[];
}

/** What the store knows of a stretch of time: of the series itself, and of the 1m series that it can be made from. */
export interface Knowledge {
  readonly span: Span;
  readonly own: SeriesKnowledge;
  /** Nothing when the series itself is at 1m. */
  readonly minutes: SeriesKnowledge;
}

/** The parts of the span in which every bar can be answered: those covered, and the whole bars covered at 1m. */
export function knownIn({ span, own, minutes }: Knowledge, interval: Interval): Span[] {
  const cells = wholeCells(minutes.covered, intervalMs(interval));
  return intersectSpans(mergeSpans([...own.covered, ...cells]), [span]);
}

/**
 * The parts of the span whose bars may still appear or change since the venue is to be asked once more.
 * @param askedBy only for gaps that were found at that moment or earlier, epoch ms
 */
export function openIn({ span, own, minutes }: Knowledge, interval: Interval, askedBy: number): Span[] {
  const cellMs = intervalMs(interval);
  const found = ({ gaps }: SeriesKnowledge) => gaps.filter(({ askedAt }) => askedAt <= askedBy);
  const cells = found(minutes).map(({ start, end }) => ({
    start: Math.floor(start / cellMs) * cellMs,
    end: Math.ceil(end / cellMs) * cellMs,
  }));
  // A bar that is covered by itself does not come from minutes.
  const open = [...found(own), ...subtractSpans(cells, own.covered)];
  return intersectSpans(open, [span]);
}

/** A row per covered span and per open gap of a series; $1 its id, $2 and $3 the ends of the stretch. */
export const KNOWLEDGE_ROWS = `
  SELECT NULL::bigint AS "askedAt", greatest(start_ts, $2::bigint) AS start, least(end_ts, $3::bigint) AS "end"
  FROM coverage WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2
  UNION ALL
  SELECT asked_at, start_ts, end_ts
  FROM candle_gaps WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 AND NOT settled
  ORDER BY start`;

export interface KnowledgeRow extends Span {
  /** Null for a covered span. */
  readonly askedAt: number | null;
}

export const NOTHING_KNOWN: SeriesKnowledge = { covered: [], gaps: [] };

export function knowledgeOf(rows: readonly KnowledgeRow[]): SeriesKnowledge {
  return {
    covered: rows.filter(({ askedAt }) => askedAt === null),
    gaps: rows.filter((row): row is KnowledgeRow & OpenGap => row.askedAt !== null),
  };
}
