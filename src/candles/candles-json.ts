import type { BarColumns } from './bar-columns.js';
import type { CandlesAnswer } from './candles.dto.js';
import { writeNumber } from '../common/write-number.js';

const OPENINGS = ['{"ts":', ',"open":', ',"high":', ',"low":', ',"close":', ',"volume":'].map((text) =>
  Buffer.from(text),
);
const COMMA = 44;
const BRACE = 125;

/** The longest double has 25 characters. */
const LONGEST_CANDLE = 6 * 25 + 60;

/** Where answers are written, which are then copied from it; as large as the largest so far. */
let paper = Buffer.alloc(0);

/** A `CandlesAnswer` as the bytes of its JSON, straight from the columns. */
export function candlesJson(head: Omit<CandlesAnswer, 'candles'>, bars: BarColumns): Buffer {
  const { symbol, feed, interval, source } = head;
  const { count, ts, open, high, low, close, volume } = bars;
  const opening = `${JSON.stringify({ symbol, feed, interval, source }).slice(0, -1)},"candles":[`;
  const most = opening.length + count * LONGEST_CANDLE + 2;
  if (paper.length < most) paper = Buffer.allocUnsafeSlow(most);
  const bytes = paper;
  const columns = [ts, open, high, low, close, volume];
  let at = bytes.write(opening, 0, 'latin1');
  for (let i = 0; i < count; i += 1) {
    if (i > 0) bytes[at++] = COMMA;
    for (let column = 0; column < columns.length; column += 1) {
      const text = OPENINGS[column]!;
      for (let k = 0; k < text.length; k += 1) bytes[at + k] = text[k]!;
      at = writeNumber(bytes, at + text.length, columns[column]![i]!);
    }
    bytes[at++] = BRACE;
  }
  at += bytes.write(']}', at, 'latin1');
  return Buffer.from(bytes.subarray(0, at));
}
