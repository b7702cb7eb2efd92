import { Injectable } from '@nestjs/common';
import { type BarColumns, NO_BARS, concatBars, positionOf, sliceBars, unionBars } from './bar-columns.js';
import { CandleStore } from './candle-store.js';
import { GapStore } from './gap-store.js';
import { type Feed, type Interval, closedUntil, intervalMs } from './intervals.js';
import { knownSpans } from './known-spans.js';
import { type Span, intersectSpans, mergeSpans, subtractSpans } from './spans.js';
import { Clock } from './venue/clock.js';
import { VenueClient } from './venue/venue-client.js';

export interface SeriesName {
  readonly feed: Feed;
  /** Upper-case. */
  readonly symbol: string;
  readonly interval: Interval;
}

/** A venue may publish its newest bars late: what is missing at this age or younger is not taken for a gap. */
const RECENT_MS = 600_000;

/** Pages fetched while a series is held; then whoever else waits for it gets a turn. */
const PAGES_PER_TURN = 4;

/** Brings what the store lacks from the venue into it, each span once however many ask for it at the same time. */
@Injectable()
export class CandleLoader {
  private readonly turns = new Map<string, Promise<void>>();

  constructor(
    private readonly store: CandleStore,
    private readonly gaps: GapStore,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {}

  /** What of the span the venue is to be asked for: what the store does not know, and gaps that are due once more. */
  async missing(name: SeriesName, span: Span): Promise<Span[]> {
    const asked = {
      start: Math.max(0, span.start),
      end: Math.min(span.end, closedUntil(name.interval, this.clock.now())),
    };
    if (asked.start >= asked.end) return [];
    const known = await knownSpans(this.store, name, asked.start, asked.end);
    const series = await this.store.findSeries(name.feed, name.symbol, name.interval);
    const due = series ? await this.gaps.dueGaps(series.id, asked.start, asked.end, this.clock.now()) : [];
    return mergeSpans([...subtractSpans([asked], known), ...due]);
  }

  /**
   * Fetches and stores what is missing of the spans, newest first. What is stored by the time of a failure stays.
   * @param deadline when the caller stops waiting, epoch ms
   * @param onPage after each page: the part of time that is settled by it, ms
   * @throws VenueFailure
   */
  async load(
    name: SeriesName,
    spans: readonly Span[],
    deadline: number,
    onPage?: (settledMs: number) => void,
  ): Promise<void> {
    const pageMs = this.venue.pageMs(name.feed, name.interval);
    const pages = spans.flatMap((span) => pagesOf(span, pageMs)).toReversed();
    for (let i = 0; i < pages.length; i += PAGES_PER_TURN) {
      const turn = pages.slice(i, i + PAGES_PER_TURN);
      await this.inTurn(name, () => this.loadPages(name, turn, deadline));
      onPage?.(turn.reduce((sum, page) => sum + page.end - page.start, 0));
    }
  }

  /** Notes that the venue has no bar in the span, which something other than pages of it has shown. */
  async settleAsEmpty(name: SeriesName, span: Span): Promise<void> {
    if (span.start >= span.end) return;
    const series = await this.store.getOrCreateSeries(name.feed, name.symbol, name.interval);
    await this.store.writeBars(series.id, NO_BARS, span);
  }

  /** One at a time for a series: who comes second finds what the first has stored. */
  private async inTurn(name: SeriesName, work: () => Promise<void>): Promise<void> {
    const key = `${name.feed} ${name.symbol} ${name.interval}`;
    const before = this.turns.get(key) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.catch(() => undefined);
    this.turns.set(key, settled);
    try {
      await mine;
    } finally {
      if (this.turns.get(key) === settled) this.turns.delete(key);
    }
  }

  private async loadPages(name: SeriesName, pages: readonly Span[], deadline: number): Promise<void> {
    const reach = {
      start: Math.min(...pages.map((page) => page.start)),
      end: Math.max(...pages.map((page) => page.end)),
    };
    const missing = await this.missing(name, reach);
    const still = pages.flatMap((page) => intersectSpans(missing, [page]));
    const outcomes = await Promise.allSettled(still.map((span) => this.loadSpan(name, span, deadline)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async loadSpan(name: SeriesName, span: Span, deadline: number): Promise<void> {
    const bars = await this.fetch(name, span, deadline);
    const series = await this.store.getOrCreateSeries(name.feed, name.symbol, name.interval);
    const settled = this.settledPart(name.interval, span, bars);
    const asked = { start: span.start, end: settled };
    await this.gaps.note(
      series.id,
      asked,
      subtractSpans([asked], cellsOf(bars, name.interval)),
      this.clock.now(),
    );
    await this.store.writeBars(series.id, sliceBars(bars, 0, positionOf(bars, settled)), asked);
  }

  /**
   * All bars of the span. An answer that ends before the span does is followed by one for the rest, since a page may be
   * cut short; an answer with bad rows is asked for once more, since they may be good the next time.
   */
  private async fetch(
    { feed, symbol, interval }: SeriesName,
    span: Span,
    deadline: number,
  ): Promise<BarColumns> {
    const parts: BarColumns[] = [];
    let start = span.start;
    while (start < span.end) {
      const rest = { start, end: span.end };
      let { bars, dropped } = await this.venue.page(feed, symbol, interval, rest, deadline);
      if (dropped > 0)
        bars = unionBars(bars, (await this.venue.page(feed, symbol, interval, rest, deadline)).bars);
      if (bars.count === 0) break;
      parts.push(bars);
      start = bars.ts[bars.count - 1]! + intervalMs(interval);
    }
    return concatBars(parts);
  }

  /** Up to where an answer settles a span: bars that are missing at its very end may just not be published yet. */
  private settledPart(interval: Interval, { start, end }: Span, bars: BarColumns): number {
    if (end <= this.clock.now() - RECENT_MS - intervalMs(interval)) return end;
    return bars.count === 0 ? start : bars.ts[bars.count - 1]! + intervalMs(interval);
  }
}

/** The span cut into pages, ascending; the cuts are counted from its end, which is where reading begins. */
function pagesOf({ start, end }: Span, pageMs: number): Span[] {
  const pages: Span[] = [];
  for (let pageEnd = end; pageEnd > start; pageEnd -= pageMs) {
    pages.unshift({ start: Math.max(start, pageEnd - pageMs), end: pageEnd });
  }
  return pages;
}

function cellsOf(bars: BarColumns, interval: Interval): Span[] {
  return Array.from(bars.ts, (start) => ({ start, end: start + intervalMs(interval) }));
}
