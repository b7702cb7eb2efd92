import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { openPromise } from 'yauzl';

/** Maximum size of a member that is read, bytes. */
const MAX_BYTES = 65_536;

/** Maximum number of entries that are examined. A zip with more entries has already been refused. */
const MAX_ENTRIES = 1_000;

/**
 * Returns small members of a zip as texts, by name. Members that cannot be read are left out, because they only
 * supplement the trades.
 * @param path the path of a zip, which need not exist
 * @param isWanted returns whether to read the member with this name
 */
export async function zipTexts(
  path: string,
  isWanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (!existsSync(path)) return texts;
  const zip = await openPromise(path, { autoClose: false });
  try {
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > MAX_ENTRIES) break;
      const name = basename(entry.fileName);
      if (!isWanted(name) || entry.uncompressedSize > MAX_BYTES) continue;
      if (entry.isEncrypted() || !entry.canDecodeFileData()) continue;
      const chunks: Buffer[] = [];
      // yauzl checks the length of the text against the entry while the text is read.
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      texts.set(name, Buffer.concat(chunks).toString('utf8'));
    }
  } catch {
    return texts;
  } finally {
    zip.close();
  }
  return texts;
}
