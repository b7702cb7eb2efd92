import { Schema1760000000000 } from './1760000000000-schema.js';

/** In the order in which they run. A released migration is never changed; a correction is a new one. */
export const migrations = [Schema1760000000000];
