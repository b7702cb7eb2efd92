import { existsSync } from 'node:fs';
import { type Entry, type ZipFile, openPromise } from 'yauzl';
import { MAX_RATIO, entriesOf, isJson, mainEntry, stemOf, tradeEntries } from './zip-entries.js';

/** Maximum size of a member that is read, bytes. */
const MAX_BYTES = 65_536;

/** Maximum sum of the sizes of all members that are read, bytes. */
const MAX_BYTES_OF_ALL = 2 ** 20;

/**
 * Yields the texts of small members that supplement the main member `result.json` of a zip: `result_Name.json` for each
 * name. Members that cannot be read, and members beyond the limits, are left out, because they only supplement the
 * trades.
 * @param path the path of a zip, which need not exist
 */
export async function* zipTexts(
  path: string,
  names: readonly string[],
): AsyncGenerator<readonly [name: string, text: string]> {
  if (names.length === 0 || !existsSync(path)) return;
  const zip = await openPromise(path, { autoClose: false });
  try {
    const entries = tradeEntries(await entriesOf(zip));
    const main = stemOf(mainEntry(entries));
    const byStem = new Map(entries.filter(isJson).map((entry) => [stemOf(entry), entry]));
    let left = MAX_BYTES_OF_ALL;
    for (const name of names) {
      const entry = byStem.get(`${main}_${name}`);
      if (!entry || !isSmall(entry) || entry.uncompressedSize > left) continue;
      left -= entry.uncompressedSize;
      const text = await textOf(zip, entry).catch(() => undefined);
      if (text !== undefined) yield [name, text];
    }
  } finally {
    zip.close();
  }
}

function isSmall(entry: Entry): boolean {
  const { compressedSize, uncompressedSize } = entry;
  const isWithin = uncompressedSize <= Math.min(MAX_BYTES, MAX_RATIO * compressedSize);
  return isWithin && !entry.isEncrypted() && entry.canDecodeFileData();
}

/** Reads a member. yauzl checks the length of the text against the entry while the text is read. */
async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
