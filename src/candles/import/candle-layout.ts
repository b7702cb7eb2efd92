import {
  type PlacedColumns,
  candleColumns,
  comparedColumn,
  isDayFirstColumn,
  isUtcColumn,
  timesOf,
} from './candle-columns.js';
import { parseDecimal, parsePlainDecimal } from './parse-decimal.js';
import { ColumnTimes, FIRST_CELL, type RowTimes, type TimeColumns, type TimeOptions } from './row-times.js';

/** Meaning of the fields of a row. */
export interface CandleLayout {
  /** Number of fields of a row. */
  readonly width: number;
  /** Positions of open, high, low and close. */
  readonly prices: readonly [open: number, high: number, low: number, close: number];
  /** Position of the volume; null if the rows have no volume, which then counts as 0. */
  readonly volume: number | null;
  /** Position of the close time, if rows have one. */
  readonly closeTime?: number | undefined;
  readonly times: RowTimes;
  /** Parses a price or a volume. Returns NaN if the text is not a number in the format of this layout. */
  readonly number: (text: string) => number;
  /**
   * True if fields may be empty: an empty volume counts as 0, and a row in the future may lack its prices. Rows in the
   * future come from indicators that extend beyond the last bar.
   */
  readonly mayBeEmpty?: boolean;
  /** Returns whether a row before the first candle belongs to the header. */
  readonly continuesHeader?: (row: readonly string[]) => boolean;
}

/** Facts about the import on which the layout of a header depends. */
export interface LayoutOptions extends TimeOptions {
  readonly intervalMs: number;
  /** Symbol of the candles, whose base a column of volumes may name; undefined if unknown. */
  readonly symbol?: string | undefined;
}

const PLAIN: CandleLayout = {
  width: 6,
  prices: [1, 2, 3, 4],
  volume: 5,
  times: FIRST_CELL,
  number: parsePlainDecimal,
};

/** The archive of the venue. Its first six fields are the same as in the plain layout. */
const ARCHIVE = { ...PLAIN, width: 12, closeTime: 6 } satisfies CandleLayout;

/** freqtrade's JSON. Numbers may have an exponent. */
export const JSON_ROWS: CandleLayout = { ...PLAIN, number: parseDecimal };

/** Returns the layout of rows without a header; undefined if no such rows have this number of fields. */
export function plainLayout(width: number): CandleLayout | undefined {
  return [PLAIN, ARCHIVE].find((layout) => layout.width === width);
}

/** Returns the layout of a header; undefined if it is none. */
export function headerLayout(header: readonly string[], options: LayoutOptions): CandleLayout | undefined {
  const names = header.map((name) => name.trim().toLowerCase());
  const inOrder = ['open', 'high', 'low', 'close'].every((name, i) => names[i + 1] === name);
  const compared = header.map(comparedColumn);
  if (inOrder && names[0] === 'time') return chart(names, compared, options);
  const isPlain = inOrder && names[5] === 'volume' && plainLayout(names.length) !== undefined;
  if (isPlain) return plainWithHeader(compared, options);
  // yfinance: the rows `Price,Close,High,…`, `Ticker,AAPL,AAPL,…` and `Date,,,…`.
  if (compared[0] === 'price' && isOfOneTicker(compared)) {
    const columns = candleColumns(compared.with(0, 'date'), options.symbol);
    const continuesHeader = (row: readonly string[]) => ROWS_OF_HEADER.has(comparedColumn(row[0]!));
    if ('prices' in columns) return { ...named(columns, compared, options), continuesHeader };
  }
  const columns = candleColumns(compared, options.symbol);
  return 'prices' in columns ? named(columns, compared, options) : undefined;
}

const ROWS_OF_HEADER: ReadonlySet<string> = new Set(['ticker', 'date', 'datetime']);

/** Returns whether no column of yfinance's header occurs twice. */
const isOfOneTicker = (compared: readonly string[]): boolean => new Set(compared).size === compared.length;

/** TradingView's chart export: `time,open,high,low,close`, then indicators and the volume. */
function chart(names: readonly string[], compared: readonly string[], options: LayoutOptions): CandleLayout {
  const volume = names.indexOf('volume');
  return {
    width: names.length,
    prices: PLAIN.prices,
    volume: volume < 0 ? null : volume,
    times: timesIn(compared, options, {
      places: [0],
      smallNumbers: 'seconds',
      leastDigits: 1,
      areDatesUtc: true,
    }),
    number: parseDecimal,
    mayBeEmpty: true,
  };
}

/** The header of the plain layout or of the archive, whatever the name of its first column. */
function plainWithHeader(compared: readonly string[], options: LayoutOptions): CandleLayout {
  const others = timesOf(compared).filter((place) => place !== 0);
  return {
    ...PLAIN,
    width: compared.length,
    closeTime: compared[ARCHIVE.closeTime] === 'closetime' ? ARCHIVE.closeTime : undefined,
    times: timesIn(compared, options, {
      places: [0, ...others],
      smallNumbers: 'by-interval',
      leastDigits: 1,
      areDatesUtc: false,
    }),
    number: parseDecimal,
  };
}

const named = (
  { times: places, ...columns }: PlacedColumns,
  compared: readonly string[],
  options: LayoutOptions,
): CandleLayout => ({
  ...columns,
  width: compared.length,
  times: timesIn(compared, options, {
    places,
    smallNumbers: 'seconds',
    leastDigits: 9,
    areDatesUtc: false,
  }),
  number: parseDecimal,
});

function timesIn(
  compared: readonly string[],
  options: LayoutOptions,
  columns: Omit<TimeColumns, 'isUtc' | 'isDayFirst'>,
): RowTimes {
  const isUtc = (place: number) => isUtcColumn(compared[place]!);
  const isDayFirst = (place: number) => isDayFirstColumn(compared[place]!);
  return new ColumnTimes({ ...columns, isUtc, isDayFirst }, options, options.intervalMs);
}
