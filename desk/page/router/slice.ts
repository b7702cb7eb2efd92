import type { Side } from '../../../src/shared/market/sides.js';

/**
 * The filters that select the trades of a session's sheet. The filters are part of the address, so that Back restores
 * them.
 */
export interface Slice {
  readonly side: Side | null;
  readonly symbol: string | null;
  readonly tag: string | null;
  /** ISO weekdays of the entries, ascending; empty for all weekdays. */
  readonly weekdays: readonly number[];
  /** Hours of the entries, ascending; empty for all hours. */
  readonly hours: readonly number[];
  /** The span of the exits, epoch milliseconds, both included; null for the whole time. */
  readonly span: { readonly from: number; readonly to: number } | null;
}

export const WHOLE_SESSION: Slice = {
  side: null,
  symbol: null,
  tag: null,
  weekdays: [],
  hours: [],
  span: null,
};

const MAX_TAG_LENGTH = 40;
const SYMBOL = /^[A-Za-z0-9]{1,32}$/;

/** Returns the filters of an address. A filter that the API would refuse is ignored. */
export function sliceIn(parameters: URLSearchParams): Slice {
  const [side, symbol, tag] = ['side', 'symbol', 'tag'].map((name) => parameters.get(name));
  const [from, to] = [Number(parameters.get('from') ?? NaN), Number(parameters.get('to') ?? NaN)];
  return {
    side: side === 'long' || side === 'short' ? side : null,
    symbol: symbol && SYMBOL.test(symbol) ? symbol.toUpperCase() : null,
    tag: tag && tag.length <= MAX_TAG_LENGTH ? tag : null,
    weekdays: numbersIn(parameters.get('weekday'), 1, 7),
    hours: numbersIn(parameters.get('hour'), 0, 23),
    span: Number.isInteger(from) && Number.isInteger(to) && from > 0 && from <= to ? { from, to } : null,
  };
}

function numbersIn(text: string | null, least: number, most: number): readonly number[] {
  if (!text) return [];
  const numbers = text.split(',').map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : NaN));
  const areValid = numbers.every((number) => number >= least && number <= most);
  return areValid ? [...new Set(numbers)].toSorted((a, b) => a - b) : [];
}

/** Returns the parameters of the address for the filters. */
export const sliceParameters = ({
  side,
  symbol,
  tag,
  weekdays,
  hours,
  span,
}: Slice): Record<string, string> => ({
  ...(side && { side }),
  ...(symbol && { symbol }),
  ...(tag !== null && { tag }),
  ...(weekdays.length > 0 && { weekday: weekdays.join(',') }),
  ...(hours.length > 0 && { hour: hours.join(',') }),
  ...(span && { from: String(span.from), to: String(span.to) }),
});

/** Returns the filters as query parameters of the API, where the end of a span is exclusive. */
export function sliceQuery(slice: Slice): Readonly<Record<string, string | number>> {
  const { span } = slice;
  return { ...sliceParameters(slice), ...(span && { from: span.from, to: span.to + 1 }) };
}

export const isSliced = (slice: Slice): boolean => Object.keys(sliceParameters(slice)).length > 0;

export const isSameSlice = (one: Slice, other: Slice): boolean =>
  JSON.stringify(sliceParameters(one)) === JSON.stringify(sliceParameters(other));

/** Returns true if the only filter is a span of time. The slice is then a stretch of the session's equity curve. */
export const isStretch = (slice: Slice): boolean =>
  slice.span !== null && !isSliced({ ...slice, span: null });
