import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import type { VenueRequest } from './double-state.js';
import type { AnswerFault } from './scenario.js';

export const BODY_FAULTS = [
  'half-body',
  'endless-body',
  'gzip-bomb',
  'trickle',
] as const satisfies readonly AnswerFault['kind'][];

export type BodyFault = (typeof BODY_FAULTS)[number];

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TRICKLE_MS = 1_000;

/** A part of the endless body: 32 KB of spaces. */
const SPACES = Buffer.alloc(2 ** 15, ' ');

/** Returns 16 MB of spaces, packed into 16 KB. A gzip body may consist of several such parts. */
const packedSpaces = () => gzipSync(Buffer.alloc(2 ** 24, ' '));
const BOMB_PARTS = 64;

/** Sends a body of candles with a fault. An endless body continues until the client hangs up. */
export async function sendFaultyBody(
  fault: BodyFault,
  response: Response,
  log: VenueRequest,
  body: string,
): Promise<void> {
  log.status = 200;
  switch (fault) {
    case 'half-body':
      response.writeHead(200, { ...JSON_TYPE, 'Content-Length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
      return;
    case 'endless-body':
      response.writeHead(200, JSON_TYPE);
      await sendAll(response, log, endlessSpaces());
      return;
    case 'trickle':
      response.writeHead(200, JSON_TYPE);
      await sendAll(response, log, byteByByte(body));
      return;
    case 'gzip-bomb':
      break;
  }
  response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
  const part = packedSpaces();
  await sendAll(
    response,
    log,
    Array.from({ length: BOMB_PARTS }, () => part),
  );
  response.end(gzipSync(body));
}

/** Yields spaces with short pauses, so that a client without a limit survives for a few seconds. */
async function* endlessSpaces(): AsyncGenerator<Buffer> {
  for (;;) {
    yield SPACES;
    await delay(1);
  }
}

async function* byteByByte(body: string): AsyncGenerator<Buffer> {
  for (const character of body) {
    yield Buffer.from(character);
    await delay(TRICKLE_MS);
  }
}

/**
 * Sends the parts one after the other until the client hangs up. Each part is sent after the client has received the
 * previous part.
 */
async function sendAll(
  response: Response,
  log: VenueRequest,
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  for await (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part))
      await once(response, 'drain', { signal: hungUp.signal }).catch(() => undefined);
    log.bytesSent += part.length;
  }
}
