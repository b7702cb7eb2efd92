import { VenueFailure } from './venue-failure.js';

/** Far above the largest answer of the venue: 1000 rows of about 200 bytes. */
export const MAX_BODY_BYTES = 2 * 2 ** 20;

/**
 * The body of a response as text. The limit counts bytes after decompression; at the limit the connection is closed.
 * @throws VenueFailure when the body is longer
 */
export async function readBody(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES)
      throw new VenueFailure('error', `the body exceeds ${MAX_BODY_BYTES} bytes`, { isTransient: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
