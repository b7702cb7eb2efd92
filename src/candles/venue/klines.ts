import {
  type Interval,
  MINUTE_MS,
  closedUntil,
  floorToInterval,
  intervalMs,
} from '../../market/intervals.js';
import { type Span, subtractSpans } from '../../market/spans.js';
import { BarBuilder } from '../store/bar-builder.js';
import { type BarColumns, type Candle, cellsOf } from '../store/bar-columns.js';
import { isPlausibleBar } from '../store/plausible-bar.js';
import { unusable } from './venue-response.js';

/** What an answer of the venue says about a span. */
export interface KlinePage {
  readonly bars: BarColumns;
  /** Cells for which a row came that is no bar: whether they have one is unknown. All of them if no row is a bar. */
  readonly unclear: readonly Span[];
  /** Rows that are no bars of the span; a bar that is still open is not among them. */
  readonly droppedRows: number;
  /** When the venue sent it by its own clock, epoch ms; NaN if unknown. */
  readonly date: number;
}

const FIELDS = 12;
const DECIMAL = /^\d+(\.\d+)?$/;

/**
 * The bars of a parsed answer, rows of twelve fields: `[openTime, "open", "high", "low", "close", "volume", …]`. Rows
 * that are malformed, implausible, off the grid, repeated or outside of the span are dropped.
 * @param date when the venue sent it by its own clock, NaN if unknown: a bar that was open by then may still change
 * @throws VenueFailure when the answer as a whole is not what the venue sends
 */
export function parseKlines(answer: unknown, interval: Interval, span: Span, date: number): KlinePage {
  if (!Array.isArray(answer)) throw unusable('the answer is not a list of rows');
  const rows: readonly unknown[] = answer;
  const cellMs = intervalMs(interval);
  const closedEnd = Number.isNaN(date) ? Infinity : closedUntil(interval, date);
  const bars = new BarBuilder();
  const unclear: Span[] = [];
  let usableRows = 0;
  let previousTs = -Infinity;
  let previousEnd = span.start;
  let hasRowWithoutTime = false;
  for (const row of rows) {
    const ts = openTimeOf(row);
    if (Number.isNaN(ts)) hasRowWithoutTime = true;
    if (!(ts >= span.start && ts < span.end) || ts === previousTs) continue;
    if (ts < previousTs) throw unusable('the rows are not in order of time');
    if (ts > date + MINUTE_MS) throw unusable('the Date header is before the open time of a row');
    previousTs = ts;
    const cell = floorToInterval(ts, interval);
    const bar = cell === ts ? barOf(row as readonly unknown[]) : null;
    if (!bar) {
      unclear.push({ start: cell, end: cell + cellMs });
      continue;
    }
    usableRows += 1;
    if (hasRowWithoutTime) unclear.push({ start: previousEnd, end: ts });
    hasRowWithoutTime = false;
    previousEnd = ts + cellMs;
    if (ts < closedEnd) bars.add(ts, bar.open, bar.high, bar.low, bar.close, bar.volume);
  }
  if (hasRowWithoutTime) unclear.push({ start: previousEnd, end: span.end });
  if (rows.length > 0 && usableRows === 0) unclear.push(span);
  const built = bars.build();
  return {
    bars: built,
    unclear: unclear.length === 0 ? unclear : subtractSpans(unclear, cellsOf(built, interval)),
    droppedRows: rows.length - usableRows,
    date,
  };
}

function openTimeOf(row: unknown): number {
  const ts: unknown = Array.isArray(row) ? row[0] : undefined;
  return Number.isSafeInteger(ts) ? (ts as number) : NaN;
}

function barOf(row: readonly unknown[]): Omit<Candle, 'ts'> | null {
  if (row.length !== FIELDS) return null;
  const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = row
    .slice(1, 6)
    .map(parseDecimalText);
  return isPlausibleBar(open, high, low, close, volume) ? { open, high, low, close, volume } : null;
}

/** Prices and volumes come as decimal text. */
const parseDecimalText = (text: unknown): number =>
  typeof text === 'string' && DECIMAL.test(text) ? Number(text) : NaN;
