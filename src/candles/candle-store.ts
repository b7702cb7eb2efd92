import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BoundedMap } from '../common/bounded-map.js';
import { type BarColumns, sliceBars } from './bar-columns.js';
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
import { writePart } from './write-part.js';

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
  readonly #series = new BoundedMap<string, Series>(MOST_REMEMBERED_SERIES);
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
    if (series) this.#series.set(key, series);
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
    return readColumns(this.dataSource, { seriesId, from: fromTs, to: toTs });
  }

  /** The newest `count` stored bars with ts < beforeTs, ascending. */
  newestBars(seriesId: number, beforeTs: number, count: number): Promise<BarColumns> {
    return readColumns(this.dataSource, { seriesId, to: beforeTs, newest: count });
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
