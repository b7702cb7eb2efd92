import type { Request, Response } from 'express';
import { Problem } from '../../shared/problems/problem.js';
import { allowLongBody } from './limit-body-time.js';

/** The files that a route accepts. */
export interface BodyRules {
  /** Content types. */
  readonly types: readonly string[];
  /** Maximum number of bytes. */
  readonly mostBytes: number;
}

/**
 * Checks the headers of a file that a client sends.
 * @returns a function that begins to receive the bytes as they arrive. The bytes are not buffered, so a slow reader
 * slows down the client.
 * @throws Problem UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export function receivedBody(
  request: Request,
  response: Response,
  { types, mostBytes }: BodyRules,
): () => AsyncIterable<Uint8Array> {
  const { headers } = request;
  if (!request.is([...types]))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', `The body must be sent as one of ${types.join(', ')}.`);
  if (!['', 'identity'].includes((headers['content-encoding'] ?? '').toLowerCase()))
    throw new Problem(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent without a content encoding; to compress it, send a zip.',
    );
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  return () => {
    allowLongBody(request);
    // The only expectation that reaches this point is 100-continue.
    if (headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
    // The request must stay open even if it is not read to its end, so that the client gets the response.
    return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  };
}

export const tooLarge = (mostBytes: number): Problem =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `The file has more than ${mostBytes} bytes (the setting IMPORT_LIMIT of this service).`,
  );
