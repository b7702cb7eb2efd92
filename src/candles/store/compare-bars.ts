import type { DataSource, EntityManager } from 'typeorm';
import { type BarColumns, type Candle, sliceBars } from './bar-columns.js';

export type BarFigures = Omit<Candle, 'ts'>;

/** A stored bar with other figures than the bar that was sent. */
export interface DifferingBar {
  /** Open time, ms UTC. */
  readonly ts: number;
  readonly stored: BarFigures;
  readonly sent: BarFigures;
}

export interface BarComparison {
  /** Numbers of the bars that are not stored, stored with other figures, and stored with the same figures. */
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The first bars with other figures, ascending. */
  readonly differing: readonly DifferingBar[];
}

/** Number of bars that one statement compares, which takes some tens of ms. */
const BARS_AT_ONCE = 5_000;

/** $2 to $7 are the columns of the bars, and $8 is the maximum number of listed bars. */
const COMPARE = `
  WITH compared AS (
    SELECT b.ts, json_build_object('open', b.open, 'high', b.high, 'low', b.low, 'close', b.close,
        'volume', b.volume) AS stored,
      json_build_object('open', s.open, 'high', s.high, 'low', s.low, 'close', s.close, 'volume', s.volume) AS sent,
      (b.open, b.high, b.low, b.close, b.volume) IS DISTINCT FROM (s.open, s.high, s.low, s.close, s.volume) AS differs
    FROM bars b JOIN unnest($2::bigint[], $3::double precision[], $4::double precision[], $5::double precision[],
      $6::double precision[], $7::double precision[]) AS s (ts, open, high, low, close, volume) ON s.ts = b.ts
    WHERE b.series_id = $1
  )
  SELECT count(*) AS known, count(*) FILTER (WHERE differs) AS changed,
    (SELECT coalesce(json_agg(json_build_object('ts', ts, 'stored', stored, 'sent', sent) ORDER BY ts), '[]')
     FROM (SELECT * FROM compared WHERE differs ORDER BY ts LIMIT $8) first) AS differing
  FROM compared`;

/**
 * Compares bars with the stored bars of a series.
 * @param most maximum number of listed bars
 */
export async function compareBars(
  database: DataSource | EntityManager,
  seriesId: number,
  bars: BarColumns,
  most: number,
): Promise<BarComparison> {
  const counts = { inserted: 0, changed: 0, unchanged: 0 };
  const differing: DifferingBar[] = [];
  for (let from = 0; from < bars.count; from += BARS_AT_ONCE) {
    const part = sliceBars(bars, from, Math.min(from + BARS_AT_ONCE, bars.count));
    const columns = [part.ts, part.open, part.high, part.low, part.close, part.volume];
    const [found] = await database.query<[{ known: number; changed: number; differing: DifferingBar[] }]>(
      COMPARE,
      [seriesId, ...columns.map((column) => `{${column.join(',')}}`), most - differing.length],
    );
    counts.inserted += part.count - found.known;
    counts.changed += found.changed;
    counts.unchanged += found.known - found.changed;
    differing.push(...found.differing);
  }
  return { ...counts, differing };
}
