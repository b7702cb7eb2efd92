import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../common/bounded-map.js';
import { type BarColumns, NO_BARS, concatBars, positionOf, sliceBars, unionBars } from './bar-columns.js';
import { CandleStore } from './candle-store.js';
import { ASK_AGAIN_AFTER_MS, GapStore } from './gap-store.js';
import { type Feed, type Interval, closedUntil, floorToInterval, intervalMs } from './intervals.js';
import { knownIn, openIn } from './knowledge.js';
import { SharedLoads } from './shared-loads.js';
import { type Span, intersectSpans, mergeSpans, subtractSpans } from './spans.js';
import { Clock } from './venue/clock.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

export interface SeriesName {
  readonly feed: Feed;
  /** Upper-case. */
  readonly symbol: string;
  readonly interval: Interval;
}

export interface Outlook {
  readonly missing: Span[];
  /** Nothing is missing, and no gap is to be asked about again. */
  readonly isFinal: boolean;
}

/** A venue may publish its newest bars late: what is missing at this age or younger is not taken for a gap. */
const RECENT_MS = 600_000;

/** How long newest bars that were not there are not asked for again. */
const TAIL_REST_MS = 2_000;
const MOST_TAILS = 1_000;

const PAGES_AT_ONCE = 4;

/** How long the loading of a page may take, for whomever it is. */
const LOAD_MS = 8_000;

/** Brings what the store lacks from the venue into it, each span once however many ask for it at the same time. */
@Injectable()
export class CandleLoader {
  private readonly loads = new SharedLoads();
  private readonly tails = new BoundedMap<string, Span & { readonly askedAt: number }>(MOST_TAILS);

  constructor(
    private readonly store: CandleStore,
    private readonly gaps: GapStore,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {}

  /** What of the span the venue is to be asked for: what the store does not know, and gaps that are due once more. */
  async missing(name: SeriesName, span: Span): Promise<Span[]> {
    return (await this.outlook(name, span)).missing;
  }

  /** What of the span is missing now, and whether more of it can be one day. */
  async outlook(name: SeriesName, span: Span): Promise<Outlook> {
    const { interval } = name;
    const now = this.clock.now();
    const asked = { start: Math.max(0, span.start), end: Math.min(span.end, closedUntil(interval, now)) };
    if (asked.start >= asked.end) return { missing: [], isFinal: asked.end >= span.end };
    const knowledge = await this.store.knowledge(name, asked);
    const unknown = subtractSpans([asked], knownIn(knowledge, interval));
    const due = openIn(knowledge, interval, now - ASK_AGAIN_AFTER_MS);
    const isFinal = unknown.length === 0 && openIn(knowledge, interval, Infinity).length === 0;
    return { missing: mergeSpans([...unknown, ...due]), isFinal };
  }

  /**
   * Fetches and stores what is missing of the spans, newest first. It goes on when the caller has stopped waiting, up to
   * the end of the pages under way; what is stored by the time of a failure stays.
   * @param deadline when the caller stops waiting, epoch ms; pauses that the venue asks for are waited for until then
   * @param onPage after each few pages: the part of time that is settled by them, ms
   * @returns what the venue was asked for, by this caller or by another at the same time
   * @throws VenueFailure
   */
  async load(
    name: SeriesName,
    spans: readonly Span[],
    deadline: number,
    onPage?: (settledMs: number) => void,
  ): Promise<Span[]> {
    const pages = pagesOf(spans, this.venue.pageMs(name.feed, name.interval));
    const fetched: Span[] = [];
    for (let i = 0; i < pages.length; i += PAGES_AT_ONCE) {
      const parts = pages.slice(i, i + PAGES_AT_ONCE);
      fetched.push(...(await this.patiently(deadline, () => this.loadPages(name, parts, deadline))));
      onPage?.(lengthOf(parts.flat()));
    }
    return mergeSpans(fetched);
  }

  /** Notes that the venue has no bar in the span, which something other than pages of it has shown. */
  async settleAsEmpty(name: SeriesName, span: Span): Promise<void> {
    for (const part of await this.missing(name, span)) await this.keep(name, part, NO_BARS);
  }

  private async patiently<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof VenueFailure) || error.kind !== 'rate-limited') throw error;
        const { retryAfterMs = 0 } = error;
        if (this.clock.now() + retryAfterMs > deadline) throw error;
        await this.clock.sleep(retryAfterMs);
      }
    }
  }

  private loadPages(
    name: SeriesName,
    pages: readonly (readonly Span[])[],
    deadline: number,
  ): Promise<Span[]> {
    const loads = pages.map((parts) =>
      this.loads.join(keyOf(name), parts, (own) => this.loadPage(name, own), deadline - this.clock.now()),
    );
    return Promise.all(loads).then((fetched) => fetched.flat());
  }

  /** One page of the venue for all of its parts that are missing; what lies between them stays as it is. */
  private async loadPage(name: SeriesName, parts: readonly Span[]): Promise<Span[]> {
    const reach = { start: parts[0]!.start, end: parts.at(-1)!.end };
    // What somebody else has stored since the caller looked is not asked for again.
    const lacking = intersectSpans(await this.missing(name, reach), parts);
    const missing = subtractSpans(lacking, this.resting(name));
    if (missing.length === 0) return [];
    const asked = { start: missing[0]!.start, end: missing.at(-1)!.end };
    const { bars, seenAt } = await this.fetch(name, asked, this.clock.now() + LOAD_MS);
    const settled = this.settledUntil(name.interval, asked, bars, seenAt);
    for (const part of intersectSpans(missing, [{ start: 0, end: settled }])) {
      await this.keep(name, part, sliceBars(bars, positionOf(bars, part.start), positionOf(bars, part.end)));
    }
    if (settled < asked.end) this.rest(name, { start: settled, end: asked.end });
    return missing;
  }

  private async keep(name: SeriesName, span: Span, bars: BarColumns): Promise<void> {
    if (span.start >= span.end) return;
    const series = await this.store.getOrCreateSeries(name.feed, name.symbol, name.interval);
    const missing = subtractSpans([span], cellsOf(bars, name.interval));
    await this.gaps.note(series.id, span, missing, this.clock.now());
    await this.store.writeBars(series.id, bars, span);
  }

  /**
   * All bars of the span. An answer that ends before the span does is followed by one for the rest, since a page may be
   * cut short; bad rows are asked for once more, since they may be good the next time.
   */
  private async fetch(
    { feed, symbol, interval }: SeriesName,
    span: Span,
    deadline: number,
  ): Promise<{ bars: BarColumns; seenAt: number }> {
    const parts: BarColumns[] = [];
    let seenAt = this.clock.now();
    let { start } = span;
    while (start < span.end) {
      const rest = { start, end: span.end };
      const page = await this.venue.page(feed, symbol, interval, rest, deadline);
      let { bars } = page;
      if (page.dropped > 0 && bars.count < (rest.end - rest.start) / intervalMs(interval))
        bars = unionBars(bars, (await this.venue.page(feed, symbol, interval, rest, deadline)).bars);
      if (!Number.isNaN(page.sentAt)) seenAt = Math.min(seenAt, page.sentAt);
      if (bars.count === 0) break;
      parts.push(bars);
      start = bars.ts[bars.count - 1]! + intervalMs(interval);
    }
    return { bars: concatBars(parts), seenAt };
  }

  /**
   * Up to where an answer settles a span: bars that are missing at its very end may just not be published yet.
   * @param seenAt the present, by the slower of the two clocks, ours and the venue's
   */
  private settledUntil(interval: Interval, { start, end }: Span, bars: BarColumns, seenAt: number): number {
    const last = bars.count === 0 ? start : bars.ts[bars.count - 1]! + intervalMs(interval);
    return Math.max(last, Math.min(end, floorToInterval(seenAt - RECENT_MS, interval)));
  }

  private rest(name: SeriesName, span: Span): void {
    this.tails.set(keyOf(name), { ...span, askedAt: this.clock.now() });
  }

  private resting(name: SeriesName): Span[] {
    const tail = this.tails.get(keyOf(name));
    const ageMs = this.clock.now() - (tail?.askedAt ?? 0);
    return tail && ageMs >= 0 && ageMs < TAIL_REST_MS ? [tail] : [];
  }
}

const keyOf = ({ feed, symbol, interval }: SeriesName): string => `${feed} ${symbol} ${interval}`;

const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * The spans cut into pages, newest first, which is where reading begins: each a few spans that one answer can hold, so
 * that many small gaps cost no request each.
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

function cellsOf(bars: BarColumns, interval: Interval): Span[] {
  return Array.from(bars.ts, (start) => ({ start, end: start + intervalMs(interval) }));
}
