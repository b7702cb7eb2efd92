import {
  type Interval,
  MINUTE_MS,
  closedUntil,
  floorToInterval,
  intervalMs,
} from '../../shared/market/intervals.js';
import { type Span, subtractSpans } from '../../shared/market/spans.js';
import { BarBuilder } from '../store/bar-builder.js';
import { type BarColumns, type Candle, cellsOf } from '../store/bar-columns.js';
import { isPlausibleBar } from '../store/plausible-bar.js';
import { unusable } from './venue-response.js';

/** The part of a span that a response of the venue describes. */
export interface KlinePage {
  readonly bars: BarColumns;
  /**
   * Cells whose rows in the response are not bars, so that it is unknown whether the venue has bars for these cells. If
   * no row of the response is a bar, these are all cells of the span.
   */
  readonly unclear: readonly Span[];
  /** Number of rows that are not bars of the span. Bars that are still open are not counted. */
  readonly droppedRows: number;
  /** Time at which the venue sent the response, by its own clock, epoch ms; NaN if unknown. */
  readonly date: number;
}

const FIELDS = 12;
const DECIMAL = /^\d+(\.\d+)?$/;

/**
 * Parses the bars of a response. A row has twelve fields: `[openTime, "open", "high", "low", "close", "volume", …]`.
 * Rows that are malformed, implausible, off the grid, repeated or outside the span are dropped.
 * @param date time of the response by the venue's clock, NaN if unknown; a bar that was open at this time may still
 * change
 * @throws VenueFailure if the response as a whole has an unexpected form
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

/** Prices and volumes are sent as decimal text. */
const parseDecimalText = (text: unknown): number =>
  typeof text === 'string' && DECIMAL.test(text) ? Number(text) : NaN;
