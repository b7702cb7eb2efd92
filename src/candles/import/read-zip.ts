import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { CandleFileError } from './candle-file-error.js';

const MOST_ENTRIES = 10_000;

export interface ZipText {
  readonly entry: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * The csv entries of a zip in order of their names (numbers within them by value), one after the other; other entries
 * are passed over. Every entry is looked at before the first is unpacked.
 * @param mostBytes most bytes that the csv entries may have together when unpacked
 * @throws CandleFileError also while `chunks` is read
 */
export async function* readZip(
  file: string,
  mostBytes: number,
  onProgress: (unpackedBytes: number, totalBytes: number) => void,
): AsyncGenerator<ZipText> {
  const zip = await openPromise(file, { autoClose: false });
  try {
    if (zip.entryCount > MOST_ENTRIES) {
      throw new CandleFileError({ file }, `holds ${zip.entryCount} entries, more than ${MOST_ENTRIES}`);
    }
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) if (isCsv(entry.fileName)) entries.push(entry);
    const totalBytes = checkEntries(file, entries, mostBytes);
    entries.sort((a, b) => a.fileName.localeCompare(b.fileName, 'en', { numeric: true }));
    let unpacked = 0;
    for (const entry of entries) {
      const stream = await zip.openReadStreamPromise(entry);
      const chunks = checked(file, entry, stream, (bytes) => {
        unpacked += bytes;
        onProgress(unpacked, totalBytes);
      });
      yield { entry: entry.fileName, chunks };
    }
  } finally {
    zip.close();
  }
}

/** macOS puts a shadow `__MACOSX/._name` beside each file. */
function isCsv(name: string): boolean {
  return /\.csv$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
}

/** @returns unpacked bytes of all entries */
function checkEntries(file: string, entries: readonly Entry[], mostBytes: number): number {
  if (entries.length === 0) throw new CandleFileError({ file }, 'the zip holds no csv');
  for (const entry of entries) {
    const place = { file, entry: entry.fileName };
    if (entry.isEncrypted()) throw new CandleFileError(place, 'is encrypted');
    if (!entry.canDecodeFileData()) {
      throw new CandleFileError(
        place,
        `is packed by method ${entry.compressionMethod}, which is not supported`,
      );
    }
  }
  const totalBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (totalBytes > mostBytes) {
    throw new CandleFileError({ file }, `unpacks to ${totalBytes} bytes, more than ${mostBytes}`);
  }
  return totalBytes;
}

/** yauzl holds an entry to its stated size, but leaves its checksum to us. */
async function* checked(
  file: string,
  entry: Entry,
  stream: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of stream) {
    sum = crc32(chunk, sum);
    onBytes(chunk.length);
    yield chunk;
  }
  if (sum !== entry.crc32) {
    throw new CandleFileError({ file, entry: entry.fileName }, 'is damaged: its checksum does not match');
  }
}
