import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { Feed } from '../../shared/market/feeds.js';
import { connectingForAll } from '../../platform/database/connection/connection-owner.js';
import { poolOf } from '../../platform/database/connection/pool-of.js';
import type { Interval } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { type BarColumns, NO_BARS } from './bar-columns.js';
import { type BarComparison, compareBars } from './compare-bars.js';
import { type MadeCheck, checkMadeBars } from './check-made-bars.js';
import { MADE_FROM_START, type MakeStep, coveredWithin, makeOlderBars } from './make-older-bars.js';
import { type AsOfSelection, type StoredAsOf, readAsOf } from './read-as-of.js';
import { readColumns, readMade, readSettled } from './read-columns.js';
import { type MinuteColumns, readMinutes } from './read-minutes.js';
import {
  COVERAGE_ROWS,
  NO_COVERAGE,
  type SeriesCoverage,
  type SpanCoverage,
  toSeriesCoverage,
} from './series-coverage.js';
import { type MarketKey, type SeriesKey, keyText } from './series-key.js';
import { type SeriesRevision, revisionOf } from './series-revision.js';
import { type CoveredSeries, type SeriesFilter, readCovered } from './covered-series.js';
import { type SeriesOverview, readOverview } from './series-overview.js';
import { Series } from './series.entity.js';
import { type WriteOptions, writeParts } from './write-parts.js';

const MAX_CACHED_SERIES = 10_000;

/** Time for which a revision is cached, ms. A write of another process becomes visible within this time. */
const REVISION_TTL_MS = 1_000;

/** The stored bars, and the spans in which every bar is known. Statements are unnamed and keep no session state. */
@Injectable()
export class CandleStore {
  readonly #series = new LRUCache<string, Series>({ max: MAX_CACHED_SERIES });
  readonly #revisions = new LRUCache<string, readonly SeriesRevision[], MarketKey>({
    max: MAX_CACHED_SERIES,
    ttl: REVISION_TTL_MS,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => connectingForAll(() => this.#readRevisions(context)),
  });
  /** Number of write transactions of this process. */
  #writes = 0;
  /** Number of write transactions that stored minutes, but could not store the larger bars made from them. */
  notMade = 0;
  /** Called with the id of a 1m series if a read had to aggregate bars, because they were not made. */
  onNotMade: (minutesId: number) => void = () => undefined;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns a revision of the series. The revision changes when a bar or a covered span is written to the series, or to
   * the 1m series of the symbol. Writes of this process are visible at once, and writes of other processes after a
   * second.
   */
  async revision({ interval, ...market }: SeriesKey): Promise<string> {
    return revisionOf(await this.revisions(market), interval);
  }

  /** Returns the series of a market with their revisions, by id. As current as `revision`. */
  async revisions({ feed, symbol }: MarketKey): Promise<readonly SeriesRevision[]> {
    const key = `${feed} ${symbol} ${this.#writes}`;
    return (await this.#revisions.fetch(key, { context: { feed, symbol } })) ?? [];
  }

  #readRevisions({ feed, symbol }: MarketKey): Promise<SeriesRevision[]> {
    return this.dataSource.query(
      'SELECT id, "interval", revision FROM series WHERE feed = $1 AND symbol = $2 ORDER BY id',
      [feed, symbol],
    );
  }

  /** Returns whether a series is known to exist, without a statement. */
  isKnown(key: SeriesKey): boolean {
    return this.#series.has(keyText(key));
  }

  /** Series are never changed or removed, so they can be cached forever. */
  async findSeries(feed: Feed, symbol: string, interval: Interval): Promise<Series | null> {
    const key = keyText({ feed, symbol, interval });
    const cached = this.#series.get(key);
    if (cached) return cached;
    const series = await this.dataSource.getRepository(Series).findOneBy({ feed, symbol, interval });
    if (series) this.#series.set(key, series);
    return series;
  }

  async getOrCreateSeries(feed: Feed, symbol: string, interval: Interval): Promise<Series> {
    const existing = await this.findSeries(feed, symbol, interval);
    if (existing) return existing;
    await this.dataSource.query(
      `INSERT INTO series (feed, symbol, "interval", created_at, made_revision, made_from)
       VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT DO NOTHING`,
      [feed, symbol, interval, Date.now(), MADE_FROM_START],
    );
    const created = await this.findSeries(feed, symbol, interval);
    if (!created) throw new Error('The series was stored, but cannot be found.');
    return created;
  }

  /** Returns whether any bar of the symbol is stored, at any interval. */
  async hasBars(feed: Feed, symbol: string): Promise<boolean> {
    const series = await this.dataSource.getRepository(Series).findBy({ feed, symbol });
    // The series are read one by one, because in a cluster each series lies on one node.
    for (const { id } of series)
      if ((await this.newestBars(id, Number.MAX_SAFE_INTEGER, 1)).count > 0) return true;
    return false;
  }

  /**
   * Writes bars and marks `span` as covered. Uses short transactions in order of time, each for its own part of the
   * span. An interrupted write leaves a shorter but correct coverage, and repeating the write completes it.
   * @param bars all closed and within `span`; an empty list means that the span has no bars
   * @param span on the grid of the series
   * @returns numbers of bars by outcome; they add up to the number of bars
   * @throws BarsDifferError with `isKeeping`; the bars before the differing one may be stored
   */
  async writeBars(
    seriesId: number,
    bars: BarColumns,
    span: Span,
    options: WriteOptions = {},
  ): Promise<{ inserted: number; changed: number; unchanged: number }> {
    return writeParts(this.dataSource, seriesId, bars, span, options, (isMade) => {
      this.#writes += 1;
      this.notMade += Number(!isMade);
    });
  }

  /** Compares bars with the stored bars of a series, see `compareBars`. */
  compare(seriesId: number, bars: BarColumns, most: number): Promise<BarComparison> {
    return compareBars(this.dataSource, seriesId, bars, most);
  }

  /** Returns the stored bars with fromTs ≤ ts < toTs, ascending. */
  readBars(seriesId: number, fromTs: number, toTs: number): Promise<BarColumns> {
    return readColumns(this.dataSource, { seriesId, from: fromTs, to: toTs });
  }

  /** Returns the newest `count` stored bars with ts < beforeTs, ascending. */
  newestBars(seriesId: number, beforeTs: number, count: number): Promise<BarColumns> {
    return readColumns(this.dataSource, { seriesId, to: beforeTs, newest: count });
  }

  /** Returns the oldest `count` stored bars with fromTs ≤ ts < toTs, ascending. */
  oldestBars(seriesId: number, fromTs: number, toTs: number, count: number): Promise<BarColumns> {
    return readColumns(this.dataSource, { seriesId, from: fromTs, to: toTs, oldest: count });
  }

  /**
   * Returns the bars of a span if a single covered span contains this span and all its gaps are settled; otherwise
   * null.
   */
  settledBars(seriesId: number, span: Span): Promise<BarColumns | null> {
    return readSettled(this.dataSource, seriesId, span);
  }

  /**
   * Like `settledBars`, but returns the bars that were made from this 1m series.
   * @param isOnly returns no bars if the symbol has a series of its own at the interval
   */
  settledMadeBars(
    minutesId: number,
    interval: Interval,
    span: Span,
    isOnly: boolean,
  ): Promise<BarColumns | null> {
    return readSettled(this.dataSource, minutesId, span, { interval, isOnly });
  }

  /**
   * Returns the bars of a span that were made from a 1m series, or none if not all of them are made.
   * @param isOnly also returns no bars if the symbol has a series of its own at the interval
   */
  madeBars(minutesId: number, interval: Interval, { start, end }: Span, isOnly = false): Promise<BarColumns> {
    return readMade(this.dataSource, { seriesId: minutesId, interval, from: start, to: end }, isOnly);
  }

  /** Returns the newest minutes and made bars of a 1m series before a time, see `readAsOf`. */
  asOf(selection: AsOfSelection): Promise<StoredAsOf> {
    return readAsOf(this.dataSource, selection);
  }

  /** Makes larger bars of a 1m series in one short transaction, see `makeOlderBars`. */
  makeOlderBars(minutesId: number): Promise<MakeStep> {
    return makeOlderBars(this.dataSource, minutesId);
  }

  /** Ends the use of the made bars of a 1m series until they are made again. */
  async forgetMade(minutesId: number): Promise<void> {
    await this.dataSource.query('UPDATE series SET made_revision = NULL WHERE id = $1', [minutesId]);
  }

  checkMadeBars(minutesId: number): Promise<MadeCheck> {
    return checkMadeBars(this.dataSource, minutesId);
  }

  minuteSeries(): Promise<Series[]> {
    return this.dataSource
      .getRepository(Series)
      .find({ where: { interval: '1m' }, order: { feed: 'ASC', symbol: 'ASC' } });
  }

  /** Returns the stored 1m bars that open within the spans, which are ascending and disjoint. */
  async readMinutes(feed: Feed, symbol: string, spans: readonly Span[]): Promise<MinuteColumns> {
    const series = await this.findSeries(feed, symbol, '1m');
    return series ? readMinutes(poolOf(this.dataSource), series.id, spans) : NO_BARS;
  }

  /** Returns the covered spans of a series within [from, to), ascending, disjoint, and cut at `from` and `to`. */
  coveredSpans(seriesId: number, from: number, to: number): Promise<Span[]> {
    return coveredWithin(this.dataSource, seriesId, { start: from, end: to });
  }

  /** Returns the coverage of a span. The span must be on the grid of the series. */
  async coverage({ feed, symbol, interval }: SeriesKey, span: Span): Promise<SpanCoverage> {
    const [own, minutes] = await Promise.all([
      this.#seriesCoverage(feed, symbol, interval, span),
      interval === '1m' ? NO_COVERAGE : this.#seriesCoverage(feed, symbol, '1m', span),
    ]);
    return { span, own, minutes };
  }

  async #seriesCoverage(feed: Feed, symbol: string, interval: Interval, span: Span): Promise<SeriesCoverage> {
    const series = await this.findSeries(feed, symbol, interval);
    if (!series) return NO_COVERAGE;
    return toSeriesCoverage(await this.dataSource.query(COVERAGE_ROWS, [series.id, span.start, span.end]));
  }

  /**
   * Returns the series that pass the filter, with their covered spans. Faster than `overview`, because only the first
   * and the last bar of each series are read.
   */
  covered(filter: SeriesFilter): Promise<CoveredSeries[]> {
    return readCovered(this.dataSource, filter);
  }

  /**
   * Returns every series with its covered spans, sorted by feed, symbol and interval length. Reads the index of all
   * bars.
   */
  overview(): Promise<SeriesOverview[]> {
    return readOverview(this.dataSource);
  }
}
