import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'trade-import-';

/** No import takes that long. */
const STALE_MS = 3_600_000;

/** A directory for the files of one import. Its name says which process makes it. */
export const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** Removes what processes that were killed have left behind. Other processes may be importing. */
export async function removeStaleFiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((other) => other.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    const isStale = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > STALE_MS,
      () => false,
    );
    // Another user's can stay.
    if (isStale) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
