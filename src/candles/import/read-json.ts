import { JSON_ROWS } from './candle-layout.js';
import type { CandleRows } from './candle-rows.js';

/** A row of candles has about 100 bytes. */
const MAX_ROW_BYTES = 4096;

const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

/** Match the text up to the closing bracket of a row: `FIRST_ROW` for the first row, `NEXT_ROW` for each further row. */
const FIRST_ROW = /^\s*\[\s*\[([^[]*)$/;
const NEXT_ROW = /^\s*,\s*\[([^[]*)$/;
const NO_ROW = /^\s*\[\s*$/;

/**
 * Passes every row of `[[ms, open, high, low, close, volume], …]` to `rows`, in order, without holding the text in
 * memory.
 * @throws CandleFileError for an invalid row and for any other JSON
 */
export async function readJson(text: AsyncIterable<Buffer>, rows: CandleRows): Promise<void> {
  rows.useLayout(JSON_ROWS);
  const json = new JsonRows(rows);
  for await (const chunk of text) json.add(chunk);
  json.end();
}

/** A row of numbers contains no bracket, so the next closing bracket ends the row. */
class JsonRows {
  #rest = '';
  #count = 0;
  #hasEnded = false;
  #isStart = true;

  constructor(private readonly rows: CandleRows) {}

  add(chunk: Buffer): void {
    // Valid rows contain only ASCII characters, so each character has one byte.
    const text = this.#rest + chunk.toString('latin1');
    let from = this.#isStart ? (BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0) : 0;
    this.#isStart = false;
    for (let end = text.indexOf(']', from); end >= 0; end = text.indexOf(']', from)) {
      this.#takeRow(text.slice(from, end));
      from = end + 1;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > MAX_ROW_BYTES) throw this.#error(`is longer than ${MAX_ROW_BYTES} bytes`);
  }

  end(): void {
    if (this.#rest.trim() !== '')
      throw this.#error('is not a row of candles: [ms, open, high, low, close, volume]');
    if (!this.#hasEnded) throw this.rows.error(`is cut short after row ${this.#count}`);
  }

  #takeRow(text: string): void {
    if (text.length > MAX_ROW_BYTES) throw this.#error(`is longer than ${MAX_ROW_BYTES} bytes`);
    const isFirst = this.#count === 0;
    const isEnd = isFirst ? NO_ROW.test(text) : text.trim() === '';
    const [, row] = (isFirst ? FIRST_ROW : NEXT_ROW).exec(text) ?? [];
    if (this.#hasEnded || (row === undefined && !isEnd))
      throw this.#error('is not a row of candles: [ms, open, high, low, close, volume]');
    this.#hasEnded = isEnd;
    if (row === undefined) return;
    this.#count += 1;
    this.rows.take(
      row.split(',').map((cell) => cell.trim()),
      { row: this.#count },
    );
  }

  /** Returns an error in the row after the last complete row. */
  #error(problem: string) {
    return this.rows.error(problem, { row: this.#count + 1 });
  }
}
