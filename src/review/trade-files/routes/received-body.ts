import type { Request, Response } from 'express';
import { Problem } from '../../../shared/problems/problem.js';
import { allowLongBody } from '../../../platform/http/limit-body-time.js';

/**
 * Content types of exports, so that an exported file can be sent back unchanged, and of files of other tools. The first
 * bytes of a file tell what it is, so a client that does not know sends `application/octet-stream`.
 */
export const FILE_TYPES = [
  'text/csv',
  'application/json',
  'application/x-ndjson',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/html',
  'application/octet-stream',
];

/**
 * Checks the headers of a file that a client sends.
 * @returns a function that begins to receive the bytes as they arrive. The bytes are not buffered, so a slow reader
 * slows down the client.
 * @throws Problem UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export function receivedBody(
  request: Request,
  response: Response,
  mostBytes: number,
): () => AsyncIterable<Uint8Array> {
  const { headers } = request;
  if (!request.is(FILE_TYPES))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', `The body must be sent as one of ${FILE_TYPES.join(', ')}.`);
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
