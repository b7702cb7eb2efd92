import { excerpt } from '../../text/excerpt.js';
import { basename } from 'node:path';
import { type Entry, type ZipFile, openPromise } from 'yauzl';
import { checkedChecksum } from '../../text/checked-checksum.js';
import { TradeFileError } from './trade-file-error.js';

const MAX_ENTRIES = 1000;

/**
 * Maximum ratio of the length of a file to its packed length, for files of more than `BYTES_OF_ANY_RATIO`. Exports of
 * the supported tools shrink to an eighth. Deflate can shrink a file to about a thousandth.
 */
const MAX_RATIO = 200;
const BYTES_OF_ANY_RATIO = 4 * 2 ** 20;

/** Maximum number of names in the message that requests a zip with one file. */
const MAX_NAMES = 5;

/**
 * Yields the member of a zip that contains trades. If the zip has a single csv or JSON file, that file is the member.
 * Otherwise the member is a JSON file such as `result.json`, if the names of all other csv and JSON files begin with
 * `result_`: freqtrade adds `result_config.json` and `result_Strategy.json`. `result.meta.json` does not count.
 * @throws TradeFileError also while the chunks are read
 */
export async function* zipMember(path: string): AsyncGenerator<Buffer> {
  const zip = await openPromise(path, { autoClose: false }).catch(damaged);
  try {
    const entry = chosen(await entriesOf(zip).catch(damaged));
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
  } finally {
    zip.close();
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

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new TradeFileError('file', `holds ${zip.entryCount} entries, more than ${MAX_ENTRIES}`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (mayHoldTrades(entry.fileName)) entries.push(entry);
  return entries;
}

/** Returns whether a member may contain trades. Entries `__MACOSX/._name`, which macOS adds for each file, do not. */
function mayHoldTrades(name: string): boolean {
  return /\.(?:csv|json|ndjson)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)|\.meta\.json$/i.test(name);
}

function chosen(entries: readonly Entry[]): Entry {
  const [only, ...others] = entries;
  if (!only) throw new TradeFileError('file', 'is a zip without a csv or JSON file');
  if (others.length === 0) return only;
  const stem = ({ fileName }: Entry) => basename(fileName).replace(/\.\w+$/, '');
  const main = entries.filter(
    (entry) =>
      /\.json$/i.test(entry.fileName) &&
      entries.every((other) => other === entry || stem(other).startsWith(`${stem(entry)}_`)),
  );
  if (main.length === 1) return main[0]!;
  const names = entries.slice(0, MAX_NAMES).map(({ fileName }) => excerpt(fileName));
  const more = entries.length > MAX_NAMES ? ', …' : '';
  throw new TradeFileError(
    'file',
    `is a zip of ${entries.length} files that may hold trades; send one of them: ${names.join(', ')}${more}`,
  );
}

const memberError = (entry: Entry, problem: string) =>
  new TradeFileError('file', `${excerpt(entry.fileName)} in the zip ${problem}`);

function damaged(error: unknown): never {
  if (error instanceof TradeFileError) throw error;
  throw new TradeFileError('file', `is not a readable zip: ${(error as Error).message}`, { cause: error });
}
