/** Types of copied columns. Values of `int8` must fit a double exactly, as times in ms do. */
export type ColumnKind = 'int8' | 'int4' | 'float8' | 'text';

/** Texts of one column in UTF-8, one after the other: value i ends at `ends[i]` and starts where value i − 1 ends. */
export interface TextColumn {
  readonly bytes: Buffer;
  readonly ends: Float64Array;
}

/** 11 bytes of signature, 4 of flags, 4 for the length of an extension, which is always empty. */
const HEADER_LENGTH = 19;
const TRAILER = -1;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;

const EMPTY = Buffer.alloc(0);

/**
 * Decodes PostgreSQL's binary COPY format as it arrives, into one growing array per column. NULL becomes NaN or an empty
 * text. Source: PostgreSQL documentation, COPY, "Binary Format".
 */
export class CopyDecoder {
  /** The start of a row, or of the header, whose end has not arrived yet. */
  private pending: Buffer = EMPTY;
  private headerSeen = false;
  private trailerSeen = false;
  private count = 0;
  private readonly columns: readonly ColumnBuilder[];

  constructor(kinds: readonly ColumnKind[]) {
    this.columns = kinds.map((kind) => BUILDERS[kind]());
  }

  /** @param chunk the next bytes of the copy; it may begin and end anywhere in a row */
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

  /** Decodes the row at a position; returns the position after it, or -1 when the row is not complete. */
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
    private readonly columns: readonly (Float64Array | TextColumn)[],
  ) {}

  numbers(index: number): Float64Array {
    const column = this.columns[index];
    if (!(column instanceof Float64Array)) throw new TypeError(`column ${index} is not numeric`);
    return column;
  }

  texts(index: number): TextColumn {
    const column = this.columns[index];
    if (!column || column instanceof Float64Array) throw new TypeError(`column ${index} is not text`);
    return column;
  }
}

const FIRST_CAPACITY = 1024;

/** A growing array. */
class Numbers {
  private values = new Float64Array(FIRST_CAPACITY);
  private count = 0;

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
  /** @param length of the value at that position, -1 for NULL */
  append(bytes: Buffer, view: DataView, at: number, length: number): void;
  build(): Float64Array | TextColumn;
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

class TextBuilder implements ColumnBuilder {
  private bytes = Buffer.allocUnsafe(FIRST_CAPACITY * 16);
  private length = 0;
  private readonly ends = new Numbers();

  append(data: Buffer, _view: DataView, at: number, textLength: number): void {
    const length = Math.max(textLength, 0);
    if (this.length + length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    // For texts this short a loop is faster than `copy`.
    for (let i = 0; i < length; i += 1) this.bytes[this.length + i] = data[at + i]!;
    this.length += length;
    this.ends.add(this.length);
  }

  build(): TextColumn {
    return { bytes: this.bytes.subarray(0, this.length), ends: this.ends.build() };
  }
}

const BUILDERS: Readonly<Record<ColumnKind, () => ColumnBuilder>> = {
  int8: () => new IntegerBuilder(),
  int4: () => new IntegerBuilder(),
  float8: () => new Float8Builder(),
  text: () => new TextBuilder(),
};

/** Value `index` of a column. */
export const textAt = ({ bytes, ends }: TextColumn, index: number): string =>
  bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]);

/** Compares values a and b of a column byte by byte; for UTF-8 that is the order of code points. */
export function compareTexts({ bytes, ends }: TextColumn, a: number, b: number): number {
  const startOf = (index: number) => (index === 0 ? 0 : ends[index - 1]!);
  return bytes.compare(bytes, startOf(b), ends[b], startOf(a), ends[a]);
}
