import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CandleGap } from './candle-gap.entity.js';
import { type Span, intersectSpans } from './spans.js';

/** A gap is asked again once, this long after it was found: a venue fills some of its gaps late. */
export const ASK_AGAIN_AFTER_MS = 86_400_000;

/** Which gaps the venue itself has, and which of them it is still to be asked about once more. */
@Injectable()
export class GapStore {
  constructor(private readonly dataSource: DataSource) {}

  /** The parts of [from, to) that are gaps found a day ago or earlier and asked about only once. */
  async dueGaps(seriesId: number, from: number, to: number, now: number): Promise<Span[]> {
    const gaps: Span[] = await this.dataSource.query(
      `SELECT start_ts AS start, end_ts AS "end" FROM candle_gaps
       WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 AND NOT settled AND asked_at <= $4`,
      [seriesId, from, to, now - ASK_AGAIN_AFTER_MS],
    );
    return intersectSpans(gaps, [{ start: from, end: to }]);
  }

  /**
   * Notes what an asked span turned out to lack. A gap that was known before is settled by that, one that is filled is
   * forgotten; what of a known gap was not asked stays as it was.
   */
  async note(seriesId: number, asked: Span, missing: readonly Span[], now: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const known = await manager.query<CandleGap[]>(
        `DELETE FROM candle_gaps WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2
         RETURNING start_ts AS "startTs", end_ts AS "endTs", asked_at AS "askedAt", settled`,
        [seriesId, asked.start, asked.end],
      );
      const outside = known.flatMap((gap) => partsOutside(gap, asked));
      const inside = missing.map(({ start, end }) => ({
        startTs: start,
        endTs: end,
        askedAt: now,
        settled: known.some((gap) => gap.startTs < end && gap.endTs > start),
      }));
      const rows = [...outside, ...inside].map((gap) => ({ ...gap, seriesId }));
      if (rows.length > 0) await manager.upsert(CandleGap, rows, ['seriesId', 'startTs']);
    });
  }
}

function partsOutside(gap: CandleGap, asked: Span): Omit<CandleGap, 'seriesId'>[] {
  const { askedAt, settled } = gap;
  return [
    { startTs: gap.startTs, endTs: Math.min(gap.endTs, asked.start), askedAt, settled },
    { startTs: Math.max(gap.startTs, asked.end), endTs: gap.endTs, askedAt, settled },
  ].filter((part) => part.startTs < part.endTs);
}
