/** Types of columns, as the entity's metadata names them; `text[]` for lists of texts. */
export type ColumnType = 'uuid' | 'text' | 'text[]' | 'double precision' | 'bigint' | 'smallint' | 'bytea';

export type ColumnValue = string | number | readonly string[] | Uint8Array | null;

/** `PGCOPY\n\377\r\n\0`, no flags, no extension. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const NULL_LENGTH = -1;
const TEXT_OID = 25;
const TWO_TO_32 = 2 ** 32;
const FIRST_SIZE = 64 * 1024;

/**
 * Rows in the binary form of COPY, so that neither side converts numbers to or from text. Source: PostgreSQL documentation,
 * COPY, "Binary Format"; the form of each type is that of its `recv` function.
 */
export class RowEncoder {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE);
  private length = HEADER.copy(this.bytes);

  constructor(private readonly types: readonly ColumnType[]) {}

  /** @param values one for each type; integers within ±2^53, ids in their usual form */
  add(values: readonly ColumnValue[]): void {
    this.int16(this.types.length);
    for (const [column, type] of this.types.entries()) this.field(type, values[column] ?? null);
  }

  /** The rows since the last call, in memory of their own. */
  take(): Buffer {
    const rows = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafe(this.bytes.length);
    this.length = 0;
    return rows;
  }

  /** The rows since the last call, and the end of the data. */
  end(): Buffer {
    this.int16(-1);
    return this.take();
  }

  private field(type: ColumnType, value: ColumnValue): void {
    if (value === null) return this.int32(NULL_LENGTH);
    if (typeof value === 'number') return this.number(type, value);
    if (type === 'uuid') return this.raw(Buffer.from((value as string).replaceAll('-', ''), 'hex'));
    if (typeof value === 'string') return this.text(value);
    return value instanceof Uint8Array ? this.raw(value) : this.texts(value);
  }

  private number(type: ColumnType, value: number): void {
    if (type === 'smallint') {
      this.int32(2);
      this.int16(value);
    } else if (type === 'bigint') {
      this.int32(8);
      const high = Math.floor(value / TWO_TO_32);
      this.int32(high);
      this.length = this.room(4).writeUInt32BE(value - high * TWO_TO_32, this.length);
    } else {
      this.int32(8);
      this.length = this.room(8).writeDoubleBE(value, this.length);
    }
  }

  private raw(value: Uint8Array): void {
    this.int32(value.length);
    this.room(value.length).set(value, this.length);
    this.length += value.length;
  }

  private text(value: string): void {
    const size = Buffer.byteLength(value);
    this.int32(size);
    this.length += this.room(size).write(value, this.length);
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
    this.bytes.writeInt32BE(this.length - start - 4, start);
  }

  private int16(value: number): void {
    this.length = this.room(2).writeInt16BE(value, this.length);
  }

  private int32(value: number): void {
    this.length = this.room(4).writeInt32BE(value, this.length);
  }

  /** The buffer, with room for so many bytes more. */
  private room(size: number): Buffer {
    if (this.length + size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (this.bytes.length + size));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    return this.bytes;
  }
}
