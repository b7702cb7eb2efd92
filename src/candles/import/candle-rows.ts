import { BarBuilder } from '../bar-builder.js';
import type { BarColumns } from '../bar-columns.js';
import { INTERVALS, type Interval, closedUntil, intervalMs } from '../intervals.js';
import { CandleFileError } from './candle-file-error.js';
import { checkHeader, decimalOf, isTime, microseconds, shown, timeOf, wrongFigure } from './candle-row.js';

/** With fewer rows a wide step may be a hole; with this many it is another interval. */
const ROWS_THAT_SHOW_THE_STEP = 10;

/**
 * Takes the rows of one file, text by text (a zip may hold several), checks each and keeps the closed bars. A row has
 * 6 fields (`ts,open,high,low,close,volume`) or the 12 of the venue's archive, whose first six are the same.
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
  #header = false;
  #timeUnits = new Set<'ms' | 'us'>();

  constructor(
    private readonly file: string,
    private readonly interval: Interval,
    now: number,
  ) {
    this.#intervalMs = intervalMs(interval);
    this.#closedUntil = closedUntil(interval, now);
  }

  /** @param entry the file within a zip, undefined otherwise */
  startText(entry: string | undefined): void {
    this.#entry = entry;
    this.#rowsOfText = 0;
    this.#columns = 0;
  }

  /** @throws CandleFileError when the text had no row */
  endText(): void {
    if (this.#rowsOfText === 0) throw this.error('holds no candle');
  }

  /** @throws CandleFileError naming what is wrong with the row */
  take(fields: readonly string[], line: number): void {
    if (this.#columns === 0) {
      if (fields.length !== 6 && fields.length !== 12) {
        throw this.error(`is not a row of candles: 6 or 12 fields expected, ${fields.length} found`, line);
      }
      this.#columns = fields.length;
      if (!isTime(fields[0]!)) {
        const problem = checkHeader(fields);
        if (problem) throw this.error(problem, line);
        this.#header = true;
        return;
      }
    }
    if (fields.length !== this.#columns) {
      throw this.error(`${this.#columns} fields expected, ${fields.length} found`, line);
    }
    this.#takeBar(fields, this.#checkedTime(fields, line), line);
  }

  /** @throws CandleFileError when the rows are those of a larger interval */
  result() {
    const bars = this.#bars.build();
    const step = this.#smallestStep;
    if (bars.count >= ROWS_THAT_SHOW_THE_STEP && step > this.#intervalMs) {
      const found = INTERVALS.find((interval) => intervalMs(interval) === step) ?? `${step / 60_000}m`;
      this.#entry = undefined;
      throw this.error(`its rows are ${found} apart: these are no ${this.interval} candles`);
    }
    const [unit] = this.#timeUnits;
    return {
      bars: bars satisfies BarColumns,
      leftOutUnclosed: this.#leftOutUnclosed,
      columns: this.#columns as 6 | 12,
      header: this.#header,
      timeUnit: this.#timeUnits.size > 1 ? ('mixed' as const) : unit!,
    };
  }

  /** An error at this place of the text that is being read. */
  error(problem: string, line?: number): CandleFileError {
    return new CandleFileError({ file: this.file, entry: this.#entry, line }, problem);
  }

  #checkedTime(fields: readonly string[], line: number): number {
    const text = fields[0]!;
    const ts = timeOf(text);
    if (Number.isNaN(ts)) throw this.error(`its time ${shown(text)} is no whole number of ms or µs`, line);
    if (ts % this.#intervalMs !== 0) {
      throw this.error(`its time ${text} (ms or µs) is not the start of a ${this.interval} bar`, line);
    }
    if (ts <= this.#lastTs) {
      const problem = ts === this.#lastTs ? 'is there twice' : 'comes after a later one';
      throw this.error(`its time ${text} ${problem}; rows must ascend`, line);
    }
    if (this.#columns === 12) {
      const closeTime = timeOf(fields[6]!);
      if (Number.isNaN(closeTime)) throw this.error(`its close time ${shown(fields[6]!)} is no time`, line);
      if (closeTime >= ts + this.#intervalMs) {
        throw this.error(`it closes at ${fields[6]}, later than a ${this.interval} bar does`, line);
      }
    }
    this.#smallestStep = Math.min(this.#smallestStep, ts - this.#lastTs);
    this.#lastTs = ts;
    this.#timeUnits.add(microseconds(text) ? 'us' : 'ms');
    return ts;
  }

  #takeBar(fields: readonly string[], ts: number, line: number): void {
    const open = decimalOf(fields[1]!);
    const high = decimalOf(fields[2]!);
    const low = decimalOf(fields[3]!);
    const close = decimalOf(fields[4]!);
    const volume = decimalOf(fields[5]!);
    // NaN fails every comparison.
    const sound = low > 0 && low <= open && low <= close && open <= high && close <= high && volume >= 0;
    if (!sound) throw this.error(wrongFigure(fields), line);
    this.#rowsOfText += 1;
    if (ts < this.#closedUntil) this.#bars.add(ts, open, high, low, close, volume);
    else this.#leftOutUnclosed += 1;
  }
}
