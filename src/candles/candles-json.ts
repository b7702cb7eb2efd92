import { jsonWithRows } from '../shared/text/json-rows.js';
import type { CandleRangeAnswer } from './candle-range.dto.js';
import { toSpanDto } from './candle-series.dto.js';
import type { CandlesAnswer } from './candles.dto.js';
import type { BarColumns } from './store/bar-columns.js';
import type { CandleRange } from './store/read-range.js';

type AnswerHead = Omit<CandlesAnswer, 'candles'>;

/** Writes a `CandlesAnswer` as JSON, directly from the columns. */
export const candlesJson = (head: AnswerHead, bars: BarColumns): Buffer[] => jsonAround(head, bars, {});

/**
 * Writes a `CandleRangeAnswer` as JSON, directly from the columns.
 * @param end the end of the requested span, without bars that are still open
 */
export function candleRangeJson(head: AnswerHead, range: CandleRange, end: number): Buffer[] {
  const rest: Omit<CandleRangeAnswer, keyof CandlesAnswer> = {
    gaps: range.gaps.map(toSpanDto),
    missing: range.missing.map(toSpanDto),
    nextFrom: range.end < end ? range.end : null,
  };
  return jsonAround(head, range.bars, rest);
}

function jsonAround(
  { symbol, feed, interval, source }: AnswerHead,
  bars: BarColumns,
  rest: object,
): Buffer[] {
  const { count, ts, open, high, low, close, volume } = bars;
  const opening = JSON.stringify({ symbol, feed, interval, source }).slice(0, -1);
  const closing = JSON.stringify(rest).slice(1);
  const tail = closing === '}' ? ']}' : `],${closing}`;
  return jsonWithRows(`${opening},"candles":[`, { ts, open, high, low, close, volume }, count, tail);
}
