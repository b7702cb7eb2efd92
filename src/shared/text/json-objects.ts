import { MAX_NUMBER_LENGTH, writeNumber } from './write-number.js';

const FIRST_CAPACITY = 2 ** 18;
const COMMA = 0x2c;
const END = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NULL = Buffer.from('null');
const FIRST_PRINTABLE = 0x20;
const LAST_ASCII = 0x7f;

/** Maximum number of bytes of one UTF-16 unit in JSON, as in the escape \u001f. */
const MAX_ESCAPED = 6;

/** A value of a flat object. Numbers must be finite. */
type Value = string | number | null;

/** Writes a JSON text: `head`, the objects separated by commas, and `tail`. */
export type JsonWriter<Name extends string> = (
  head: string,
  objects: readonly Readonly<Record<Name, Value>>[],
  tail: string,
) => Buffer;

/**
 * Returns a function that writes objects like `JSON.stringify`, in a fifth of the time. The function is fast because
 * most prices are decimals of a few digits, and most texts need no escape. (Benchmark: "ingest, batches of 500".)
 * @param names the fields that are written, in this order
 */
export function jsonWriter<Name extends string>(names: readonly Name[]): JsonWriter<Name> {
  const keys = names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}"${name}":`));
  return (head, objects, tail) => {
    const bytes = new JsonBytes();
    bytes.copy(Buffer.from(head));
    for (const [index, object] of objects.entries()) {
      if (index > 0) bytes.byte(COMMA);
      for (let field = 0; field < names.length; field += 1) {
        bytes.copy(keys[field]!);
        bytes.value(object[names[field]!]);
      }
      bytes.byte(END);
    }
    bytes.copy(Buffer.from(tail));
    return bytes.end();
  };
}

/** A buffer of JSON text that grows. */
class JsonBytes {
  private bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  private length = 0;

  /** Ensures that `size` bytes are free. */
  reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.bytes.length + size));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  copy(text: Buffer): void {
    this.reserve(text.length);
    // For such short texts, a loop is faster than `copy`.
    for (let i = 0; i < text.length; i += 1) this.bytes[this.length + i] = text[i]!;
    this.length += text.length;
  }

  value(value: Value): void {
    if (typeof value === 'number') {
      this.reserve(MAX_NUMBER_LENGTH);
      this.length = writeNumber(this.bytes, this.length, value);
    } else if (value === null) this.copy(NULL);
    else this.text(value);
  }

  end(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private text(value: string): void {
    this.reserve(value.length * MAX_ESCAPED + 2);
    const start = this.length;
    this.bytes[start] = QUOTE;
    for (let i = 0; i < value.length; i += 1) {
      const code = value.charCodeAt(i);
      if (code < FIRST_PRINTABLE || code > LAST_ASCII || code === QUOTE || code === BACKSLASH) {
        this.length += this.bytes.write(JSON.stringify(value), start);
        return;
      }
      this.bytes[start + 1 + i] = code;
    }
    this.bytes[start + 1 + value.length] = QUOTE;
    this.length += value.length + 2;
  }
}
