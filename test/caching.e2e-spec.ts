import type supertest from 'supertest';
import { type TestApp, startTestApp } from './support/app.js';
import { aSession, aTrade, ingest } from './support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const KEEP_PRIVATE = 'private, no-cache';
const KEEP_FOR_A_YEAR = 'public, max-age=31536000, immutable';

const cachingOf = ({ status, headers }: supertest.Response) => [status, headers['cache-control']];

/** Returns the path of an asset of the desk. */
async function anAsset(): Promise<string> {
  const { text } = await t.stranger.get('/desk/').expect(200);
  return `/desk/${/(?:src|href)="(?:\.\/)?(assets\/[^"]+)"/.exec(text)![1]}`;
}

/** openapi-responses.e2e-spec.ts checks the documented JSON responses of every route. */
describe('shared caches must not keep', () => {
  it('files, responses without a body, and errors without a route', async () => {
    const session = await aSession(t.call);
    await ingest(t.call, session, [aTrade()]);
    const path = `/sessions/${session.id}`;
    const { headers } = await t.call.get(`${path}/stats`).expect(200);
    const ifUnchanged = { 'if-none-match': headers['etag']! };
    const requests: [status: number, request: supertest.Test][] = [
      [200, t.call.get(`${path}/trades/export`)],
      [200, t.call.get(`${path}/report`)],
      [200, t.call.get('/audit?format=csv')],
      [200, t.call.get('/metrics')],
      [200, t.stranger.head('/projects').set('x-api-key', t.secrets.own)],
      [304, t.call.get(`${path}/stats`).set(ifUnchanged)],
      [404, t.call.get('/nowhere')],
      [404, t.call.get('/%')],
      [405, t.call.delete('/projects')],
      [401, t.stranger.get('/nowhere')],
      [200, t.call.get('/docs')],
      [200, t.call.get('/docs-json')],
      [200, t.call.get('/desk/')],
      [308, t.call.get('/desk')],
      [404, t.call.get('/desk/assets/nothing.js')],
    ];
    for (const [status, request] of requests) {
      const response = await request;
      expect([request.url, ...cachingOf(response)]).toEqual([request.url, status, KEEP_PRIVATE]);
    }
  });

  it('the refusal of a part of a file that all callers may keep', async () => {
    const asset = await anAsset();
    expect(cachingOf(await t.stranger.get(asset))).toEqual([200, KEEP_FOR_A_YEAR]);
    const refused = await t.stranger.get(asset).set('range', 'bytes=99999999-');
    expect(cachingOf(refused)).toEqual([404, KEEP_PRIVATE]);
    for (const name of ['etag', 'last-modified', 'content-range'])
      expect(refused.headers[name]).toBeUndefined();
  });
});
