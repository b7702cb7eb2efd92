import { MINUTE_MS } from '../../shared/market/intervals.js';
import { type DateOrder, wallTimeOf } from '../../shared/market/wall-time.js';
import { excerpt } from '../../shared/text/excerpt.js';
import { LocalTimes, type RowBefore } from './local-times.js';
import { MAX_S, isTime, msOf, timeOf, timeOfChart } from './parse-time.js';

/** The reading of times that have no offset, or whose dates do not begin with the year. */
export interface TimeOptions {
  /** Time zone (IANA name) of times without an offset. */
  readonly timezone?: string | undefined;
  /** Order of day, month and year in dates that do not begin with the year. */
  readonly dateOrder?: DateOrder | undefined;
}

/** A time that cannot be read. */
export interface WrongTime {
  /** The problem, as the end of a sentence that begins with the time. */
  readonly problem: string;
  /** The option without which the time cannot be read. */
  readonly option?: keyof TimeOptions;
}

/** Reads the times of the rows of a text. */
export interface RowTimes {
  /**
   * Decides from the first rows which columns hold the time, and its unit.
   * @param rows one or two rows
   */
  start(rows: readonly (readonly string[])[]): void;
  /** Returns the text of a row's time, for messages. */
  textOf(row: readonly string[]): string;
  /** Returns the time of a row, ms. */
  read(row: readonly string[], before: RowBefore): number | WrongTime;
}

const WHOLE = { problem: 'is not a whole number of ms or µs' };

/** The first cell of a row as whole number of ms or µs. */
export const FIRST_CELL: RowTimes = {
  start: () => undefined,
  textOf: (row) => row[0]!,
  read: (row) => {
    const time = timeOf(row[0]!);
    return Number.isNaN(time) ? WHOLE : time;
  },
};

/** The columns of a header that may hold the time. */
export interface TimeColumns {
  /** Positions, the preferred one first. */
  readonly places: readonly number[];
  /**
   * The unit of small whole numbers: seconds; or ms as of larger numbers, unless the first rows fit the interval only as
   * seconds.
   */
  readonly smallNumbers: 'seconds' | 'by-interval';
  /** Least number of digits of a number that is a time; `20230801` and `93000` are a date and a time of day. */
  readonly leastDigits: number;
  /** True if dates without a time of day are UTC unless a zone is given. */
  readonly areDatesUtc: boolean;
  /** Returns whether times without an offset are UTC in a column. */
  readonly isUtc: (place: number) => boolean;
  /** Returns whether dates begin with the day in a column unless an order is given. */
  readonly isDayFirst: (place: number) => boolean;
}

const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/;
const CLOCK_TIME = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
const TIMES = 'is not seconds, ms or µs since 1970, or a time such as 2023-08-01T00:00:00Z';

/** Times of a csv with a header: numbers, or dates with a time of day in the same or in another column. */
export class ColumnTimes implements RowTimes {
  readonly #local: LocalTimes | undefined;
  #place: number;
  /** Column of the time of day, if it is not the column of the date. */
  #clockPlace: number | undefined;
  #order: DateOrder | undefined;
  #isUtc = false;
  #areSeconds: boolean;

  constructor(
    private readonly columns: TimeColumns,
    private readonly options: TimeOptions,
    private readonly intervalMs: number,
  ) {
    const { timezone } = options;
    this.#local = timezone === undefined ? undefined : new LocalTimes(timezone, intervalMs);
    this.#place = columns.places[0]!;
    this.#areSeconds = columns.smallNumbers === 'seconds';
  }

  start(rows: readonly (readonly string[])[]): void {
    const row = rows[0]!;
    const { places, smallNumbers, isUtc, isDayFirst } = this.columns;
    const cellAt = (place: number) => row[place] ?? '';
    const isNumber = (place: number) => this.#isNumber(cellAt(place));
    const isDate = (place: number) => DATE.test(cellAt(place));
    this.#place = places.find(isNumber) ?? places.find(isDate) ?? places[0]!;
    const lacksClock = isDate(this.#place) && !cellAt(this.#place).includes(':');
    this.#clockPlace = lacksClock ? places.find((place) => CLOCK_TIME.test(cellAt(place))) : undefined;
    this.#isUtc = isUtc(this.#place);
    this.#order = this.options.dateOrder ?? (isDayFirst(this.#place) ? 'dmy' : undefined);
    if (smallNumbers === 'by-interval') this.#areSeconds = this.#fitOnlyAsSeconds(rows);
  }

  textOf(row: readonly string[]): string {
    const text = row[this.#place]!;
    return this.#clockPlace === undefined ? text : `${text} ${row[this.#clockPlace]}`;
  }

  read(row: readonly string[], before: RowBefore): number | WrongTime {
    const text = this.textOf(row);
    if (this.#isNumber(text)) {
      const time = Number(text);
      return this.#areSeconds && time < MAX_S ? time * 1000 : msOf(time);
    }
    if (this.columns.areDatesUtc && (this.#local === undefined || text.includes('T'))) {
      const time = timeOfChart(text);
      if (!Number.isNaN(time)) return time;
    }
    const time = wallTimeOf(text, this.#order);
    if (time === 'not-a-time') return { problem: TIMES };
    if (time === 'needs-date-order')
      return {
        problem: 'does not begin with the year; dateOrder is required (dmy or mdy)',
        option: 'dateOrder',
      };
    if (time.offset !== null) return time.wall - time.offset * MINUTE_MS;
    if (this.#isUtc) return time.wall;
    if (this.#local) {
      const instant = this.#local.read(text, time.wall, before);
      return typeof instant === 'string' ? { problem: instant } : instant;
    }
    return { problem: 'has no offset; timezone is required (such as Europe/Berlin)', option: 'timezone' };
  }

  #isNumber(text: string): boolean {
    return isTime(text) && text.length >= this.columns.leastDigits;
  }

  /** Returns whether numbers are small, and not all of them open a bar as ms. */
  #fitOnlyAsSeconds(rows: readonly (readonly string[])[]): boolean {
    const texts = rows.map((row) => this.textOf(row));
    const areSmall = texts.every((text) => isTime(text) && Number(text) < MAX_S);
    return areSmall && texts.some((text) => Number(text) % this.intervalMs !== 0);
  }
}

/** Returns how a message shows a time. */
export const shownTime = (text: string): string => (isTime(text) ? text : excerpt(text));
