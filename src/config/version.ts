import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * The version of the service from package.json. The version is the same in the sources, in the build and in the image.
 */
export const VERSION = (require('#package.json') as { readonly version: string }).version;

/**
 * The commit of the build, as recorded by scripts/build.js. Null if the commit was unknown at build time, and when
 * running from the sources.
 */
export const COMMIT = commitOf(join(import.meta.dirname, '../commit.txt'));

function commitOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8') || null;
  } catch {
    return null;
  }
}
