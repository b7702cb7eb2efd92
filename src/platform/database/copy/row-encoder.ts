/** Column types with the names of the entity's metadata; `text[]` for lists of texts. */
export type ColumnType = 'uuid' | 'text' | 'text[]' | 'double precision' | 'bigint' | 'smallint' | 'bytea';

export type ColumnValue = string | number | readonly string[] | Uint8Array | null;

/** A column, identified by the name of its value in a row. */
export interface EncodedColumn<Name extends string> {
  readonly name: Name;
  readonly type: ColumnType;
}

/** `PGCOPY\n\377\r\n\0`, no flags, no extension. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const NULL_LENGTH = -1;
const TEXT_OID = 25;
const EMPTY = Buffer.alloc(0);
const TWO_TO_32 = 2 ** 32;
const FIRST_SIZE = 64 * 1024;
const UUID_BYTES = 16;
const DASH = 0x2d;
const MAX_ASCII = 0x7f;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;
/** For a text of up to this length, a loop is faster than `Buffer.write`. */
const MAX_LOOP_LENGTH = 64;

/**
 * Encodes rows in the binary form of COPY, so that neither side converts numbers to or from text. Source: PostgreSQL
 * documentation, COPY, "Binary Format"; the form of each type is the input of its `recv` function. Ids and short texts
 * are written by loops, which take a tenth of the time of `Buffer.from` and `Buffer.write`. (Benchmarks: "ingest,
 * batches of 500", "import of 100k trades".)
 */
export class RowEncoder<Name extends string> {
  private bytes: Buffer = EMPTY;
  private view = viewOf(EMPTY);
  private length = 0;
  /** Size of the next buffer in bytes. */
  private nextSize = FIRST_SIZE;

  constructor(private readonly columns: readonly EncodedColumn<Name>[]) {
    this.reserve(HEADER.length);
    this.length = HEADER.copy(this.bytes);
  }

  /** @param row a value for each column: integers within ±2^53, ids in their usual form, undefined for NULL */
  add(row: Readonly<Partial<Record<Name, ColumnValue>>>): void {
    this.int16(this.columns.length);
    for (const { name, type } of this.columns) this.field(type, row[name] ?? null);
  }

  /** Number of bytes since the last call of `take`. */
  get size(): number {
    return this.length;
  }

  /** Returns the rows since the last call. The memory is not used again. */
  take(): Buffer {
    const rows = this.bytes.subarray(0, this.length);
    this.useBuffer(EMPTY);
    this.length = 0;
    return rows;
  }

  /** Returns the rows since the last call and the trailer of the data. */
  end(): Buffer {
    this.int16(-1);
    return this.take();
  }

  private field(type: ColumnType, value: ColumnValue): void {
    if (value === null) return this.int32(NULL_LENGTH);
    if (typeof value === 'number') return this.number(type, value);
    if (typeof value === 'string') return type === 'uuid' ? this.uuid(value) : this.text(value);
    return value instanceof Uint8Array ? this.raw(value) : this.texts(value);
  }

  private number(type: ColumnType, value: number): void {
    if (type === 'smallint') {
      this.int32(2);
      this.int16(value);
    } else if (type === 'bigint') {
      const high = Math.floor(value / TWO_TO_32);
      this.int32(8);
      this.int32(high);
      this.int32(value - high * TWO_TO_32);
    } else {
      this.int32(8);
      this.reserve(8);
      this.view.setFloat64(this.length, value);
      this.length += 8;
    }
  }

  private uuid(value: string): void {
    this.int32(UUID_BYTES);
    this.reserve(UUID_BYTES);
    for (let i = 0; i < value.length; i += 2) {
      if (value.charCodeAt(i) === DASH) i += 1;
      this.bytes[this.length++] = (hexDigit(value.charCodeAt(i)) << 4) | hexDigit(value.charCodeAt(i + 1));
    }
  }

  private raw(value: Uint8Array): void {
    this.int32(value.length);
    this.reserve(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  private text(value: string): void {
    this.reserve(4 + value.length * MAX_UTF8_BYTES);
    const start = this.length + 4;
    const size = this.writeAscii(value, start) ? value.length : this.bytes.write(value, start);
    this.int32(size);
    this.length += size;
  }

  /**
   * Writes a short ASCII text.
   * @returns false if the text is long or not ASCII; the bytes written are then ignored
   */
  private writeAscii(value: string, start: number): boolean {
    if (value.length > MAX_LOOP_LENGTH) return false;
    for (let i = 0; i < value.length; i += 1) {
      const code = value.charCodeAt(i);
      if (code > MAX_ASCII) return false;
      this.bytes[start + i] = code;
    }
    return true;
  }

  private texts(values: readonly string[]): void {
    const start = this.length;
    this.int32(0);
    this.int32(values.length > 0 ? 1 : 0);
    this.int32(0);
    this.int32(TEXT_OID);
    if (values.length > 0) {
      this.int32(values.length);
      this.int32(1);
    }
    for (const value of values) this.text(value);
    this.view.setInt32(start, this.length - start - 4);
  }

  private int16(value: number): void {
    this.reserve(2);
    this.view.setInt16(this.length, value);
    this.length += 2;
  }

  /** Writes a signed or an unsigned integer. */
  private int32(value: number): void {
    this.reserve(4);
    this.view.setInt32(this.length, value);
    this.length += 4;
  }

  /** Ensures that `size` bytes are free. */
  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    this.nextSize = Math.max(this.nextSize, 2 * (this.bytes.length + size));
    const larger = Buffer.allocUnsafe(this.nextSize);
    this.bytes.copy(larger, 0, 0, this.length);
    this.useBuffer(larger);
  }

  private useBuffer(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/**
 * Returns the value of a hexadecimal digit in either case. Letters have bit 6 set, and their low four bits count from
 * 1.
 */
const hexDigit = (code: number): number => (code & 0xf) + (code >> 6) * 9;
