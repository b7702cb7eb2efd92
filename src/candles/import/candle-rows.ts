import { excerpt } from '../../shared/text/excerpt.js';
import { BarBuilder } from '../store/bar-builder.js';
import type { BarColumns } from '../store/bar-columns.js';
import { isPlausibleBar } from '../store/plausible-bar.js';
import { INTERVALS, type Interval, closedUntil, intervalMs } from '../../shared/market/intervals.js';
import { CandleFileError, type CandleFilePlace } from './candle-file-error.js';
import { type CandleLayout, layoutOf } from './candle-layout.js';
import { wrongFigure } from './wrong-figure.js';

/**
 * If a file has at least this many rows, and all of them are further apart than the interval, they are bars of a larger
 * interval. With fewer rows, each distance may be a gap.
 */
const ROWS_THAT_SHOW_THE_STEP = 10;

/** Place of a row: the line of a csv, or the position in a JSON list, both from 1. */
export type RowPlace = Pick<CandleFilePlace, 'line' | 'row'>;

/**
 * Checks the rows of a file and collects the closed bars. A file contains one text. A zip may contain several texts.
 */
export class CandleRows {
  readonly #bars = new BarBuilder();
  readonly #intervalMs: number;
  readonly #closedUntil: number;
  #entry: string | undefined;
  #layout: CandleLayout | undefined;
  #rowsOfText = 0;
  #lastTs = -Infinity;
  #smallestStep = Infinity;
  #leftOutUnclosed = 0;

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
    this.#layout = undefined;
  }

  /** Sets the layout of the rows of the text. Without this call, the first row determines the layout. */
  useLayout(layout: CandleLayout): void {
    this.#layout = layout;
  }

  /** @throws CandleFileError if the text had no row */
  endText(): void {
    if (this.#rowsOfText === 0) throw this.error('holds no candle');
  }

  /** @throws CandleFileError that names the problem of the row */
  take(fields: readonly string[], place: RowPlace): void {
    if (!this.#layout) {
      const found = layoutOf(fields);
      if (typeof found === 'string') throw this.error(found, place);
      this.#layout = found.layout;
      if (found.isHeader) return;
    }
    const layout = this.#layout;
    if (fields.length !== layout.width)
      throw this.error(`${layout.width} fields expected, ${fields.length} found`, place);
    this.#takeBar(fields, layout, this.#checkedTime(fields, layout, place), place);
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
  error(problem: string, place: RowPlace = {}): CandleFileError {
    return new CandleFileError({ file: this.file, entry: this.#entry, ...place }, problem);
  }

  #checkedTime(fields: readonly string[], layout: CandleLayout, place: RowPlace): number {
    const text = fields[0]!;
    const ts = layout.time(text);
    if (Number.isNaN(ts)) throw this.error(`its time ${excerpt(text)} is not ${layout.times}`, place);
    if (ts % this.#intervalMs !== 0) {
      const shown = `${text} (${new Date(ts).toISOString()})`;
      throw this.error(`its time ${shown} is not the start of a ${this.interval} bar`, place);
    }
    if (ts <= this.#lastTs) {
      const problem = ts === this.#lastTs ? 'is a duplicate' : 'is earlier than the one before';
      throw this.error(`its time ${text} ${problem}; rows must ascend`, place);
    }
    if (layout.closeTime !== undefined) {
      const closes = fields[layout.closeTime]!;
      const closeTime = layout.time(closes);
      if (Number.isNaN(closeTime)) throw this.error(`its close time ${excerpt(closes)} is not a time`, place);
      if (closeTime >= ts + this.#intervalMs)
        throw this.error(`it closes at ${closes}, later than a ${this.interval} bar does`, place);
    }
    this.#smallestStep = Math.min(this.#smallestStep, ts - this.#lastTs);
    this.#lastTs = ts;
    return ts;
  }

  #takeBar(fields: readonly string[], layout: CandleLayout, ts: number, place: RowPlace): void {
    const { prices, volume: volumeAt, number } = layout;
    const isClosed = ts < this.#closedUntil;
    // A closed bar without prices is an error in the file.
    if (layout.mayBeEmpty && !isClosed && prices.every((at) => isEmpty(fields[at]!))) return;
    const open = number(fields[prices[0]]!);
    const high = number(fields[prices[1]]!);
    const low = number(fields[prices[2]]!);
    const close = number(fields[prices[3]]!);
    const volumeText =
      volumeAt === null || (layout.mayBeEmpty && isEmpty(fields[volumeAt]!)) ? '0' : fields[volumeAt]!;
    const volume = number(volumeText);
    if (!isPlausibleBar(open, high, low, close, volume))
      throw this.error(wrongFigure([...prices.map((at) => fields[at]!), volumeText], number), place);
    this.#rowsOfText += 1;
    if (isClosed) this.#bars.add(ts, open, high, low, close, volume);
    else this.#leftOutUnclosed += 1;
  }
}

const isEmpty = (text: string): boolean => text === '' || text === 'NaN';
