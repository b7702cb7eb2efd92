import { excerpt } from '../../shared/text/excerpt.js';
import { parseDecimal, parsePlainDecimal } from './parse-decimal.js';
import { isTime, timeOf, timeOfChart } from './parse-time.js';

/** Meaning of the fields of a row. */
export interface CandleLayout {
  /** Number of fields of a row. */
  readonly width: number;
  /** Positions of open, high, low and close; the time is always first. */
  readonly prices: readonly [open: number, high: number, low: number, close: number];
  /** Position of the volume; null if the rows have no volume, which then counts as 0. */
  readonly volume: number | null;
  /** Position of the close time, if rows have one. */
  readonly closeTime?: number;
  /** Parses a time in the format of this layout. Returns ms, or NaN if the text is not such a time. */
  readonly time: (text: string) => number;
  /** Description of a valid time, for messages. */
  readonly times: string;
  /** Parses a price or a volume. Returns NaN if the text is not a number in the format of this layout. */
  readonly number: (text: string) => number;
  /**
   * True if fields may be empty: an empty volume counts as 0, and a row in the future may lack its prices. Rows in the
   * future come from indicators that extend beyond the last bar.
   */
  readonly mayBeEmpty?: boolean;
}

const PLAIN: CandleLayout = {
  width: 6,
  prices: [1, 2, 3, 4],
  volume: 5,
  time: timeOf,
  times: 'a whole number of ms or µs',
  number: parsePlainDecimal,
};

/** The archive of the venue. Its first six fields are the same as in the plain layout. */
const ARCHIVE: CandleLayout = { ...PLAIN, width: 12, closeTime: 6 };

/** freqtrade's JSON. Numbers may have an exponent. */
export const JSON_ROWS: CandleLayout = { ...PLAIN, number: parseDecimal };

/**
 * TradingView's chart export: `time,open,high,low,close`, then indicators and the volume.
 * @param names the names of the columns, in lower case
 */
const chart = (names: readonly string[]): CandleLayout => {
  const volume = names.indexOf('volume');
  return {
    ...PLAIN,
    width: names.length,
    volume: volume < 0 ? null : volume,
    time: timeOfChart,
    times: 'seconds, ms or µs since 1970, or a time such as 2023-08-01T00:00:00Z',
    number: parseDecimal,
    mayBeEmpty: true,
  };
};

/** The layout of a csv, and whether its first row is a header. */
interface FoundLayout {
  readonly layout: CandleLayout;
  readonly isHeader: boolean;
}

/** Finds the layout of a csv from its first row. If the row fits no layout, returns the problem. */
export function layoutOf(fields: readonly string[]): FoundLayout | string {
  const names = fields.map((name) => name.trim().toLowerCase());
  const isHeader = !isTime(fields[0]!);
  const hasPrices = ['open', 'high', 'low', 'close'].every((name, i) => names[i + 1] === name);
  if (isHeader && hasPrices && names[0] === 'time') return { layout: chart(names), isHeader };
  if (fields.length !== 6 && fields.length !== 12)
    return `is not a row of candles: 6 or 12 fields expected, ${fields.length} found`;
  if (isHeader && !(hasPrices && names[5] === 'volume'))
    return `is neither a row nor a header of candles (ts,open,high,low,close,volume): ${excerpt(fields.slice(0, 6).join(','))}`;
  return { layout: fields.length === 6 ? PLAIN : ARCHIVE, isHeader };
}
