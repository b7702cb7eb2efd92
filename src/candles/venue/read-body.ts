import { readText } from '../../shared/text/read-text.js';
import { VenueFailure } from './venue-failure.js';

/** Limit far above the largest response of the venue: 1000 rows of about 200 bytes. */
export const MAX_BODY_BYTES = 2 * 2 ** 20;

/**
 * Reads the body of a response as text. The limit applies to the bytes after decompression. The connection is closed
 * when the limit is exceeded.
 * @throws VenueFailure if the body is longer
 */
export const readBody = (body: AsyncIterable<Uint8Array> | null): Promise<string> =>
  readText(
    body,
    MAX_BODY_BYTES,
    () => new VenueFailure('error', `the body exceeds ${MAX_BODY_BYTES} bytes`, { isTransient: true }),
  );
