import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Version of the service from package.json. The path `#package.json` works in the sources, in the build and in the
 * image.
 */
export const VERSION = (require('#package.json') as { readonly version: string }).version;

/**
 * Commit of the build, recorded by scripts/build.js. Null if the commit was unknown at build time, or if the service
 * runs from the sources.
 */
export const COMMIT = commitOf(join(import.meta.dirname, '../../commit.txt'));

function commitOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8') || null;
  } catch {
    return null;
  }
}
