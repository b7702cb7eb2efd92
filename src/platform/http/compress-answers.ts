import compression from 'compression';
import { RequestHandler } from 'express';
import { constants } from 'node:zlib';
import { Environment } from '../config/environment.js';

/** Minimum size of a response that is compressed, bytes. A smaller response takes only a few packets anyway. */
const WORTH_IT = 8_192;

/** The fastest level of both methods. A higher level saves a few per cent more and takes several times as long. */
const LEVEL = 1;

/** Compresses large responses for clients that accept compression, if the settings enable it. */
export function compressAnswers({ COMPRESSION }: Environment): RequestHandler {
  if (COMPRESSION === 'off') return (_request, _response, next) => next();
  return compression({
    threshold: WORTH_IT,
    level: LEVEL,
    chunkSize: 65_536,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL }, chunkSize: 65_536 },
  });
}
