import type { Request } from 'express';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Problem, malformedJson } from '../../shared/problems/problem.js';

/**
 * Decoders by content encoding; null for no encoding. Newer versions of Node.js have more decoders, but the API must
 * not depend on the version.
 */
const DECODERS = {
  '': null,
  identity: null,
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;
type Encoding = keyof typeof DECODERS;

const FIRST_BYTES = 16 * 1024;

const encodingOf = ({ headers }: Request): string => (headers['content-encoding'] ?? '').toLowerCase();

/** Returns whether the content encoding of the body can be decoded. */
export const isDecodable = (request: Request): boolean => Object.hasOwn(DECODERS, encodingOf(request));

/**
 * Returns the bytes of a body, decoded.
 * @param mostBytes limit for the bytes, as sent and as decoded
 * @throws Problem PAYLOAD_TOO_LARGE; MALFORMED_JSON for a body that is incomplete or does not have the encoding of its
 * header
 */
export async function readRequestBody(request: Request, mostBytes: number): Promise<Buffer> {
  const body = await sentBytes(request, mostBytes).catch((error: unknown) => {
    throw error instanceof Problem ? error : malformedJson();
  });
  const encoding = encodingOf(request);
  try {
    return (await DECODERS[encoding as Encoding]?.(body, { maxOutputLength: mostBytes })) ?? body;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge();
    throw new Problem(
      'MALFORMED_JSON',
      `The header Content-Encoding says ${encoding}, but the body is not valid ${encoding} data.`,
    );
  }
}

/**
 * Returns the bytes of a body as sent. The bytes are copied as they arrive: a body of 4 MB may arrive in chunks of one
 * byte, and keeping the chunks would take 1.7 GB.
 */
async function sentBytes(request: Request, mostBytes: number): Promise<Buffer> {
  let body = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  // If the body is not read to its end, the request stays open, so that the client receives the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const end = length + chunk.length;
    if (end > mostBytes) throw bodyTooLarge();
    if (end > body.length) body = Buffer.concat([body], 2 * end);
    chunk.copy(body, length);
    length = end;
  }
  return body.subarray(0, length);
}

export const bodyTooLarge = () =>
  new Problem('PAYLOAD_TOO_LARGE', 'The body is larger than this service accepts; send less at a time.');
