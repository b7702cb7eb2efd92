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

/** A row per covered span and per open gap; $1 feed, $2 symbol, $3 intervals, $4 and $5 the ends of the stretch. */
export const KNOWLEDGE_ROWS = `
  SELECT s."interval", NULL::bigint AS "askedAt",
    greatest(start_ts, $4::bigint) AS start, least(end_ts, $5::bigint) AS "end"
  FROM series s JOIN coverage c ON c.series_id = s.id
  WHERE feed = $1 AND symbol = $2 AND s."interval" = ANY ($3::text[]) AND start_ts < $5 AND end_ts > $4
  UNION ALL
  SELECT s."interval", asked_at, start_ts, end_ts
  FROM series s JOIN candle_gaps g ON g.series_id = s.id
  WHERE feed = $1 AND symbol = $2 AND s."interval" = ANY ($3::text[]) AND start_ts < $5 AND end_ts > $4
    AND NOT settled
  ORDER BY start`;

export interface KnowledgeRow extends Span {
  readonly interval: Interval;
  /** Null for a covered span. */
  readonly askedAt: number | null;
}

export function knowledgeOf(rows: readonly KnowledgeRow[], interval: Interval, span: Span): Knowledge {
  const of = (wanted: Interval): SeriesKnowledge => {
    const own = rows.filter((row) => row.interval === wanted);
    return {
      covered: own.filter(({ askedAt }) => askedAt === null),
      gaps: own.filter((row): row is KnowledgeRow & OpenGap => row.askedAt !== null),
    };
  };
  return { span, own: of(interval), minutes: interval === '1m' ? { covered: [], gaps: [] } : of('1m') };
}
