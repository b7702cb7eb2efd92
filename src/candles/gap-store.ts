import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CandleGap } from './candle-gap.entity.js';
import { lockSeries } from './write-part.js';
import { type Span, intersectSpans, subtractSpans } from './spans.js';

/** A gap is asked again once, this long after it was found: a venue fills some of its gaps late. */
export const ASK_AGAIN_AFTER_MS = 86_400_000;

type Gap = Omit<CandleGap, 'seriesId'>;

/** Which gaps the venue itself has, and which of them it is still to be asked about once more. */
@Injectable()
export class GapStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Notes what an asked span turned out to lack. A gap that was due to be asked again is settled by that, one that is
   * filled is forgotten; what of a known gap was not asked stays as it was.
   */
  async note(seriesId: number, asked: Span, missing: readonly Span[], now: number): Promise<void> {
    if (asked.start >= asked.end) return;
    await this.dataSource.transaction(async (manager) => {
      await lockSeries(manager, seriesId);
      const [known] = await manager.query<[CandleGap[], number]>(
        `DELETE FROM candle_gaps WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2
         RETURNING start_ts AS "startTs", end_ts AS "endTs", asked_at AS "askedAt", settled`,
        [seriesId, asked.start, asked.end],
      );
      const rows = gapsAfter(known, asked, missing, now).map((gap) => ({ ...gap, seriesId }));
      if (rows.length > 0) await manager.insert(CandleGap, rows);
    });
  }
}

/** The gaps in and around an asked span, of those that were known and those that it lacks now. */
export function gapsAfter(known: readonly Gap[], asked: Span, missing: readonly Span[], now: number): Gap[] {
  const spanOf = ({ startTs, endTs }: Gap): Span => ({ start: startTs, end: endTs });
  const kept = known.flatMap((gap) => {
    const { askedAt } = gap;
    // Asked too early to count, as two do that ask at the same time: it stays due.
    const settled = gap.settled || askedAt <= now - ASK_AGAIN_AFTER_MS;
    return [
      ...gapsOf(subtractSpans([spanOf(gap)], [asked]), askedAt, gap.settled),
      ...gapsOf(intersectSpans([spanOf(gap)], missing), askedAt, settled),
    ];
  });
  return [...kept, ...gapsOf(subtractSpans(missing, known.map(spanOf)), now, false)];
}

function gapsOf(spans: readonly Span[], askedAt: number, settled: boolean): Gap[] {
  return spans.map(({ start, end }) => ({ startTs: start, endTs: end, askedAt, settled }));
}
