import compression from 'compression';
import { RequestHandler } from 'express';
import { constants } from 'node:zlib';
import { Environment } from '../config/environment.js';

/** Minimum size, bytes: a smaller answer takes only a few packets anyway. */
const WORTH_IT = 8_192;

/** Both methods at their quickest: a higher level saves a few per cent more and takes several times as long. */
const LEVEL = 1;

/** Compresses large answers for clients that ask for it, when the settings say so. */
export function compressAnswers({ COMPRESSION }: Environment): RequestHandler {
  if (COMPRESSION === 'off') return (_request, _response, next) => next();
  return compression({
    threshold: WORTH_IT,
    level: LEVEL,
    chunkSize: 65_536,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL }, chunkSize: 65_536 },
  });
}
