import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The content of a file. */
type ImportKind = 'trade' | 'candle';

/** Matches the names of the directories of imports, such as `trade-import-123-x5fG2s`. */
const OF_IMPORT = /^(?:trade|candle)-import-/;

/** A file that is older than this age, ms, counts as left behind. No import takes this long. */
const STALE_MS = 3_600_000;

/** Creates a directory for the files of one import. Its name contains the process id. */
export const temporaryDirectory = (kind: ImportKind): Promise<string> =>
  mkdtemp(join(tmpdir(), `${kind}-import-${process.pid}-`));

/** Removes files that killed processes have left behind. Files of running imports are too young to be removed. */
export async function removeStaleFiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((other) => OF_IMPORT.test(other))) {
    const path = join(tmpdir(), name);
    const isStale = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > STALE_MS,
      () => false,
    );
    // Files of other users cannot be removed.
    if (isStale) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
