import { type Bytes, lengthOf } from '../shared/text/bytes.js';
import { jsonWithRows } from '../shared/text/json-rows.js';
import type { CandleSource } from './candle-source.js';
import type { CandlesAsOfAnswer, SeriesAsOfDto } from './candles-as-of.dto.js';
import type { BarColumns } from './store/bar-columns.js';
import type { FormingBar } from './store/known-as-of.js';

/** A part of a series as JSON: its closed bars or its forming bar. */
export interface AsOfPart {
  readonly text: Bytes;
  readonly source: CandleSource;
}

export interface AsOfSeries {
  readonly interval: string;
  readonly candles: AsOfPart;
  readonly forming: AsOfPart;
}

/** Writes closed bars as JSON, directly from the columns. */
export function barsText({ count, ts, open, high, low, close, volume }: BarColumns): Bytes {
  return jsonWithRows('[', { ts, open, high, low, close, volume }, count, ']');
}

export const formingText = (bar: FormingBar | null): Bytes => [
  Buffer.from(JSON.stringify(bar satisfies SeriesAsOfDto['forming'])),
];

/** Writes a `CandlesAsOfAnswer` as JSON. The texts of the parts are not copied. */
export function asOfJson(head: Omit<CandlesAsOfAnswer, 'series'>, series: readonly AsOfSeries[]): Bytes {
  const { symbol, feed, at } = head;
  const all: Buffer[] = [];
  let before = `${JSON.stringify({ symbol, feed, at }).slice(0, -1)},"series":[`;
  for (const { interval, candles, forming } of series) {
    const opening = JSON.stringify({ interval, source: sourceOfParts(candles, forming) }).slice(0, -1);
    all.push(Buffer.from(`${before}${opening},"candles":`), ...candles.text);
    before = `,"forming":${Buffer.concat(forming.text).toString()}},`;
  }
  return [...all, Buffer.from(`${before.slice(0, -1)}]}`)];
}

/** Returns the source of the parts that contain a bar; of the closed bars if no part contains a bar. */
function sourceOfParts(candles: AsOfPart, forming: AsOfPart): CandleSource {
  const hasBars = ({ text }: AsOfPart) => lengthOf(text) > 'null'.length;
  if (!hasBars(forming)) return candles.source;
  if (!hasBars(candles)) return forming.source;
  return candles.source === forming.source ? candles.source : 'mixed';
}
