import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Where the build of `web/` is: the same directory for the sources, the build and the image. */
export const WEB = join(dirname(require.resolve('#package.json')), 'dist', 'web');
