import { type Interval, ceilToInterval, intervalMs } from '../../src/shared/market/intervals.js';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import type { CandleRangeAnswer } from '../../src/candles/candle-range.dto.js';
import type { Feed } from '../../src/shared/market/feeds.js';
import type { Caller } from './app.js';

export interface AskedRange {
  readonly symbol: string;
  readonly feed?: Feed;
  readonly interval?: Interval;
  readonly from: number;
  readonly to?: number;
  readonly count?: number;
}

export const rangePathOf = (asked: AskedRange): string =>
  `/candles/range?${Object.entries({ interval: '1m', ...asked })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;

type Stretch = CandleRangeAnswer['gaps'][number];

/** Returns the spans, with spans that touch joined into one. */
export function joined(spans: readonly Stretch[]): Stretch[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of spans) {
    const last = all.at(-1);
    if (last?.to === from) last.to = to;
    else all.push({ from, to });
  }
  return all;
}

/** Checks that the bars, gaps and missing spans of a page cover each moment from `start` to `end` exactly once. */
function expectPartition(page: CandleRangeAnswer, start: number, end: number): void {
  const cellMs = intervalMs(page.interval as Interval);
  const bars = page.candles.map(({ ts }) => ({ from: ts, to: ts + cellMs }));
  for (const part of [bars, page.gaps, page.missing])
    expect(part).toEqual(part.toSorted((a, b) => a.from - b.from));
  const all = [...bars, ...page.gaps, ...page.missing].toSorted((a, b) => a.from - b.from);
  expect(joined(all)).toEqual(start < end ? [{ from: start, to: end }] : []);
}

export interface WholeRange {
  readonly candles: Candle[];
  readonly gaps: Stretch[];
  readonly missing: Stretch[];
  readonly pages: number;
}

/**
 * Reads a range page by page. Each page must cover its part of the range exactly once, and must not exceed its maximum
 * length.
 * @param closedUntil end of the last closed bar
 */
export async function wholeRange(call: Caller, asked: AskedRange, closedUntil: number): Promise<WholeRange> {
  const { interval = '1m', count = 2000, to = Infinity } = asked;
  const cellMs = intervalMs(interval);
  const end = Math.min(ceilToInterval(to, interval), closedUntil);
  const pages: CandleRangeAnswer[] = [];
  for (let from: number | null = asked.from; from !== null;) {
    const { body } = await call.get(rangePathOf({ ...asked, from })).expect(200);
    const page = body as CandleRangeAnswer;
    const pageEnd = page.nextFrom ?? end;
    expectPartition(page, ceilToInterval(from, interval), pageEnd);
    const missing = page.missing.reduce((sum, span) => sum + (span.to - span.from) / cellMs, 0);
    expect(page.candles.length + missing).toBeLessThanOrEqual(count);
    if (page.nextFrom !== null) expect(page.candles.length + missing).toBe(count);
    pages.push(page);
    from = page.nextFrom;
  }
  return {
    candles: pages.flatMap(({ candles }) => candles),
    gaps: joined(pages.flatMap(({ gaps }) => gaps)),
    missing: joined(pages.flatMap(({ missing }) => missing)),
    pages: pages.length,
  };
}

/** Returns the bars from `from` up to `to` by paging backward with GET /candles. */
export async function pagedBackward(call: Caller, asked: AskedRange): Promise<Candle[]> {
  const { symbol, feed = 'venue-spot', interval = '1m', from, to, count = 500 } = asked;
  const candles: Candle[] = [];
  for (let before = to; ;) {
    const bound = before === undefined ? '' : `&before=${before}`;
    const path = `/candles?symbol=${symbol}&feed=${feed}&interval=${interval}&count=${count}${bound}`;
    const page = (await call.get(path).expect(200)).body.candles as Candle[];
    candles.unshift(...page);
    if (page.length === 0 || page[0]!.ts <= from) return candles.filter(({ ts }) => ts >= from);
    before = page[0]!.ts;
  }
}
