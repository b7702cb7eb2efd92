import { type Entry, type ZipFile, openPromise } from 'yauzl';
import { checkedChecksum } from '../../../shared/text/checked-checksum.js';
import { TradeFileError } from './trade-file-error.js';
import { MAX_RATIO, entriesOf, mainEntry, memberError, tradeEntries } from './zip-entries.js';

/** Maximum length of a file that may shrink to less than 1/`MAX_RATIO`. */
const BYTES_OF_ANY_RATIO = 4 * 2 ** 20;

/**
 * Opens a zip, and calls a function with its members.
 * @throws TradeFileError if the zip cannot be read
 */
export async function withZip<Result>(
  path: string,
  work: (zip: ZipFile, entries: readonly Entry[]) => Promise<Result>,
): Promise<Result> {
  const zip = await openPromise(path, { autoClose: false }).catch(damaged);
  try {
    return await work(zip, await entriesOf(zip).catch(damaged));
  } finally {
    zip.close();
  }
}

/**
 * Yields the member of a zip that contains trades.
 * @throws TradeFileError also while the chunks are read
 */
export async function* zipMember(path: string): AsyncGenerator<Buffer> {
  const zip = await openPromise(path, { autoClose: false }).catch(damaged);
  try {
    const entries = await entriesOf(zip).catch(damaged);
    yield* entryBytes(zip, mainEntry(tradeEntries(entries)));
  } finally {
    zip.close();
  }
}

/**
 * Yields a member of a zip, unpacked.
 * @throws TradeFileError also while the chunks are read
 */
export async function* entryBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw memberError(entry, 'is encrypted');
  if (!entry.canDecodeFileData())
    throw memberError(entry, `uses compression method ${entry.compressionMethod}, which is not supported`);
  const stream = await zip.openReadStreamPromise(entry).catch(damaged);
  try {
    const bytes = checkedChecksum(stream, entry.crc32, () =>
      memberError(entry, 'is damaged: its checksum does not match'),
    );
    yield* withinRatio(bytes, entry);
  } catch (error) {
    damaged(error);
  }
}

async function* withinRatio(chunks: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  const most = Math.max(BYTES_OF_ANY_RATIO, MAX_RATIO * entry.compressedSize);
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) throw memberError(entry, `is more than ${MAX_RATIO} times as long as its packed form`);
    yield chunk;
  }
}

function damaged(error: unknown): never {
  if (error instanceof TradeFileError) throw error;
  throw new TradeFileError('file', `is not a readable zip: ${(error as Error).message}`, { cause: error });
}
