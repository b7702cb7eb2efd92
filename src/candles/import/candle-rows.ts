import { excerpt } from '../../text/excerpt.js';
import { BarBuilder } from '../store/bar-builder.js';
import type { BarColumns } from '../store/bar-columns.js';
import { isPlausibleBar } from '../store/plausible-bar.js';
import { INTERVALS, type Interval, closedUntil, intervalMs } from '../../market/intervals.js';
import { CandleFileError } from './candle-file-error.js';
import { checkHeader, isTime, parsePlainDecimal, timeOf, wrongFigure } from './candle-row.js';

/**
 * Number of rows from which a wide step means that the rows have a different interval. With fewer rows, a wide step may
 * be a gap.
 */
const ROWS_THAT_SHOW_THE_STEP = 10;

/**
 * Checks the rows of a file and collects the closed bars. A file contains one text; a zip may contain several. A row
 * has 6 fields (`ts,open,high,low,close,volume`) or the 12 fields of the venue's archive, which begin with the same 6
 * fields.
 */
export class CandleRows {
  readonly #bars = new BarBuilder();
  readonly #intervalMs: number;
  readonly #closedUntil: number;
  #entry: string | undefined;
  #rowsOfText = 0;
  #lastTs = -Infinity;
  #smallestStep = Infinity;
  #leftOutUnclosed = 0;
  #columns = 0;

  constructor(
    private readonly file: string,
    private readonly interval: Interval,
    now: number,
  ) {
    this.#intervalMs = intervalMs(interval);
    this.#closedUntil = closedUntil(interval, now);
  }

  /** @param entry the entry of a zip; undefined for any other file */
  startText(entry: string | undefined): void {
    this.#entry = entry;
    this.#rowsOfText = 0;
    this.#columns = 0;
  }

  /** @throws CandleFileError if the text had no row */
  endText(): void {
    if (this.#rowsOfText === 0) throw this.error('holds no candle');
  }

  /** @throws CandleFileError that names the problem of the row */
  take(fields: readonly string[], line: number): void {
    if (this.#columns === 0) {
      if (fields.length !== 6 && fields.length !== 12) {
        throw this.error(`is not a row of candles: 6 or 12 fields expected, ${fields.length} found`, line);
      }
      this.#columns = fields.length;
      if (!isTime(fields[0]!)) {
        const problem = checkHeader(fields);
        if (problem) throw this.error(problem, line);
        return;
      }
    }
    if (fields.length !== this.#columns) {
      throw this.error(`${this.#columns} fields expected, ${fields.length} found`, line);
    }
    this.#takeBar(fields, this.#checkedTime(fields, line), line);
  }

  /** @throws CandleFileError if the rows have a larger interval than the import */
  result(): { bars: BarColumns; leftOutUnclosed: number } {
    const bars = this.#bars.build();
    const step = this.#smallestStep;
    if (bars.count >= ROWS_THAT_SHOW_THE_STEP && step > this.#intervalMs) {
      const found = INTERVALS.find((interval) => intervalMs(interval) === step) ?? `${step / 60_000}m`;
      this.#entry = undefined;
      throw this.error(`its rows are ${found} apart, so they are not ${this.interval} candles`);
    }
    return { bars, leftOutUnclosed: this.#leftOutUnclosed };
  }

  /** Returns an error that names the current text. */
  error(problem: string, line?: number): CandleFileError {
    return new CandleFileError({ file: this.file, entry: this.#entry, line }, problem);
  }

  #checkedTime(fields: readonly string[], line: number): number {
    const text = fields[0]!;
    const ts = timeOf(text);
    if (Number.isNaN(ts))
      throw this.error(`its time ${excerpt(text)} is not a whole number of ms or µs`, line);
    if (ts % this.#intervalMs !== 0) {
      throw this.error(`its time ${text} (ms or µs) is not the start of a ${this.interval} bar`, line);
    }
    if (ts <= this.#lastTs) {
      const problem = ts === this.#lastTs ? 'is a duplicate' : 'is earlier than the one before';
      throw this.error(`its time ${text} ${problem}; rows must ascend`, line);
    }
    if (this.#columns === 12) {
      const closeTime = timeOf(fields[6]!);
      if (Number.isNaN(closeTime))
        throw this.error(`its close time ${excerpt(fields[6]!)} is not a time`, line);
      if (closeTime >= ts + this.#intervalMs) {
        throw this.error(`it closes at ${fields[6]}, later than a ${this.interval} bar does`, line);
      }
    }
    this.#smallestStep = Math.min(this.#smallestStep, ts - this.#lastTs);
    this.#lastTs = ts;
    return ts;
  }

  #takeBar(fields: readonly string[], ts: number, line: number): void {
    const open = parsePlainDecimal(fields[1]!);
    const high = parsePlainDecimal(fields[2]!);
    const low = parsePlainDecimal(fields[3]!);
    const close = parsePlainDecimal(fields[4]!);
    const volume = parsePlainDecimal(fields[5]!);
    if (!isPlausibleBar(open, high, low, close, volume)) throw this.error(wrongFigure(fields), line);
    this.#rowsOfText += 1;
    if (ts < this.#closedUntil) this.#bars.add(ts, open, high, low, close, volume);
    else this.#leftOutUnclosed += 1;
  }
}
