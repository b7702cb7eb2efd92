/** Types that a copied column can have; `int8` must fit a double exactly, which times in ms do. */
export type ColumnKind = 'int8' | 'int4' | 'float8' | 'text' | 'uuid';

/** Texts of one column, as UTF-8 behind one another: value i ends at `ends[i]`, and starts where the one before ends. */
export interface TextColumn {
  readonly bytes: Buffer;
  readonly ends: Float64Array;
}

/** 11 bytes of signature, 4 of flags, 4 of the length of an extension that nobody uses. */
const HEADER_LENGTH = 19;
const TRAILER = -1;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;

const NOTHING = Buffer.alloc(0);

/**
 * Decodes PostgreSQL's binary COPY format as it arrives, into one growing array per column. NULL is NaN, or an empty text.
 * Source: PostgreSQL documentation, COPY, "Binary Format".
 */
export class CopyDecoder {
  private pending: Buffer = NOTHING;
  private headerSeen = false;
  private ended = false;
  private count = 0;
  private readonly columns: readonly ColumnBuilder[];
  /** Of the bytes looked at last: rows come by the hundred in one buffer. */
  private bytes: Buffer = NOTHING;
  private view: DataView = new DataView(NOTHING.buffer, 0, 0);

  constructor(kinds: readonly ColumnKind[]) {
    this.columns = kinds.map((kind) => BUILDERS[kind]());
  }

  /** Takes what lies between two places in the bytes; it may begin and end anywhere in a row. */
  push(bytes: Buffer, start = 0, end = bytes.length): void {
    if (this.pending.length > 0) {
      const whole = Buffer.concat([this.pending, bytes.subarray(start, end)]);
      this.pending = NOTHING;
      this.push(whole);
      return;
    }
    if (this.bytes !== bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    let at = start;
    if (!this.headerSeen && end - at >= HEADER_LENGTH) {
      this.headerSeen = true;
      at += HEADER_LENGTH;
    }
    if (this.headerSeen) for (let next = this.row(at, end); next >= 0; next = this.row(at, end)) at = next;
    if (at < end) this.pending = Buffer.from(bytes.subarray(at, end));
  }

  /** Decodes the row at a place; returns where the next begins, -1 when the row is not there whole. */
  private row(start: number, end: number): number {
    if (this.ended || start + 2 > end) return -1;
    if (this.view.getInt16(start) === TRAILER) {
      this.ended = true;
      return start + 2;
    }
    if (!this.isWhole(start + 2, end)) return -1;
    let at = start + 2;
    for (const column of this.columns) {
      const length = this.view.getInt32(at);
      at += 4;
      column.append(this.bytes, this.view, at, length);
      if (length > 0) at += length;
    }
    this.count += 1;
    return at;
  }

  private isWhole(start: number, end: number): boolean {
    let at = start;
    for (let i = 0; i < this.columns.length; i += 1) {
      if (at + 4 > end) return false;
      at += 4 + Math.max(this.view.getInt32(at), 0);
    }
    return at <= end;
  }

  end(): CopiedColumns {
    if (!this.ended) throw new Error('the copied rows end in the middle');
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
    if (!(column instanceof Float64Array)) throw new TypeError(`column ${index} holds no numbers`);
    return column;
  }

  texts(index: number): TextColumn {
    const column = this.columns[index];
    if (!column || column instanceof Float64Array) throw new TypeError(`column ${index} holds no texts`);
    return column;
  }
}

const FIRST_CAPACITY = 1024;

/** Grows with its values. */
class Numbers {
  private values = new Float64Array(FIRST_CAPACITY);
  private count = 0;

  append(value: number): void {
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
  /** @param length of the value at that place, -1 for NULL */
  append(bytes: Buffer, view: DataView, at: number, length: number): void;
  build(): Float64Array | TextColumn;
}

class Float8Builder implements ColumnBuilder {
  private readonly numbers = new Numbers();

  append(_bytes: Buffer, view: DataView, at: number, length: number): void {
    this.numbers.append(length === NULL_LENGTH ? Number.NaN : view.getFloat64(at));
  }

  build(): Float64Array {
    return this.numbers.build();
  }
}

class IntegerBuilder implements ColumnBuilder {
  private readonly numbers = new Numbers();

  append(_bytes: Buffer, view: DataView, at: number, length: number): void {
    if (length === NULL_LENGTH) this.numbers.append(Number.NaN);
    else if (length === 4) this.numbers.append(view.getInt32(at));
    else this.numbers.append(view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4));
  }

  build(): Float64Array {
    return this.numbers.build();
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
    // For texts as short as these a loop is quicker than a call.
    for (let i = 0; i < length; i += 1) this.bytes[this.length + i] = data[at + i]!;
    this.length += length;
    this.ends.append(this.length);
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
  uuid: () => new TextBuilder(),
};

/** Compares values a and b of a column byte by byte, which for UTF-8 is the order of code points. */
export function compareTexts({ bytes, ends }: TextColumn, a: number, b: number): number {
  const startOf = (index: number) => (index === 0 ? 0 : ends[index - 1]!);
  return bytes.compare(bytes, startOf(b), ends[b], startOf(a), ends[a]);
}
