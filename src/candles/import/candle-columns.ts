/** Longer names of columns are compared by their start. */
const MAX_NAME_LENGTH = 200;

const TIMES =
  'time date datetime timestamp ts unix unixtime unixtimestamp opentime starttime localtime gmttime utctime timeutc dateutc datetimeutc timestamputc';

/** Accepted names of the columns that a csv of candles needs, as they are compared; the first is the usual name. */
const NAMES: Readonly<Record<NeededColumn, readonly string[]>> = {
  time: TIMES.split(' '),
  open: ['open', 'o', 'openprice'],
  high: ['high', 'h', 'highprice'],
  low: ['low', 'l', 'lowprice'],
  close: ['close', 'c', 'closeprice'],
};
type NeededColumn = 'time' | 'open' | 'high' | 'low' | 'close';
const NEEDED: readonly NeededColumn[] = ['time', 'open', 'high', 'low', 'close'];

/** Names of a volume in units of the base, apart from `volume` and names with the base, such as `Volume BTC`. */
const OTHER_VOLUMES = ['vol', 'v', 'basevolume', 'volumebase', 'realvolume'];

/** Columns whose times have no offset and are UTC. */
const UTC_TIMES: ReadonlySet<string> = new Set(
  NAMES.time.filter((name) => name.includes('utc') || name.includes('gmt')),
);

/** Columns of Dukascopy, which prints dates as 31.12.2023. */
const DAY_FIRST_TIMES: ReadonlySet<string> = new Set(['gmttime', 'localtime']);

/** Positions of the columns of candles in a header. */
export interface PlacedColumns {
  /** Columns with a time, those that come first in the file first. */
  readonly times: readonly number[];
  readonly prices: readonly [open: number, high: number, low: number, close: number];
  /** Null without a volume. */
  readonly volume: number | null;
}

/** Reduces the name of a column to lower-case letters and digits: `<DATE>`, `Gmt time` and `open_time`. */
export const comparedColumn = (name: string): string =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/**
 * Returns the columns of a header, or the needed columns that are missing.
 * @param names compared names
 * @param symbol symbol of the candles, whose base a column of volumes may name; undefined if unknown
 */
export function candleColumns(
  names: readonly string[],
  symbol: string | undefined,
): PlacedColumns | readonly NeededColumn[] {
  const missing = missingColumns(names);
  if (missing.length > 0) return missing;
  const [open, high, low, close] = pricesOf(names);
  return {
    times: timesOf(names),
    prices: [open!, high!, low!, close!],
    volume: volumeOf(names, symbol),
  };
}

export const missingColumns = (names: readonly string[]): NeededColumn[] =>
  NEEDED.filter((column) => placeOf(names, NAMES[column]) === undefined);

/** Returns the accepted names of a column: `close (or c, closeprice)`. */
export function acceptedNames(column: NeededColumn): string {
  const [first, ...others] = NAMES[column];
  return `${first} (or ${others.join(', ')})`;
}

export const timesOf = (names: readonly string[]): number[] =>
  [...names.keys()].filter((at) => NAMES.time.includes(names[at]!));

export const pricesOf = (names: readonly string[]): (number | undefined)[] =>
  (['open', 'high', 'low', 'close'] as const).map((column) => placeOf(names, NAMES[column]));

/** Returns whether times without an offset are UTC in a column of this name. */
export const isUtcColumn = (name: string): boolean => UTC_TIMES.has(name);

/** Returns whether dates begin with the day in a column of this name. */
export const isDayFirstColumn = (name: string): boolean => DAY_FIRST_TIMES.has(name);

/**
 * Returns the column of the volume: the one with that name, or the volume in units of the base. A number of ticks or a
 * volume in units of the quote is not a volume.
 */
export function volumeOf(names: readonly string[], symbol: string | undefined): number | null {
  const base = symbol?.toLowerCase() ?? '';
  const ofBase = names
    .filter((name) => /^volume./.test(name) && base.startsWith(name.slice('volume'.length)))
    .toSorted((one, other) => other.length - one.length);
  return placeOf(names, ['volume', ...ofBase, ...OTHER_VOLUMES]) ?? null;
}

/** Returns the place of the first accepted name that the header has. */
function placeOf(names: readonly string[], accepted: readonly string[]): number | undefined {
  const found = accepted.find((name) => names.includes(name));
  return found === undefined ? undefined : names.indexOf(found);
}
