import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Version of the service, from package.json: the same in the sources, in the build and in the image. */
export const VERSION = (require('#package.json') as { readonly version: string }).version;
