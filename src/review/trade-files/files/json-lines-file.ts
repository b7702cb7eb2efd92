import { createWriteStream, createReadStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** Size in bytes of the parts in which text is written and read. */
const PART_BYTES = 64 * 1024;

/** Rows in a temporary file. The number of rows does not affect memory. */
export class JsonLinesFile<Row> {
  readonly #stream: WriteStream;
  #pending = '';
  count = 0;

  constructor(private readonly path: string) {
    this.#stream = createWriteStream(path, { mode: 0o600 });
    // The next call that writes or closes throws the error.
    this.#stream.on('error', () => undefined);
  }

  add(row: Row): void {
    this.#pending += `${JSON.stringify(row)}\n`;
    this.count += 1;
  }

  /**
   * Writes the added rows to the disk if they have at least `atLeast` characters, and waits until the stream accepts
   * more. Call this function after every few rows.
   */
  async flush(atLeast = PART_BYTES): Promise<void> {
    if (this.#pending.length < atLeast) return;
    if (this.#stream.errored) throw this.#stream.errored;
    const part = this.#pending;
    this.#pending = '';
    if (!this.#stream.write(part)) await once(this.#stream, 'drain');
  }

  async finish(): Promise<void> {
    await this.flush(1);
    this.#stream.end();
    await finished(this.#stream);
  }

  /**
   * Closes the file and waits until it is closed. Without the wait, a file that is still being opened would be created
   * later.
   */
  async destroy(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#stream.once('close', resolve));
    this.#stream.destroy();
    if (!this.#stream.closed) await closed;
  }

  /** Yields the rows in the order in which they were added. Call `finish` first. */
  batches(size: number): AsyncGenerator<Row[]> {
    return jsonLines<Row>(this.path, size);
  }
}

/** Yields the rows of a finished file. */
export async function* jsonLines<Row>(path: string, size: number): AsyncGenerator<Row[]> {
  const text = createReadStream(path, { encoding: 'utf8', highWaterMark: PART_BYTES });
  let batch: Row[] = [];
  let rest = '';
  // `readline` is not used, because it also ends lines at U+2028.
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      batch.push(JSON.parse(line) as Row);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
