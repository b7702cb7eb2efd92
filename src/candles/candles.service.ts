import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Feed } from '../shared/market/feeds.js';
import type { Span } from '../shared/market/spans.js';
import { type SeriesAnswer, type SeriesFilterQuery, toSeriesDto } from './candle-series.dto.js';
import {
  type CandleImport,
  type CandleImportOptions,
  type ImportSummary,
  importCandles,
} from './import/import-candles.js';
import { CandleStore } from './store/candle-store.js';
import type { MadeCheck } from './store/check-made-bars.js';
import type { MinuteColumns } from './store/read-minutes.js';
import { coveredSpans, openGaps } from './store/series-coverage.js';
import type { MarketKey, SeriesKey } from './store/series-key.js';
import type { SeriesOverview } from './store/series-overview.js';
import type { Series } from './store/series.entity.js';
import { CandleLoader } from './venue/candle-loader.js';
import { Clock } from './venue/clock.js';

/** Time until a series is tried again that another transaction writes to, ms. */
const BUSY_MS = 100;

export type { CandleImportOptions, ImportSummary, MadeCheck, SeriesKey, SeriesOverview };

/** Candles for the rest of the service and for its commands. */
@Injectable()
export class CandlesService {
  constructor(
    private readonly loader: CandleLoader,
    private readonly store: CandleStore,
    private readonly clock: Clock,
  ) {}

  /** Returns the series that pass a filter, with their covered spans. */
  async series(filter: SeriesFilterQuery): Promise<SeriesAnswer> {
    const all = await this.store.covered(filter);
    return { series: all.filter(({ spans }) => spans.length > 0).map(toSeriesDto) };
  }

  /**
   * Returns the parts of the spans that are not stored and can be requested from the venue; none in offline mode. Bars
   * that are still open do not count as missing.
   * @param spans ascending and disjoint
   */
  missing(series: SeriesKey, spans: readonly Span[]): Promise<Span[]> {
    return this.loader.obtainable(series, spans);
  }

  /**
   * Loads missing bars of the spans from the venue. After a failure, the bars that were stored before the failure stay.
   * @param waitMs how long to wait, including pauses that the venue asks for
   * @throws the same problems as `CandleResponses`
   */
  async load(series: SeriesKey, spans: readonly Span[], waitMs: number): Promise<void> {
    await this.loader.load(series, spans, { deadline: this.clock.now() + waitMs, requestsLeft: Infinity });
  }

  /** Returns the parts of a span in which every bar is known, and the gaps due for a re-check. */
  async coverage(series: SeriesKey, span: Span): Promise<{ covered: Span[]; openGaps: Span[] }> {
    const coverage = await this.store.coverage(series, span);
    return {
      covered: coveredSpans(coverage, series.interval),
      openGaps: openGaps(coverage, series.interval),
    };
  }

  /**
   * Returns the stored 1m bars that open within the spans.
   * @param spans ascending and disjoint
   */
  minutes(feed: Feed, symbol: string, spans: readonly Span[]): Promise<MinuteColumns> {
    return this.store.readMinutes(feed, symbol, spans);
  }

  /**
   * Returns the id of a 1m series, by which another thread reads its bars with `readOhlcMinutes`; null if nothing is
   * stored.
   */
  async minutesId(feed: Feed, symbol: string): Promise<number | null> {
    return (await this.store.findSeries(feed, symbol, '1m'))?.id ?? null;
  }

  /**
   * Returns a revision that changes with every write to the 1m series of these markets. A write by another instance is
   * visible after a second.
   */
  async minutesRevision(markets: readonly MarketKey[]): Promise<string> {
    const revisions = await Promise.all(
      markets.map(({ feed, symbol }) => this.store.revision({ feed, symbol, interval: '1m' })),
    );
    return revisions.join(',');
  }

  /**
   * Imports the bars of a file.
   * @throws CandleFileError if any row is invalid; then nothing of the file is stored
   */
  importFile(task: CandleImport): Promise<ImportSummary> {
    return importCandles(this.store, task);
  }

  /** Returns the 1m series, sorted by feed and symbol. */
  minuteSeries(): Promise<Series[]> {
    return this.store.minuteSeries();
  }

  /** Compares the larger bars that were made from a 1m series with its minutes. */
  checkMade(minutesId: number): Promise<MadeCheck> {
    return this.store.checkMadeBars(minutesId);
  }

  /** Makes all larger bars of a 1m series again. */
  async makeAgain(minutesId: number): Promise<void> {
    await this.store.forgetMade(minutesId);
    for (;;) {
      const step = await this.store.makeOlderBars(minutesId);
      if (step === 'complete') return;
      if (step === 'busy') await delay(BUSY_MS);
    }
  }

  /** Returns every series with its covered spans. */
  overview(): Promise<SeriesOverview[]> {
    return this.store.overview();
  }
}
