import { type Entry, openPromise } from 'yauzl';
import { checkedChecksum } from '../../shared/text/checked-checksum.js';
import { CandleFileError, CandleFileTooLarge } from './candle-file-error.js';

const MAX_ENTRIES = 10_000;

export interface ZipText {
  readonly entry: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Reads the csv and JSON entries of a zip one after the other, sorted by name; numbers in names sort by value. Skips
 * other entries. Checks all entries before the first entry is unpacked.
 * @param maxBytes limit for all unpacked entries together
 * @throws CandleFileError also while `chunks` is read
 */
export async function* readZip(
  file: string,
  maxBytes: number,
  onProgress: (unpackedBytes: number, totalBytes: number) => void,
): AsyncGenerator<ZipText> {
  const zip = await openPromise(file, { autoClose: false });
  try {
    if (zip.entryCount > MAX_ENTRIES) {
      throw new CandleFileError({ file }, `holds ${zip.entryCount} entries, more than ${MAX_ENTRIES}`);
    }
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) if (mayHoldCandles(entry.fileName)) entries.push(entry);
    const totalBytes = checkEntries(file, entries, maxBytes);
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

/** macOS adds an entry `__MACOSX/._name` for each file. */
function mayHoldCandles(name: string): boolean {
  return /\.(?:csv|json)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
}

/** Checks all entries and returns the sum of their unpacked bytes. */
function checkEntries(file: string, entries: readonly Entry[], maxBytes: number): number {
  if (entries.length === 0) throw new CandleFileError({ file }, 'the zip holds no csv or JSON');
  for (const entry of entries) {
    const place = { file, entry: entry.fileName };
    if (entry.isEncrypted()) throw new CandleFileError(place, 'is encrypted');
    if (!entry.canDecodeFileData()) {
      throw new CandleFileError(
        place,
        `uses compression method ${entry.compressionMethod}, which is not supported`,
      );
    }
  }
  const totalBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (totalBytes > maxBytes) {
    throw new CandleFileTooLarge({ file }, `unpacks to ${totalBytes} bytes, more than ${maxBytes}`);
  }
  return totalBytes;
}

async function* checked(
  file: string,
  entry: Entry,
  stream: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const damaged = () =>
    new CandleFileError({ file, entry: entry.fileName }, 'is damaged: its checksum does not match');
  for await (const chunk of checkedChecksum(stream, entry.crc32, damaged)) {
    onBytes(chunk.length);
    yield chunk;
  }
}
