import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import zlib from 'node:zlib';
import type { Request } from 'express';
import { collectGarbage } from '../support/collect-garbage.js';
import { readRequestBody } from '../../src/platform/http/read-request-body.js';

const LIMIT = 4 * 2 ** 20;

/** Returns a request whose body arrives in these chunks. */
const requestOf = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>, headers = {}): Request =>
  Object.assign(Readable.from(chunks), { headers }) as unknown as Request;

function* byBytes(body: Buffer): Generator<Buffer> {
  for (const byte of body) yield Buffer.from([byte]);
}

describe('a body in chunks of one byte', () => {
  const body = randomBytes(20_000);
  afterEach(() => jest.restoreAllMocks());

  it('is joined with few copies', async () => {
    const joined = jest.spyOn(Buffer, 'concat');
    expect((await readRequestBody(requestOf(byBytes(body)), LIMIT)).equals(body)).toBe(true);
    expect(joined.mock.calls.length).toBeLessThan(10);
  });

  it('is decoded as a whole', async () => {
    const decoder = Object.getPrototypeOf(Object.getPrototypeOf(zlib.Gunzip.prototype)) as zlib.Gunzip;
    const decoded = jest.spyOn(decoder, '_transform');
    const request = requestOf(byBytes(zlib.gzipSync(body)), { 'content-encoding': 'gzip' });
    expect((await readRequestBody(request, LIMIT)).equals(body)).toBe(true);
    expect(decoded.mock.calls.length).toBeLessThan(10);
  });

  it('is not kept in memory as single chunks', async () => {
    const sent: WeakRef<Buffer>[] = [];
    let kept = NaN;
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let i = 0; i < 10_000; i += 1) {
        const chunk = Buffer.from('x');
        sent.push(new WeakRef(chunk));
        yield chunk;
      }
      await setImmediate();
      collectGarbage();
      kept = sent.filter((chunk) => chunk.deref()).length;
    }
    await readRequestBody(requestOf(chunks()), LIMIT);
    expect(kept).toBeLessThan(1_000);
  });
});
