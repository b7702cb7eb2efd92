import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BarColumns } from '../bar-columns.js';
import type { Interval } from '../intervals.js';
import { CandleFileError, type CandleFilePlace } from './candle-file-error.js';
import { CandleRows } from './candle-rows.js';
import { readCsv } from './read-csv.js';
import { readZip } from './read-zip.js';

export interface CandleFileFormat {
  readonly container: 'csv' | 'gzip' | 'zip';
  readonly columns: 6 | 12;
  readonly header: boolean;
  readonly timeUnit: 'ms' | 'us' | 'mixed';
}

export interface CandleFile {
  readonly bars: BarColumns;
  /** Bars of the file that had not closed yet. */
  readonly leftOutUnclosed: number;
  readonly format: CandleFileFormat;
}

export interface ReadOptions {
  readonly interval: Interval;
  /** The present, ms UTC: a bar that has not closed by then is left out. */
  readonly now: number;
  /** Bytes of the file as it is; of a zip, the unpacked bytes of its csv entries. */
  readonly onProgress?: ((bytesRead: number, totalBytes: number) => void) | undefined;
  /** Most bytes of text, unpacked. */
  readonly mostBytes?: number;
}

/** Twenty years of 1m bars in the widest layout are about 1.4 GB; a bomb is far beyond. */
const MOST_BYTES = 2 ** 31;

/**
 * Reads a file of candles and checks the whole of it before it returns any. It may be csv, csv.gz or a zip of csv,
 * which its first bytes tell, whatever its name; rows have 6 or 12 fields, with or without header, times in ms or µs.
 * @throws CandleFileError naming file, entry and line
 */
export async function readCandleFile(file: string, options: ReadOptions): Promise<CandleFile> {
  const rows = new CandleRows(file, options.interval, options.now);
  try {
    const { container, size } = await inspect(file);
    if (container === 'zip') await readZipInto(rows, file, options);
    else await readTextInto(rows, file, container, size, options);
    const { bars, leftOutUnclosed, ...layout } = rows.result();
    return { bars, leftOutUnclosed, format: { container, ...layout } };
  } catch (error) {
    throw asCandleFileError(error, { file });
  }
}

async function inspect(file: string): Promise<{ container: CandleFileFormat['container']; size: number }> {
  const handle = await open(file, 'r');
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new CandleFileError({ file }, 'is not a file');
    if (stats.size === 0) throw new CandleFileError({ file }, 'is empty');
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
    const isZip = buffer.readUInt32BE() === 0x504b0304 || buffer.readUInt32BE() === 0x504b0506;
    return { container: isGzip ? 'gzip' : isZip ? 'zip' : 'csv', size: stats.size };
  } finally {
    await handle.close();
  }
}

async function readZipInto(rows: CandleRows, file: string, options: ReadOptions): Promise<void> {
  const onProgress = options.onProgress ?? (() => undefined);
  for await (const { entry, chunks } of readZip(file, options.mostBytes ?? MOST_BYTES, onProgress)) {
    rows.startText(entry);
    await readCsv(chunks, rows).catch((error: unknown) => {
      throw asCandleFileError(error, { file, entry });
    });
    rows.endText();
  }
}

async function readTextInto(
  rows: CandleRows,
  file: string,
  container: 'csv' | 'gzip',
  size: number,
  { onProgress, mostBytes = MOST_BYTES }: ReadOptions,
): Promise<void> {
  const source = counted(createReadStream(file), (bytes) => onProgress?.(bytes, size));
  const text = counted(container === 'gzip' ? gunzipped(source) : source, (bytes) => {
    if (bytes > mostBytes) throw new CandleFileError({ file }, `holds more than ${mostBytes} bytes of text`);
  });
  rows.startText(undefined);
  await readCsv(text, rows);
  rows.endText();
}

/** Passes the chunks on, after telling the number of bytes so far. */
async function* counted(
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
  // The callback has nothing to do: an error reaches whoever reads the result.
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
