import { tooManyTrades } from '../../../shared/problems/too-many-trades.js';
import { type IdColumn, ID_BYTES, type TextColumn } from './copied-columns.js';

/** Types of copied columns. Values of `int8` must fit a double exactly, as times in ms do. */
export type ColumnKind = 'int8' | 'int4' | 'float8' | 'text' | 'uuid';

type Column = Float64Array | TextColumn | IdColumn;

/**
 * Length of the header: 11 bytes of signature, 4 bytes of flags, and 4 bytes for the length of an extension, which is
 * always empty.
 */
const HEADER_LENGTH = 19;

/**
 * Maximum size of a column of texts, bytes. The number of rows does not bound it: a trade may have 20 tags of 40
 * characters. A million trades with identifiers of 128 bytes fit into it.
 */
export const MAX_TEXT_BYTES = 128 * 2 ** 20;

const TRAILER = -1;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;

const EMPTY = Buffer.alloc(0);

/**
 * Decodes PostgreSQL's binary COPY format as the data arrives, into one growing array per column. NULL becomes NaN or
 * an empty text. Source: PostgreSQL documentation, COPY, "Binary Format".
 */
export class CopyDecoder {
  /** Start of a row, or of the header, whose end has not arrived yet. */
  private pending: Buffer = EMPTY;
  private headerSeen = false;
  private trailerSeen = false;
  private count = 0;
  private readonly columns: readonly ColumnBuilder[];

  /**
   * @param expected approximate number of rows; with a good estimate, no column is copied as it grows
   * @param mostBytes maximum size of a column of texts
   */
  constructor(kinds: readonly ColumnKind[], expected = 0, mostBytes = MAX_TEXT_BYTES) {
    const rows = Math.max(expected, MIN_ROWS);
    this.columns = kinds.map((kind) => BUILDERS[kind](rows, mostBytes));
  }

  /**
   * @param chunk the next bytes of the copy; the chunk may begin and end anywhere in a row
   * @throws Problem TOO_MANY_TRADES if a column of texts becomes too large
   */
  push(chunk: Buffer): void {
    const bytes = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    if (!this.headerSeen && bytes.length >= HEADER_LENGTH) {
      this.headerSeen = true;
      at = HEADER_LENGTH;
    }
    if (this.headerSeen)
      for (let next = this.row(bytes, view, at); next >= 0; next = this.row(bytes, view, at)) at = next;
    this.pending = at < bytes.length ? Buffer.from(bytes.subarray(at)) : EMPTY;
  }

  /** Decodes the row at `start`. Returns the position after the row; -1 if the row is not complete. */
  private row(bytes: Buffer, view: DataView, start: number): number {
    if (this.trailerSeen || start + 2 > bytes.length) return -1;
    if (view.getInt16(start) === TRAILER) {
      this.trailerSeen = true;
      return start + 2;
    }
    if (!this.isComplete(view, start + 2)) return -1;
    let at = start + 2;
    for (const column of this.columns) {
      const length = view.getInt32(at);
      at += 4;
      column.append(bytes, view, at, length);
      if (length > 0) at += length;
    }
    this.count += 1;
    return at;
  }

  private isComplete(view: DataView, start: number): boolean {
    let at = start;
    for (let i = 0; i < this.columns.length; i += 1) {
      if (at + 4 > view.byteLength) return false;
      at += 4 + Math.max(view.getInt32(at), 0);
    }
    return at <= view.byteLength;
  }

  /** @throws Error if the data ends within a row */
  end(): CopiedColumns {
    if (!this.trailerSeen) throw new Error('the copied rows are incomplete');
    return new CopiedColumns(
      this.count,
      this.columns.map((column) => column.build()),
    );
  }
}

/** Copied rows as columns. */
export class CopiedColumns {
  constructor(
    readonly count: number,
    private readonly columns: readonly Column[],
  ) {}

  numbers(index: number): Float64Array {
    const column = this.columns[index];
    if (!(column instanceof Float64Array)) throw new TypeError(`column ${index} is not numeric`);
    return column;
  }

  texts(index: number): TextColumn {
    const column = this.columns[index];
    if (!column || !('ends' in column)) throw new TypeError(`column ${index} is not text`);
    return column;
  }

  ids(index: number): IdColumn {
    const column = this.columns[index];
    if (!column || column instanceof Float64Array || 'ends' in column)
      throw new TypeError(`column ${index} has no ids`);
    return column;
  }
}

const MIN_ROWS = 1024;

/** A growing array. */
class Numbers {
  private values: Float64Array;
  private count = 0;

  constructor(rows: number) {
    this.values = new Float64Array(rows);
  }

  add(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count] = value;
    this.count += 1;
  }

  build(): Float64Array {
    return this.values.subarray(0, this.count);
  }
}

interface ColumnBuilder {
  /** @param length number of bytes of the value at `at`; -1 for NULL */
  append(bytes: Buffer, view: DataView, at: number, length: number): void;
  build(): Column;
}

class Float8Builder extends Numbers implements ColumnBuilder {
  append(_bytes: Buffer, view: DataView, at: number, length: number): void {
    this.add(length === NULL_LENGTH ? Number.NaN : view.getFloat64(at));
  }
}

class IntegerBuilder extends Numbers implements ColumnBuilder {
  append(_bytes: Buffer, view: DataView, at: number, length: number): void {
    if (length === NULL_LENGTH) this.add(Number.NaN);
    else if (length === 4) this.add(view.getInt32(at));
    else this.add(view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4));
  }
}

/** Growing memory for short values. */
class Values {
  private bytes: Buffer;
  private length = 0;

  constructor(rows: number) {
    this.bytes = Buffer.allocUnsafeSlow(rows * ID_BYTES);
  }

  /** Adds a value. Returns the end of the value. */
  add(data: Buffer, at: number, length: number): number {
    if (this.length + length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    // For such short values, a loop is faster than `copy`.
    for (let i = 0; i < length; i += 1) this.bytes[this.length + i] = data[at + i]!;
    this.length += length;
    return this.length;
  }

  build(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

class TextBuilder implements ColumnBuilder {
  private readonly texts: Values;
  private readonly ends: Numbers;

  constructor(
    rows: number,
    private readonly mostBytes: number,
  ) {
    this.texts = new Values(rows);
    this.ends = new Numbers(rows);
  }

  append(bytes: Buffer, _view: DataView, at: number, length: number): void {
    const end = this.texts.add(bytes, at, Math.max(length, 0));
    if (end > this.mostBytes) throw tooManyTrades('this answer');
    this.ends.add(end);
  }

  build(): TextColumn {
    return { bytes: this.texts.build(), ends: this.ends.build() };
  }
}

/** Builds a column of ids, which contains no NULLs. */
class IdBuilder implements ColumnBuilder {
  private readonly ids: Values;

  constructor(rows: number) {
    this.ids = new Values(rows);
  }

  append(bytes: Buffer, _view: DataView, at: number): void {
    this.ids.add(bytes, at, ID_BYTES);
  }

  build(): IdColumn {
    return { bytes: this.ids.build() };
  }
}

const BUILDERS: Readonly<Record<ColumnKind, (rows: number, mostBytes: number) => ColumnBuilder>> = {
  int8: (rows) => new IntegerBuilder(rows),
  int4: (rows) => new IntegerBuilder(rows),
  float8: (rows) => new Float8Builder(rows),
  text: (rows, mostBytes) => new TextBuilder(rows, mostBytes),
  uuid: (rows) => new IdBuilder(rows),
};
