import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { type BarColumns, reversed, sliceBars } from './bar-columns.js';
import type { Feed, Interval } from './intervals.js';
import {
  KNOWLEDGE_ROWS,
  NOTHING_KNOWN,
  type Knowledge,
  type SeriesKnowledge,
  knowledgeOf,
} from './knowledge.js';
import { readColumns, readSettled } from './read-columns.js';
import { SERIES_OVERVIEW, type SeriesOverview } from './series-overview.js';
import { Series } from './series.entity.js';
import type { Span } from './spans.js';

/** First number of the advisory lock that writers of one series share; the second is the id of the series. */
const SERIES_LOCK_NAMESPACE = 0x42535332;

/** A transaction of this size lasts some tens of ms, so that nobody waits long behind it. */
const ROWS_PER_TRANSACTION = 5_000;

/** Most series kept in memory. */
const MOST_REMEMBERED_SERIES = 10_000;

/** What became of the bars of a write; they sum to its bars. */
export interface WriteCounts {
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface WriteOptions {
  readonly rowsPerTransaction?: number;
  /** After each transaction: bars that are safe by now. */
  readonly onProgress?: ((written: number, total: number) => void) | undefined;
}

/** The stored bars, and the spans in which they are all there is. Statements are unnamed and hold no session state. */
@Injectable()
export class CandleStore {
  readonly #series = new Map<string, Series>();
  #writes = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** Transactions of this process that wrote. */
  get writes(): number {
    return this.#writes;
  }

  /** Differs from what it was when a bar or a covered span of the series has changed, or of the 1m series beside it. */
  async revision(feed: Feed, symbol: string, interval: Interval): Promise<string> {
    const [{ revision }] = await this.dataSource.query<[{ revision: string | null }]>(
      `SELECT string_agg(id || ':' || revision, ' ' ORDER BY id) AS revision
       FROM series WHERE feed = $1 AND symbol = $2 AND "interval" = ANY ($3::text[])`,
      [feed, symbol, [interval, '1m']],
    );
    return revision ?? '';
  }

  /** Series are never changed or removed, so a found one is remembered. */
  async findSeries(feed: Feed, symbol: string, interval: Interval): Promise<Series | null> {
    const key = `${feed} ${symbol} ${interval}`;
    const known = this.#series.get(key);
    if (known) return known;
    const series = await this.dataSource.manager.findOneBy(Series, { feed, symbol, interval });
    if (series) {
      if (this.#series.size >= MOST_REMEMBERED_SERIES) this.#series.clear();
      this.#series.set(key, series);
    }
    return series;
  }

  /** Whether a single bar of the symbol is stored, at any interval. */
  async hasBars(feed: Feed, symbol: string): Promise<boolean> {
    const series = await this.dataSource.manager.findBy(Series, { feed, symbol });
    // Series by series: each lives in one place of a cluster.
    for (const { id } of series)
      if ((await this.newestBars(id, Number.MAX_SAFE_INTEGER, 1)).count > 0) return true;
    return false;
  }

  async getOrCreateSeries(feed: Feed, symbol: string, interval: Interval): Promise<Series> {
    const existing = await this.findSeries(feed, symbol, interval);
    if (existing) return existing;
    await this.dataSource.query(
      'INSERT INTO series (feed, symbol, "interval", created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [feed, symbol, interval, Date.now()],
    );
    const created = await this.findSeries(feed, symbol, interval);
    if (!created) throw new Error('a series that was just stored is not there');
    return created;
  }

  /**
   * Writes bars and marks `span` as covered, by short transactions in order of time, each with its own part of the
   * span: interrupted, it leaves a shorter but true coverage, and writing again completes it.
   * @param bars all closed, all within `span`; none is fine: then the span is known to be empty
   * @param span on the grid of the series
   */
  async writeBars(
    seriesId: number,
    bars: BarColumns,
    span: Span,
    { rowsPerTransaction = ROWS_PER_TRANSACTION, onProgress }: WriteOptions = {},
  ): Promise<WriteCounts> {
    if (bars.count > 0 && (bars.ts[0]! < span.start || bars.ts[bars.count - 1]! >= span.end)) {
      throw new RangeError('Bars lie outside of the span that they are to cover');
    }
    const counts = { inserted: 0, changed: 0, unchanged: 0 };
    let from = 0;
    do {
      const to = Math.min(from + rowsPerTransaction, bars.count);
      const part = {
        start: from === 0 ? span.start : bars.ts[from]!,
        end: to === bars.count ? span.end : bars.ts[to]!,
      };
      const written = await this.dataSource.transaction((manager) =>
        writePart(manager, seriesId, sliceBars(bars, from, to), part),
      );
      this.#writes += 1;
      counts.inserted += written.inserted;
      counts.changed += written.changed;
      counts.unchanged += to - from - written.inserted - written.changed;
      onProgress?.(to, bars.count);
      from = to;
    } while (from < bars.count);
    return counts;
  }

  /** Stored bars with fromTs ≤ ts < toTs, ascending. */
  readBars(seriesId: number, fromTs: number, toTs: number): Promise<BarColumns> {
    return readColumns(
      this.dataSource,
      'SELECT * FROM bars WHERE series_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts',
      [seriesId, fromTs, toTs],
    );
  }

  /** The newest `count` stored bars with ts < beforeTs, ascending. */
  async newestBars(seriesId: number, beforeTs: number, count: number): Promise<BarColumns> {
    return reversed(
      await readColumns(
        this.dataSource,
        'SELECT * FROM bars WHERE series_id = $1 AND ts < $2 ORDER BY ts DESC LIMIT $3',
        [seriesId, beforeTs, count],
      ),
    );
  }

  /** The bars of a span of which everything is known for good, null when that takes a closer look. */
  settledBars(seriesId: number, span: Span): Promise<BarColumns | null> {
    return readSettled(this.dataSource, seriesId, span);
  }

  /** The known spans within [from, to), ascending, disjoint, cut at its ends. */
  coverage(seriesId: number, from: number, to: number): Promise<Span[]> {
    return this.dataSource.query(
      `SELECT greatest(start_ts, $2::bigint) AS start, least(end_ts, $3::bigint) AS "end"
       FROM coverage WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 ORDER BY start_ts`,
      [seriesId, from, to],
    );
  }

  /** What is known of a series in a span on its grid, and of the 1m series beside it. */
  async knowledge(
    { feed, symbol, interval }: Pick<Series, 'feed' | 'symbol' | 'interval'>,
    span: Span,
  ): Promise<Knowledge> {
    const [own, minutes] = await Promise.all([
      this.#known(feed, symbol, interval, span),
      interval === '1m' ? NOTHING_KNOWN : this.#known(feed, symbol, '1m', span),
    ]);
    return { span, own, minutes };
  }

  async #known(feed: Feed, symbol: string, interval: Interval, span: Span): Promise<SeriesKnowledge> {
    const series = await this.findSeries(feed, symbol, interval);
    if (!series) return NOTHING_KNOWN;
    return knowledgeOf(await this.dataSource.query(KNOWLEDGE_ROWS, [series.id, span.start, span.end]));
  }

  /** Every series with what is stored of it, by feed, symbol and length of interval. Reads the index of all bars. */
  listSeries(): Promise<SeriesOverview[]> {
    return this.dataSource.query(SERIES_OVERVIEW);
  }
}

/** `xmax` is 0 in a row that was inserted, and not in one that an update replaced. */
const UPSERT = `
  WITH written AS (
    INSERT INTO bars AS b (series_id, ts, open, high, low, close, volume)
    SELECT $1::integer, * FROM unnest($2::bigint[], $3::double precision[], $4::double precision[],
                                      $5::double precision[], $6::double precision[], $7::double precision[])
    ON CONFLICT (series_id, ts) DO UPDATE
      SET open = excluded.open, high = excluded.high, low = excluded.low,
          close = excluded.close, volume = excluded.volume
      WHERE (b.open, b.high, b.low, b.close, b.volume)
        IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)
    RETURNING b.xmax = 0 AS is_new
  )
  SELECT count(*) FILTER (WHERE is_new) AS inserted, count(*) FILTER (WHERE NOT is_new) AS changed FROM written`;

/** Until the transaction ends, nobody else changes what is known of the series. */
export async function lockSeries(manager: EntityManager, seriesId: number): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [SERIES_LOCK_NAMESPACE, seriesId]);
}

async function writePart(
  manager: EntityManager,
  seriesId: number,
  bars: BarColumns,
  span: Span,
): Promise<{ inserted: number; changed: number }> {
  await lockSeries(manager, seriesId);
  const isNews = await addCoverage(manager, seriesId, span);
  const counts = bars.count > 0 ? await upsert(manager, seriesId, bars) : { inserted: 0, changed: 0 };
  if (isNews || counts.inserted + counts.changed > 0)
    await manager.query('UPDATE series SET revision = revision + 1 WHERE id = $1', [seriesId]);
  return counts;
}

async function upsert(manager: EntityManager, seriesId: number, bars: BarColumns) {
  const columns = [bars.ts, bars.open, bars.high, bars.low, bars.close, bars.volume];
  const [counts] = await manager.query<[{ inserted: number; changed: number }]>(UPSERT, [
    seriesId,
    ...columns.map((column) => `{${column.join(',')}}`),
  ]);
  return counts;
}

/**
 * Replaces the spans that overlap or touch by one that holds them all. Needs the lock of the series.
 * @returns whether some of the span was not covered before
 */
async function addCoverage(manager: EntityManager, seriesId: number, span: Span): Promise<boolean> {
  if (span.start >= span.end) return false;
  const [{ start, end, count }] = await manager.query<
    [{ start: number | null; end: number | null; count: number }]
  >(
    `SELECT min(start_ts) AS start, max(end_ts) AS "end", count(*) AS count
     FROM coverage WHERE series_id = $1 AND start_ts <= $3 AND end_ts >= $2`,
    [seriesId, span.start, span.end],
  );
  if (start !== null && end !== null) {
    if (count === 1 && start <= span.start && end >= span.end) return false;
    await manager.query('DELETE FROM coverage WHERE series_id = $1 AND start_ts BETWEEN $2 AND $3', [
      seriesId,
      start,
      end,
    ]);
  }
  await manager.query('INSERT INTO coverage (series_id, start_ts, end_ts) VALUES ($1, $2, $3)', [
    seriesId,
    Math.min(span.start, start ?? span.start),
    Math.max(span.end, end ?? span.end),
  ]);
  return true;
}
