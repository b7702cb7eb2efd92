import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Version of the service, from package.json: the same in the sources, in the build and in the image. */
export const VERSION = (require('#package.json') as { readonly version: string }).version;

/** Commit of the build, as scripts/build.js recorded it; null where it did not know it, and for sources that are not built. */
export const COMMIT = commitOf(join(import.meta.dirname, '../commit.txt'));

function commitOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8') || null;
  } catch {
    return null;
  }
}
