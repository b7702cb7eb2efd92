import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BarColumns } from '../store/bar-columns.js';
import { CandleFileError, type CandleFilePlace, CandleFileTooLarge } from './candle-file-error.js';
import { CandleRows, type RowOptions } from './candle-rows.js';
import { readRows } from './read-rows.js';
import { readZip } from './read-zip.js';

type Container = 'text' | 'gzip' | 'zip';

export interface CandleFile {
  readonly bars: BarColumns;
  /** Number of bars of the file that were not closed yet. */
  readonly leftOutUnclosed: number;
}

export interface ReadOptions extends RowOptions {
  /** Called with the number of bytes read so far: of the file or, for a zip, of its unpacked entries. */
  readonly onProgress?: ((bytesRead: number, totalBytes: number) => void) | undefined;
  /** Limit for the unpacked text. */
  readonly maxBytes?: number;
}

/** Limit of 2 GiB. Twenty years of 1m bars in the widest layout are about 1.4 GB. */
const MAX_BYTES = 2 ** 31;

/**
 * Reads a file of candles. Checks the whole file before any bar is returned. The first bytes determine whether the file
 * is a text, a gzip or a zip of texts. A text is csv or JSON; see `CandleLayout`.
 * @throws CandleFileError naming file, entry and line
 */
export async function readCandleFile(file: string, options: ReadOptions): Promise<CandleFile> {
  const rows = new CandleRows(file, options);
  try {
    const { container, size } = await inspect(file);
    if (container === 'zip') await readZipInto(rows, file, options);
    else await readTextInto(rows, file, container, size, options);
    return rows.result();
  } catch (error) {
    throw asCandleFileError(error, { file });
  }
}

async function inspect(file: string): Promise<{ container: Container; size: number }> {
  const handle = await open(file, 'r');
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new CandleFileError({ file }, 'is not a file');
    if (stats.size === 0) throw new CandleFileError({ file }, 'is empty');
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
    const isZip = buffer.readUInt32BE() === 0x504b0304 || buffer.readUInt32BE() === 0x504b0506;
    return { container: isGzip ? 'gzip' : isZip ? 'zip' : 'text', size: stats.size };
  } finally {
    await handle.close();
  }
}

async function readZipInto(rows: CandleRows, file: string, options: ReadOptions): Promise<void> {
  const onProgress = options.onProgress ?? (() => undefined);
  for await (const { entry, chunks } of readZip(file, options.maxBytes ?? MAX_BYTES, onProgress)) {
    rows.startText(entry);
    await readRows(chunks, rows).catch((error: unknown) => {
      throw asCandleFileError(error, { file, entry });
    });
    rows.endText();
  }
}

async function readTextInto(
  rows: CandleRows,
  file: string,
  container: 'text' | 'gzip',
  size: number,
  { onProgress, maxBytes = MAX_BYTES }: ReadOptions,
): Promise<void> {
  const source = countingBytes(createReadStream(file), (bytes) => onProgress?.(bytes, size));
  const text = countingBytes(container === 'gzip' ? gunzipped(source) : source, (bytes) => {
    if (bytes > maxBytes) throw new CandleFileTooLarge({ file }, `holds more than ${maxBytes} bytes of text`);
  });
  rows.startText(undefined);
  await readRows(text, rows);
  rows.endText();
}

/** Passes chunks on. Before each chunk, reports the number of bytes read so far, including this chunk. */
async function* countingBytes(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onBytes(bytes);
    yield chunk;
  }
}

function gunzipped(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The reader of the pipeline's result receives any error, so the callback ignores errors.
  return pipeline(source, createGunzip({ chunkSize: 64 * 1024 }), () => undefined);
}

function asCandleFileError(error: unknown, place: CandleFilePlace): CandleFileError {
  if (error instanceof CandleFileError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const problem =
    code === 'ENOENT'
      ? 'does not exist'
      : code.startsWith('Z_')
        ? `is damaged or cut short (${message})`
        : `cannot be read: ${message}`;
  return new CandleFileError(place, problem, { cause: error });
}
