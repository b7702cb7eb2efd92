import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import { excerpt } from '../../shared/text/excerpt.js';
import { BarBuilder } from '../store/bar-builder.js';
import type { BarColumns } from '../store/bar-columns.js';
import { isPlausibleBar } from '../store/plausible-bar.js';
import { INTERVALS, type Interval, closedUntil, intervalMs } from '../../shared/market/intervals.js';
import { CandleFileError, type CandleFilePlace } from './candle-file-error.js';
import type { CandleLayout } from './candle-layout.js';
import { type HeaderRefusal, CandleHeaderSearch } from './header-search.js';
import { timeOf } from './parse-time.js';
import { RowOrder } from './row-order.js';
import { type TimeOptions, type WrongTime, shownTime } from './row-times.js';
import { wrongFigure } from './wrong-figure.js';

/**
 * If a file has at least this many rows, and all of them are further apart than the interval, they are bars of a larger
 * interval. With fewer rows, each distance may be a gap.
 */
const ROWS_THAT_SHOW_THE_STEP = 10;

/** Place of a row: the line of a csv, or the position in a JSON list, both from 1. */
export type RowPlace = Pick<CandleFilePlace, 'line' | 'row'>;

/** The way in which the rows of a file are read. */
export interface RowOptions extends TimeOptions {
  readonly interval: Interval;
  /** Symbol of the candles, whose base a column of volumes may name. */
  readonly symbol?: string | undefined;
  /** The current time, ms UTC. Bars that are not closed by then are left out. */
  readonly now: number;
  /** Bounds of the open times, from ≤ time < to, ms UTC. A row outside the bounds is refused. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Checks the rows of a file and collects the closed bars. A file contains one text. A zip may contain several texts.
 */
export class CandleRows {
  readonly #bars = new BarBuilder();
  readonly #order = new RowOrder();
  readonly #interval: Interval;
  readonly #intervalMs: number;
  readonly #closedUntil: number;
  readonly #from: number;
  readonly #to: number;
  #entry: string | undefined;
  #search: CandleHeaderSearch | undefined;
  #layout: CandleLayout | undefined;
  #isStarted = false;
  #rowsOfText = 0;
  #startOfText = 0;
  #leftOutUnclosed = 0;

  constructor(
    private readonly file: string,
    private readonly options: RowOptions,
  ) {
    this.#interval = options.interval;
    this.#intervalMs = intervalMs(options.interval);
    this.#closedUntil = closedUntil(options.interval, options.now);
    this.#from = options.from ?? -Infinity;
    this.#to = options.to ?? Infinity;
  }

  /** @param entry the entry of a zip; undefined for any other file */
  startText(entry: string | undefined): void {
    this.#entry = entry;
    this.#rowsOfText = 0;
    this.#startOfText = this.#bars.count;
    this.#layout = undefined;
    this.#isStarted = false;
    this.#search = new CandleHeaderSearch({ ...this.options, intervalMs: this.#intervalMs });
  }

  /** Sets the layout of the rows of the text. Without this call, the first rows determine the layout. */
  useLayout(layout: CandleLayout): void {
    this.#layout = layout;
  }

  /** @throws CandleFileError if the text had no row */
  endText(): void {
    if (!this.#layout && this.#search?.hasRows) throw this.#refused(this.#search.refusal());
    if (this.#rowsOfText === 0) throw this.error('holds no candle');
    if (this.#order.direction === -1) this.#bars.reverseFrom(this.#startOfText);
    this.#order.endText();
  }

  /**
   * Takes consecutive rows of a csv.
   * @throws CandleFileError that names the problem of a row
   */
  takeAll(rows: readonly CsvRow[]): void {
    for (let at = 0; at < rows.length; at += 1) {
      const { cells, line } = rows[at]!;
      if (!this.#isStarted && !this.#start(rows, at)) continue;
      this.take(cells, { line });
    }
  }

  /** Returns whether the row at a place is the first row of candles. */
  #start(rows: readonly CsvRow[], at: number): boolean {
    const { cells, line } = rows[at]!;
    if (!this.#layout) {
      const found = this.#search!.open(cells, line);
      if (found && 'problem' in found) throw this.#refused(found);
      this.#layout = found?.layout;
      if (!found || found.isHeader) return false;
    }
    if (this.#layout?.continuesHeader?.(cells)) return false;
    this.#layout?.times.start(rows.slice(at, at + 2).map((row) => row.cells));
    this.#isStarted = true;
    return true;
  }

  /**
   * Takes a row of a text whose layout is known.
   * @throws CandleFileError that names the problem of the row
   */
  take(fields: readonly string[], place: RowPlace): void {
    const layout = this.#layout!;
    if (fields.length !== layout.width)
      throw this.error(`${layout.width} fields expected, ${fields.length} found`, place);
    this.#takeBar(fields, layout, this.#checkedTime(fields, layout, place), place);
  }

  /** @throws CandleFileError if the rows have a larger interval than the import */
  result(): { bars: BarColumns; leftOutUnclosed: number } {
    const bars = this.#bars.build();
    const step = this.#order.smallestStep;
    if (bars.count >= ROWS_THAT_SHOW_THE_STEP && step > this.#intervalMs) {
      const found = INTERVALS.find((interval) => intervalMs(interval) === step) ?? `${step / 60_000}m`;
      this.#entry = undefined;
      throw this.error(`its rows are ${found} apart, so they are not ${this.#interval} candles`);
    }
    return { bars, leftOutUnclosed: this.#leftOutUnclosed };
  }

  /**
   * Returns an error that names the current text.
   * @param field the option that would help
   */
  error(problem: string, place: RowPlace = {}, field?: string): CandleFileError {
    return new CandleFileError({ file: this.file, entry: this.#entry, ...place }, problem, { field });
  }

  #refused({ line, problem }: HeaderRefusal): CandleFileError {
    return this.error(problem, { line });
  }

  #checkedTime(fields: readonly string[], layout: CandleLayout, place: RowPlace): number {
    const ts = layout.times.read(fields, this.#order);
    if (typeof ts === 'object') throw this.#wrongTime(fields, layout, ts, place);
    const problem = this.#gridProblem(ts) ?? this.#order.add(ts);
    if (problem !== undefined) {
      const shown = shownTime(layout.times.textOf(fields));
      throw this.error(`its time ${shown} ${problem}`, place);
    }
    if (layout.closeTime !== undefined) this.#checkCloseTime(fields[layout.closeTime]!, ts, place);
    return ts;
  }

  #wrongTime(
    fields: readonly string[],
    layout: CandleLayout,
    { problem, option }: WrongTime,
    place: RowPlace,
  ): CandleFileError {
    const text = `its time ${excerpt(layout.times.textOf(fields))} ${problem}`;
    return this.error(text, place, option);
  }

  #gridProblem(ts: number): string | undefined {
    const shown = () => `(${new Date(ts).toISOString()})`;
    if (ts % this.#intervalMs !== 0) return `${shown()} is not the start of a ${this.#interval} bar`;
    if (ts < this.#from) return `${shown()} is before the start of the stated span`;
    if (ts >= this.#to) return `${shown()} is not before the end of the stated span`;
    return undefined;
  }

  #checkCloseTime(text: string, ts: number, place: RowPlace): void {
    const closeTime = timeOf(text);
    if (Number.isNaN(closeTime)) throw this.error(`its close time ${excerpt(text)} is not a time`, place);
    if (closeTime >= ts + this.#intervalMs)
      throw this.error(`it closes at ${text}, later than a ${this.#interval} bar does`, place);
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
