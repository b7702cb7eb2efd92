import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { TestApp, startTestApp } from './support/app.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const BODY = Buffer.from(JSON.stringify({ name: 'Breakout', symbol: 'BTCUSDT', timeframe: '15m' }));

/**
 * `BODY` compressed with zstd, as a frame with one raw block. Written by hand because Node.js 20 cannot create zstd.
 */
const ZSTD = Buffer.concat([
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, BODY.length, (BODY.length << 3) | 1, BODY.length >> 5, 0]),
  BODY,
]);

const send = (encoding: string, body: Buffer) =>
  t.call
    .post('/projects')
    .set({ 'content-type': 'application/json', 'content-encoding': encoding })
    .serialize((sent: unknown) => sent as string)
    .send(body);

it.each([
  ['identity', BODY],
  ['gzip', gzipSync(BODY)],
  ['GZIP', gzipSync(BODY)],
  ['deflate', deflateSync(BODY)],
  ['br', brotliCompressSync(BODY)],
])('reads a body with the content encoding %s', async (encoding, body) => {
  await send(encoding, body).expect(201);
});

it.each([
  ['zstd', ZSTD],
  ['compress', BODY],
  ['gzip, gzip', gzipSync(gzipSync(BODY))],
])('refuses a body with the content encoding %s, on every version of Node.js', async (encoding, body) => {
  const answer = await send(encoding, body).expect(415);
  expect(answer.body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

it.each([
  ['gzip', BODY],
  ['gzip', gzipSync(BODY).subarray(0, -9)],
  ['gzip', deflateSync(BODY)],
  ['deflate', BODY],
  ['br', BODY],
])('says that a body is not what its content encoding %s says', async (encoding, body) => {
  const answer = await send(encoding, body);
  expectProblem(answer, 'MALFORMED_JSON');
  expect(answer.body.message).toBe(
    `The header Content-Encoding says ${encoding}, but the body is not valid ${encoding} data.`,
  );
});

it('says that a decoded body is not JSON', async () => {
  const answer = await send('gzip', gzipSync('{'));
  expectProblem(answer, 'MALFORMED_JSON');
  expect(answer.body.message).toBe('The body is not valid JSON in UTF-8.');
});
