import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Directory of the built page. The path is valid for the sources, the build and the image. */
export const PAGE_BUILD = join(dirname(require.resolve('#package.json')), 'dist', 'page');
