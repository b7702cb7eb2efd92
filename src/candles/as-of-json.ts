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

/** Up to this size in bytes, one part is sent faster than the parts of all series. */
const ONE_PART = 2 ** 20;

/** Writes closed bars as JSON, directly from the columns. */
export function barsText({ count, ts, open, high, low, close, volume }: BarColumns): Bytes {
  return jsonWithRows('[', { ts, open, high, low, close, volume }, count, ']');
}

export const formingText = (bar: FormingBar | null): Bytes => [
  Buffer.from(JSON.stringify(bar satisfies SeriesAsOfDto['forming'])),
];

/** Writes a `CandlesAsOfAnswer` as JSON. */
export function asOfJson(head: Omit<CandlesAsOfAnswer, 'series'>, series: readonly AsOfSeries[]): Bytes {
  const { symbol, feed, at } = head;
  const parts = series.flatMap(({ interval, candles, forming }, place) => {
    const opening = JSON.stringify({ interval, source: sourceOfParts(candles, forming) }).slice(0, -1);
    const between = place > 0 ? ',' : '';
    return [
      Buffer.from(`${between}${opening},"candles":`),
      ...candles.text,
      Buffer.from(',"forming":'),
      ...forming.text,
      Buffer.from('}'),
    ];
  });
  const opening = JSON.stringify({ symbol, feed, at }).slice(0, -1);
  const all = [Buffer.from(`${opening},"series":[`), ...parts, Buffer.from(']}')];
  return lengthOf(all) <= ONE_PART ? [Buffer.concat(all)] : all;
}

/** Returns the source of the parts that contain a bar; of the closed bars if no part contains a bar. */
function sourceOfParts(candles: AsOfPart, forming: AsOfPart): CandleSource {
  const hasBars = ({ text }: AsOfPart) => lengthOf(text) > 'null'.length;
  if (!hasBars(forming)) return candles.source;
  if (!hasBars(candles)) return forming.source;
  return candles.source === forming.source ? candles.source : 'mixed';
}
