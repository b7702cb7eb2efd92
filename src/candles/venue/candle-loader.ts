import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { closedUntil, floorToInterval, intervalMs } from '../../shared/market/intervals.js';
import { type Span, covers, intersectSpans, mergeSpans, subtractSpans } from '../../shared/market/spans.js';
import { type BarColumns, NO_BARS, cellsOf, positionOf, sliceBars } from '../store/bar-columns.js';
import { CandleStore } from '../store/candle-store.js';
import { ASK_AGAIN_AFTER_MS } from '../store/gaps.js';
import { type SpanCoverage, coveredSpans, openGaps } from '../store/series-coverage.js';
import { type SeriesKey, keyText } from '../store/series-key.js';
import { Clock } from './clock.js';
import type { KlinePage } from './klines.js';
import { type LoadLimits, takeRequest } from './load-limits.js';
import { SharedLoads } from './shared-loads.js';
import { VenueClient } from './venue-client.js';
import { VenueFailure } from './venue-failure.js';

export interface Missing {
  /** Missing spans to request from the venue. */
  readonly spans: Span[];
  /** True if every bar of the span is known. */
  readonly isKnown: boolean;
  /** True if every bar is known and every gap is settled, so that only a write can change the span. */
  readonly isFinal: boolean;
}

/** A missing bar of up to this age, ms, is not a gap, because the venue may publish its newest bars late. */
const RECENT_MS = 600_000;

/** Time before bars that a response did not contain are requested again, ms. */
const LEFT_OPEN_TTL_MS = 2_000;
const MAX_LEFT_OPEN = 1_000;

const PAGES_AT_ONCE = 4;

/** Maximum number of responses per page. The venue may cut pages short, and invalid rows are requested again. */
const MAX_ANSWERS_PER_PAGE = 5;

/** Timeout for loading a page, ms. The timeout does not depend on the request that waits for the page. */
const LOAD_MS = 8_000;

/** Loads bars that the store lacks from the venue and stores them. */
@Injectable()
export class CandleLoader {
  private readonly loads = new SharedLoads();
  private readonly leftOpen: LRUCache<string, Span[]>;

  constructor(
    private readonly store: CandleStore,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {
    this.leftOpen = new LRUCache({
      max: MAX_LEFT_OPEN,
      ttl: LEFT_OPEN_TTL_MS,
      ttlResolution: 0,
      perf: clock,
    });
  }

  /**
   * Returns the parts of the span to request from the venue: parts that are not covered, and gaps due for a re-check.
   */
  async missing(series: SeriesKey, span: Span): Promise<Missing> {
    return this.missingIn(series, await this.store.coverage(series, span));
  }

  /** Returns the same as `missing`, for the span of a coverage that has already been read. */
  missingIn(series: SeriesKey, coverage: SpanCoverage): Missing {
    const { interval } = series;
    const { span } = coverage;
    const now = this.clock.now();
    const closed = { start: Math.max(0, span.start), end: Math.min(span.end, closedUntil(interval, now)) };
    if (closed.start >= closed.end) return { spans: [], isKnown: true, isFinal: closed.end >= span.end };
    const ofClosed = { ...coverage, span: closed };
    const unknown = subtractSpans([closed], coveredSpans(ofClosed, interval));
    const due = openGaps(ofClosed, interval, now - ASK_AGAIN_AFTER_MS);
    const leftOpen = this.leftOpen.get(keyText(series)) ?? [];
    const isKnown = unknown.length === 0;
    return {
      spans: subtractSpans([...unknown, ...due], leftOpen),
      isKnown,
      isFinal: isKnown && openGaps(ofClosed, interval).length === 0,
    };
  }

  /**
   * Returns the parts of the spans that can be requested from the venue: nothing in offline mode or for an unknown
   * symbol.
   */
  async obtainable(series: SeriesKey, spans: readonly Span[]): Promise<Span[]> {
    if (spans.length === 0 || this.venue.isOffline || this.venue.isUnknown(series.feed, series.symbol))
      return [];
    return intersectSpans((await this.missing(series, hullOf(spans))).spans, spans);
  }

  /**
   * Loads missing bars of the spans, newest first. If the caller stops waiting, the pages in progress continue. Bars
   * stored before a failure stay.
   * @returns the spans that were requested from the venue, by this caller or by a concurrent caller
   * @throws VenueFailure
   */
  async load(series: SeriesKey, spans: readonly Span[], limits: LoadLimits): Promise<Span[]> {
    const pages = pagesOf(spans, this.venue.pageMs(series.feed, series.interval));
    const fetched: Span[] = [];
    for (let i = 0; i < pages.length; i += PAGES_AT_ONCE) {
      const batch = pages.slice(i, i + PAGES_AT_ONCE);
      fetched.push(...(await this.loadAfterPauses(series, batch, limits)));
    }
    await this.rememberLeftOpen(series, mergeSpans(fetched));
    return mergeSpans(fetched);
  }

  /**
   * Marks a span as covered if pages of other bars, such as daily bars, have shown that the venue has no bars in it.
   */
  async coverEmpty(series: SeriesKey, span: Span): Promise<void> {
    for (const part of (await this.missing(series, span)).spans) await this.keep(series, part, NO_BARS);
  }

  /**
   * Loads pages. If the venue asks for a pause that ends before the deadline, waits for the end of the pause and loads
   * the pages again.
   */
  private async loadAfterPauses(
    series: SeriesKey,
    pages: readonly (readonly Span[])[],
    limits: LoadLimits,
  ): Promise<Span[]> {
    for (;;) {
      const waitMs = limits.deadline - this.clock.now();
      const loads = pages.map((spans) =>
        this.loads.join(
          keyText(series),
          spans,
          (own) => this.loadPage(series, own, limits),
          this.clock.patienceMs(waitMs),
        ),
      );
      try {
        return (await Promise.all(loads)).flat();
      } catch (error) {
        if (!(error instanceof VenueFailure) || error.kind !== 'rate-limited') throw error;
        const { retryAfterMs = 0 } = error;
        if (this.clock.now() + retryAfterMs > limits.deadline) throw error;
        await this.clock.sleep(retryAfterMs);
      }
    }
  }

  /** Loads the missing bars of spans that fit into one page. Bars between the spans do not change. */
  private async loadPage(series: SeriesKey, spans: readonly Span[], limits: LoadLimits): Promise<Span[]> {
    const deadline = this.clock.now() + LOAD_MS;
    // Other callers may have stored some of these bars in the meantime.
    const missing = intersectSpans((await this.missing(series, hullOf(spans))).spans, spans);
    const isHole = missing.length > 0 && (await this.isHole(series, hullOf(missing)));
    let wanted = missing;
    let unclear: Span[] = [];
    for (let answers = 0; wanted.length > 0; answers += 1) {
      if (answers === MAX_ANSWERS_PER_PAGE)
        throw new VenueFailure('error', `a page was not complete after ${answers} answers`);
      const asked = hullOf(wanted);
      takeRequest(limits);
      const page = await this.venue.page(series, asked, deadline, isHole || answers > 0);
      const end = this.settledUntil(series, asked, page);
      const settled = subtractSpans([{ start: asked.start, end }], page.unclear);
      for (const part of intersectSpans(wanted, settled)) await this.keep(series, part, page.bars);
      // Cells after the last bar are requested as well, because the page may have been cut short.
      const rest = { start: page.bars.count > 0 ? end : asked.end, end: asked.end };
      wanted = intersectSpans(wanted, [...subtractSpans(page.unclear, unclear), rest]);
      unclear = mergeSpans([...unclear, ...page.unclear]);
    }
    return missing;
  }

  /**
   * Returns whether the cells before and after the span are covered. If so, an earlier response probably left the span
   * unclear.
   */
  private async isHole(series: SeriesKey, { start, end }: Span): Promise<boolean> {
    const cellMs = intervalMs(series.interval);
    const isCovered = async (cellStart: number) => {
      const cell = { start: cellStart, end: cellStart + cellMs };
      return covers(coveredSpans(await this.store.coverage(series, cell), series.interval), cell);
    };
    return (await isCovered(start - cellMs)) && (await isCovered(end));
  }

  /**
   * Returns the time up to which a response shows whether the bars of the span exist. If the response has bars, this
   * time is the end of its last bar. If the response has no bar, the span is empty, except for its newest part: the
   * venue may not have published the bars of that part yet.
   */
  private settledUntil({ interval }: SeriesKey, asked: Span, { bars, date }: KlinePage): number {
    if (bars.count > 0) return bars.ts[bars.count - 1]! + intervalMs(interval);
    // Uses the earlier of the two clocks.
    const now = Math.min(this.clock.now(), Number.isNaN(date) ? Infinity : date);
    return Math.max(asked.start, Math.min(asked.end, floorToInterval(now - RECENT_MS, interval)));
  }

  /** Stores the bars that lie in the span, marks the span as covered, and records its gaps. */
  private async keep({ feed, symbol, interval }: SeriesKey, span: Span, bars: BarColumns): Promise<void> {
    const series = await this.store.getOrCreateSeries(feed, symbol, interval);
    const own = sliceBars(bars, positionOf(bars, span.start), positionOf(bars, span.end));
    const gaps = { spans: subtractSpans([span], cellsOf(own, interval)), askedAt: this.clock.now() };
    await this.store.writeBars(series.id, own, span, { gaps });
  }

  /** Delays the next request for bars that were requested and are still missing. */
  private async rememberLeftOpen(series: SeriesKey, fetched: readonly Span[]): Promise<void> {
    if (fetched.length === 0) return;
    const missing = await this.missing(series, hullOf(fetched));
    const open = intersectSpans(missing.spans, fetched);
    const key = keyText(series);
    if (open.length > 0) this.leftOpen.set(key, mergeSpans([...(this.leftOpen.get(key) ?? []), ...open]));
  }
}

/** Returns the span from the start of the first span to the end of the last. */
const hullOf = (spans: readonly Span[]): Span => ({ start: spans[0]!.start, end: spans.at(-1)!.end });

/**
 * Cuts the spans into pages, newest first, because reads begin with the newest page. A page consists of all spans that
 * fit into one response, so that many small gaps do not take a request each.
 */
function pagesOf(spans: readonly Span[], pageMs: number): Span[][] {
  const pages: Span[][] = [];
  let left = mergeSpans(spans);
  for (let last = left.at(-1); last; last = left.at(-1)) {
    const reach = { start: last.end - pageMs, end: last.end };
    pages.push(intersectSpans(left, [reach]));
    left = subtractSpans(left, [reach]);
  }
  return pages;
}
