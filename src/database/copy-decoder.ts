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

/**
 * Decodes PostgreSQL's binary COPY format as it arrives, into one growing array per column. NULL is NaN, or an empty text.
 * Source: PostgreSQL documentation, COPY, "Binary Format".
 */
export class CopyDecoder {
  private pending: Buffer = Buffer.alloc(0);
  private headerSeen = false;
  private ended = false;
  private count = 0;
  private readonly columns: (NumberBuilder | TextBuilder)[];

  constructor(private readonly kinds: readonly ColumnKind[]) {
    this.columns = kinds.map((kind) =>
      kind === 'text' || kind === 'uuid' ? new TextBuilder() : new NumberBuilder(),
    );
  }

  push(chunk: Buffer): void {
    const data = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    let offset = 0;
    if (!this.headerSeen) {
      if (data.length < HEADER_LENGTH) {
        this.pending = data;
        return;
      }
      this.headerSeen = true;
      offset = HEADER_LENGTH;
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    for (let next = this.row(data, view, offset); next >= 0; next = this.row(data, view, offset))
      offset = next;
    this.pending = data.subarray(offset);
  }

  /** Decodes the row at `offset`; returns where the next begins, -1 when the row is not there whole. */
  private row(data: Buffer, view: DataView, offset: number): number {
    if (this.ended || offset + 2 > data.length) return -1;
    if (view.getInt16(offset) === TRAILER) {
      this.ended = true;
      return offset + 2;
    }
    const end = this.endOfRow(data, view, offset + 2);
    if (end < 0) return -1;
    let at = offset + 2;
    for (let i = 0; i < this.kinds.length; i += 1) {
      const length = view.getInt32(at);
      at += 4;
      const column = this.columns[i]!;
      if (column instanceof TextBuilder) column.append(data, at, Math.max(length, 0));
      else column.append(length === NULL_LENGTH ? Number.NaN : numberAt(view, at, this.kinds[i]!));
      if (length > 0) at += length;
    }
    this.count += 1;
    return end;
  }

  private endOfRow(data: Buffer, view: DataView, start: number): number {
    let at = start;
    for (let i = 0; i < this.kinds.length; i += 1) {
      if (at + 4 > data.length) return -1;
      at += 4 + Math.max(view.getInt32(at), 0);
    }
    return at > data.length ? -1 : at;
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

function numberAt(view: DataView, at: number, kind: ColumnKind): number {
  if (kind === 'float8') return view.getFloat64(at);
  if (kind === 'int4') return view.getInt32(at);
  return view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4);
}

const FIRST_CAPACITY = 1024;

class NumberBuilder {
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

class TextBuilder {
  private bytes = Buffer.allocUnsafe(FIRST_CAPACITY * 16);
  private length = 0;
  private readonly ends = new NumberBuilder();

  append(data: Buffer, at: number, length: number): void {
    if (this.length + length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    data.copy(this.bytes, this.length, at, at + length);
    this.length += length;
    this.ends.append(this.length);
  }

  build(): TextColumn {
    return { bytes: this.bytes.subarray(0, this.length), ends: this.ends.build() };
  }
}

/** Compares values a and b of a column byte by byte, which for UTF-8 is the order of code points. */
export function compareTexts({ bytes, ends }: TextColumn, a: number, b: number): number {
  const startOf = (index: number) => (index === 0 ? 0 : ends[index - 1]!);
  return bytes.compare(bytes, startOf(b), ends[b], startOf(a), ends[a]);
}
