import type { Market, Series } from './candle.js';
import { type Interval, isInterval } from './intervals.js';
import { NUMBER, type ParameterRules, type Parameters, SYMBOL } from './parameters.js';
import { invalidContractType, invalidInterval, invalidParameter, startAfterEnd } from './venue-error.js';
import type { Range } from './visible-bars.js';

/** A parsed request for candles. */
export interface KlineQuery {
  readonly series: Series;
  readonly interval: Interval;
  readonly range: Range;
}

const DEFAULT_LIMIT = 500;
const SPOT_MAX_LIMIT = 1000;
const USDM_MAX_LIMIT = 1500;

/** Minimum of a time in microseconds. Times in microseconds have at least 15 digits. */
const MIN_MICROSECONDS = 1e14;

export const SPOT_KLINES: ParameterRules = {
  symbol: SYMBOL,
  interval: { required: true },
  startTime: NUMBER,
  endTime: NUMBER,
  timeZone: { legal: /^[+-]?[0-9]{1,2}(:[0-9]{2})?$/ },
  limit: NUMBER,
};

export const CONTINUOUS_KLINES: ParameterRules = {
  pair: SYMBOL,
  contractType: { required: true },
  interval: { required: true },
  startTime: NUMBER,
  endTime: NUMBER,
  limit: NUMBER,
};

/** Markets by contract type. Null means that the contract type exists, but no pair has such a series. */
const CONTRACT_TYPES: Readonly<Record<string, Market | null>> = {
  PERPETUAL: 'perpetual',
  CURRENT_QUARTER: 'current-quarter',
  NEXT_QUARTER: 'next-quarter',
  TRADIFI_PERPETUAL: null,
};

/**
 * Parses a query to the spot host. A limit above the maximum is reduced to the maximum, and a start after the end finds
 * nothing. Days always begin at 00:00 UTC.
 */
export function spotQuery(given: Parameters): KlineQuery {
  if (Number.parseFloat((given.timeZone ?? '0').replace(':', '.')) !== 0) throw invalidParameter('timeZone');
  return {
    interval: intervalOf(given),
    series: { market: 'spot', symbol: given.symbol! },
    range: {
      startTime: toMs(given.startTime, Math.ceil),
      endTime: toMs(given.endTime, Math.floor),
      limit: Math.min(SPOT_MAX_LIMIT, limitOf(given)),
    },
  };
}

/**
 * Parses a query for a continuous series. Refuses a limit above the maximum and a start after the end. Returns null for
 * a contract type without any series.
 */
export function continuousQuery(given: Parameters): KlineQuery | null {
  if (!Object.hasOwn(CONTRACT_TYPES, given.contractType!)) throw invalidContractType();
  const market = CONTRACT_TYPES[given.contractType!] ?? null;
  const interval = intervalOf(given);
  const limit = limitOf(given);
  if (limit > USDM_MAX_LIMIT) throw invalidParameter('limit');
  const { startTime, endTime } = given;
  if (Number(startTime ?? 0) > Number(endTime ?? Infinity)) throw startAfterEnd();
  return (
    market && {
      interval,
      series: { market, symbol: given.pair! },
      range: { startTime: toNumber(startTime), endTime: toNumber(endTime), limit },
    }
  );
}

/** Returns the weight of a futures request, which depends on its limit. A refused request has the same weight. */
export function continuousWeight(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT) || DEFAULT_LIMIT;
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1000 ? 5 : 10;
}

function intervalOf({ interval }: Parameters): Interval {
  if (!isInterval(interval!)) throw invalidInterval();
  return interval;
}

function limitOf({ limit }: Parameters): number {
  const asked = Number(limit ?? DEFAULT_LIMIT);
  if (asked < 1) throw invalidParameter('limit');
  return asked;
}

const toNumber = (time: string | undefined) => (time === undefined ? undefined : Number(time));

function toMs(time: string | undefined, round: (ms: number) => number): number | undefined {
  const given = toNumber(time);
  return given === undefined || given < MIN_MICROSECONDS ? given : round(given / 1_000);
}
