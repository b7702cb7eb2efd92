import { isDeepStrictEqual } from 'node:util';
import { type Interval, intervalMs } from '../../../src/shared/market/intervals.js';
import type { CandleRangeAnswer } from '../../../src/candles/candle-range.dto.js';
import type { SeriesAnswer } from '../../../src/candles/candle-series.dto.js';
import type { CandlesAsOfAnswer } from '../../../src/candles/candles-as-of.dto.js';
import type { CandleDto, CandlesAnswer } from '../../../src/candles/candles.dto.js';

const MINUTE = 60_000;

/** The only candle series that the service under test stores: bars of a minute over some hours. */
export const SERIES = { symbol: 'FUZZED', feed: 'venue-spot', interval: '1m' } as const;
const START = Date.UTC(2024, 0, 10);
const BARS = 3_000;

const bar = (i: number): CandleDto => ({
  ts: START + i * MINUTE,
  open: 100 + i / 10,
  high: 101 + i / 10,
  low: 99 + i / 10,
  close: 100.5 + i / 10,
  volume: 1 + (i % 7),
});

const bars = Array.from({ length: BARS }, (_, i) => bar(i));

/** Returns the series as a file for the import. */
export const seriesCsv = (): string =>
  bars
    .map(({ ts, open, high, low, close, volume }) => [ts, open, high, low, close, volume].join(','))
    .join('\n');

/** Returns the flaws of the response to a query for candles of any series. */
export function candleFlaws(
  query: Readonly<Record<string, string | number>>,
  answer: CandlesAnswer,
): string[] {
  const { symbol, interval, feed = 'venue-spot', count = 500, before = Infinity } = query;
  const flaws: string[] = [];
  if (answer.symbol !== String(symbol).toUpperCase()) flaws.push(`the symbol ${answer.symbol}`);
  if (answer.feed !== feed || answer.interval !== interval) flaws.push('another series');
  if (answer.source !== 'cache') flaws.push(`the source ${answer.source}`);
  const times = answer.candles.map(({ ts }) => ts);
  if (times.length > Number(count)) flaws.push(`${times.length} bars instead of ${count}`);
  if (!times.every((ts, i) => ts < Number(before) && ts > (times[i - 1] ?? 0)))
    flaws.push('bars out of order');
  const isSeries = answer.symbol === SERIES.symbol && feed === SERIES.feed && interval === SERIES.interval;
  const expected = isSeries ? bars.filter(({ ts }) => ts < Number(before)).slice(-Number(count)) : [];
  if (isSeries || answer.symbol !== SERIES.symbol) {
    if (JSON.stringify(answer.candles) !== JSON.stringify(expected)) flaws.push('other bars than are stored');
  }
  return flaws;
}

/** Returns the flaws of the response to a query for a range of any series. */
export function rangeFlaws(
  query: Readonly<Record<string, string | number>>,
  answer: CandleRangeAnswer,
): string[] {
  const { symbol, interval, feed = 'venue-spot', count = 2000, from = 0, to = Infinity } = query;
  const { candles, gaps, missing, nextFrom } = answer;
  const flaws: string[] = [];
  if (answer.symbol !== String(symbol).toUpperCase() || answer.feed !== feed || answer.interval !== interval)
    flaws.push('another series');
  const isWithin = (ts: number) => ts >= Number(from) && ts < Number(nextFrom ?? to);
  const isSeries = answer.symbol === SERIES.symbol && feed === SERIES.feed && interval === SERIES.interval;
  if (isSeries || answer.symbol !== SERIES.symbol) {
    const expected = isSeries ? bars.filter(({ ts }) => isWithin(ts)) : [];
    if (JSON.stringify(candles) !== JSON.stringify(expected)) flaws.push('other bars than are stored');
    if (gaps.length > 0) flaws.push('gaps in a series without any');
  }
  if (candles.length > Number(count)) flaws.push(`${candles.length} bars instead of ${count}`);
  if (![...candles.map(({ ts }) => ts), ...missing.map(({ from }) => from)].every(isWithin))
    flaws.push('more than was asked for');
  return flaws;
}

/** Returns the flaws of the response to a query for candles as of an instant. */
export function asOfFlaws(
  { symbol, intervals, feed = 'venue-spot', count = 500, at }: Readonly<Record<string, string | number>>,
  answer: CandlesAsOfAnswer,
): string[] {
  const flaws: string[] = [];
  if (answer.symbol !== String(symbol).toUpperCase() || answer.feed !== feed || answer.at !== at)
    flaws.push('another market or instant');
  if (answer.series.map(({ interval }) => interval).join() !== intervals) flaws.push('other intervals');
  const isSeries = answer.symbol === SERIES.symbol && feed === SERIES.feed;
  const closed = isSeries ? bars.filter(({ ts }) => ts + MINUTE <= Number(at)) : [];
  const highest = closed.at(-1)?.high ?? 0;
  for (const { interval, candles, forming } of answer.series) {
    const ends = candles.map(({ ts }) => ts + intervalMs(interval as Interval));
    if (candles.length > Number(count)) flaws.push(`${candles.length} bars instead of ${count}`);
    if (!ends.every((end, i) => end <= Number(at) && end > (ends[i - 1] ?? 0)))
      flaws.push('bars out of order');
    // The prices of the series rise, so a price from after the instant would be higher than all that are known.
    if ([...candles, ...(forming ? [forming] : [])].some(({ high }) => high > highest))
      flaws.push('a price from after the instant');
    if (interval === '1m' && JSON.stringify(candles) !== JSON.stringify(closed.slice(-Number(count))))
      flaws.push('other bars than are stored');
  }
  return flaws;
}

/** Returns the flaws of the list of series. */
export function seriesFlaws(
  { symbol, feed, interval }: Readonly<Record<string, string | number>>,
  { series }: SeriesAnswer,
): string[] {
  const matches =
    (symbol === undefined || String(symbol).toUpperCase() === SERIES.symbol) &&
    (feed === undefined || feed === SERIES.feed) &&
    (interval === undefined || interval === SERIES.interval);
  const spans = [{ from: START, to: START + BARS * MINUTE }];
  const expected = matches ? [{ ...SERIES, spans }] : [];
  return isDeepStrictEqual(series, expected) ? [] : ['other series than are stored'];
}
