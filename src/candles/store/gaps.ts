import type { EntityManager } from 'typeorm';
import { type Span, intersectSpans, subtractSpans } from '../../shared/market/spans.js';
import { CandleGap } from './candle-gap.entity.js';

/** Time after which a gap is requested from the venue again, ms, because the venue fills some gaps late. */
export const ASK_AGAIN_AFTER_MS = 86_400_000;

/**
 * SQL condition on a gap of the series $1 that is requested once more, because the venue may have bars in it. Such a gap
 * was recorded without proof, and belongs to a covered span that reaches back to 1970.
 */
export const MAY_BE_WRONG = `(NOT proven AND EXISTS (
    SELECT FROM coverage c WHERE c.series_id = $1 AND c.start_ts = 0 AND c.end_ts >= candle_gaps.end_ts
  ))`;

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
     RETURNING start_ts AS "startTs", end_ts AS "endTs", asked_at AS "askedAt", settled, proven`,
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
      ...gapsOf(subtractSpans([spanOf(gap)], [span]), gap),
      ...gapsOf(intersectSpans([spanOf(gap)], missing), { ...gap, settled, proven: true }),
    ];
  });
  const found = subtractSpans(missing, known.map(spanOf));
  return [...changed, ...gapsOf(found, { askedAt, settled: false, proven: true })];
}

const spanOf = ({ startTs, endTs }: Gap): Span => ({ start: startTs, end: endTs });

const gapsOf = (
  spans: readonly Span[],
  { askedAt, settled, proven }: Pick<Gap, 'askedAt' | 'settled' | 'proven'>,
): Gap[] => spans.map(({ start, end }) => ({ startTs: start, endTs: end, askedAt, settled, proven }));
