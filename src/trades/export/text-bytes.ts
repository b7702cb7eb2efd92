/** UTF-8 takes up to three bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * Collects lines of text and encodes each line at once. One large string would stay in memory until a major garbage
 * collection. (Benchmark: "peak memory above idle, export of 1M trades".)
 */
export class TextBytes {
  private bytes: Buffer;
  private length = 0;

  /** @param capacity number of bytes that fit before the memory grows */
  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  add(text: string): void {
    const most = this.length + text.length * BYTES_PER_UNIT;
    if (most > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.length += this.bytes.write(text, this.length);
  }

  /** Returns the bytes so far. The bytes share memory with this object, so no line may be added afterwards. */
  end(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
