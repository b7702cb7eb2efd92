import type { EntityManager } from 'typeorm';
import { type Span, intersectSpans, subtractSpans } from '../../market/spans.js';
import { CandleGap } from './candle-gap.entity.js';

/** Time after which a gap is requested from the venue again, ms, because the venue fills some gaps late. */
export const ASK_AGAIN_AFTER_MS = 86_400_000;

type Gap = Omit<CandleGap, 'seriesId'>;

/**
 * Records the parts of a span for which the venue has no bar. A gap that was due for a re-check becomes settled, and a
 * gap that has been filled is removed. The caller must hold the lock of the series.
 * @param missing within `span`
 * @param askedAt time of the request to the venue, epoch ms
 */
export async function recordGaps(
  manager: EntityManager,
  seriesId: number,
  span: Span,
  missing: readonly Span[],
  askedAt: number,
): Promise<void> {
  const [known] = await manager.query<[Gap[], number]>(
    `DELETE FROM candle_gaps WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2
     RETURNING start_ts AS "startTs", end_ts AS "endTs", asked_at AS "askedAt", settled`,
    [seriesId, span.start, span.end],
  );
  const gaps = gapsAfter(known, span, missing, askedAt).map((gap) => ({ ...gap, seriesId }));
  if (gaps.length > 0) await manager.insert(CandleGap, gaps);
}

/**
 * Returns the gaps in and around a span after a response of the venue: the known gaps, updated with the gaps of the
 * response.
 */
export function gapsAfter(
  known: readonly Gap[],
  span: Span,
  missing: readonly Span[],
  askedAt: number,
): Gap[] {
  const changed = known.flatMap((gap) => {
    // If two instances send the request at the same time, the gap is not settled and stays due for a re-check.
    const settled = gap.settled || gap.askedAt <= askedAt - ASK_AGAIN_AFTER_MS;
    return [
      ...gapsOf(subtractSpans([spanOf(gap)], [span]), gap.askedAt, gap.settled),
      ...gapsOf(intersectSpans([spanOf(gap)], missing), gap.askedAt, settled),
    ];
  });
  return [...changed, ...gapsOf(subtractSpans(missing, known.map(spanOf)), askedAt, false)];
}

const spanOf = ({ startTs, endTs }: Gap): Span => ({ start: startTs, end: endTs });

const gapsOf = (spans: readonly Span[], askedAt: number, settled: boolean): Gap[] =>
  spans.map(({ start, end }) => ({ startTs: start, endTs: end, askedAt, settled }));
