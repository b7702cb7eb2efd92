import { BarBuilder } from '../bar-builder.js';
import type { BarColumns } from '../bar-columns.js';
import { type Interval, floorToInterval, isClosed } from '../intervals.js';
import type { Span } from '../spans.js';
import { VenueFailure } from './venue-failure.js';

export interface KlinePage {
  readonly bars: BarColumns;
  /** Rows that cannot be bars of the asked span and were left out; a bar that is still open does not count. */
  readonly dropped: number;
  /** When the venue sent it by its own clock, epoch ms, NaN if unknown. */
  readonly sentAt: number;
}

const FIELDS = 12;
const DECIMAL = /^\d+(\.\d+)?$/;

/** So many rows of which none can be read are no slip: the venue speaks another language than we do. */
const FOREIGN_ROWS = 10;

/**
 * The good rows of an answer: `[openTime, "open", "high", "low", "close", "volume", closeTime, …]`, twelve fields, in
 * the span, on the grid, once each, with low ≤ open, close ≤ high. Whatever else is in it is dropped and counted.
 * @param sentAt when the venue sent it by its own clock, NaN if unknown: what has not closed by then is still changing
 * @throws VenueFailure when the answer as a whole is none: no list, not ascending, nothing legible
 */
export function klinePage(answer: unknown, interval: Interval, span: Span, sentAt: number): KlinePage {
  if (!Array.isArray(answer)) throw illegible('the answer is no list of rows');
  const bars = new BarBuilder();
  let dropped = 0;
  let legible = 0;
  let previousTs = -Infinity;
  for (const row of answer as readonly unknown[]) {
    const bar = barOf(row);
    if (bar) legible += 1;
    if (
      !bar ||
      bar.ts < span.start ||
      bar.ts >= span.end ||
      bar.ts === previousTs ||
      floorToInterval(bar.ts, interval) !== bar.ts
    ) {
      dropped += 1;
      continue;
    }
    if (bar.ts < previousTs) throw illegible('the rows are not in order of time');
    previousTs = bar.ts;
    if (Number.isNaN(sentAt) || isClosed(bar.ts, interval, sentAt))
      bars.add(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.volume);
  }
  if (legible === 0 && dropped >= FOREIGN_ROWS) throw illegible('no row of the answer can be read');
  return { bars: bars.build(), dropped, sentAt };
}

const illegible = (message: string) => new VenueFailure('error', message, { transient: true });

function barOf(row: unknown) {
  if (!Array.isArray(row) || row.length !== FIELDS) return null;
  const [ts, ...texts] = row as readonly unknown[];
  if (!Number.isSafeInteger(ts)) return null;
  const [open, high, low, close, volume] = texts.slice(0, 5).map(numberOf);
  if (
    open === undefined ||
    high === undefined ||
    low === undefined ||
    close === undefined ||
    volume === undefined
  )
    return null;
  const sound = low > 0 && low <= open && low <= close && high >= open && high >= close && volume >= 0;
  return sound ? { ts: ts as number, open, high, low, close, volume } : null;
}

/** Prices and volumes come as decimal text. */
function numberOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
