import { CandleStore } from '../../src/candles/store/candle-store.js';
import { fromCandles } from '../support/candles.js';
import { TestApp, startTestApp } from '../support/app.js';
import {
  MINUTE,
  T,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
  tradesWith,
} from '../support/factories.js';
import { ownSymbol, startLiveApp } from '../support/live-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ IDEAL_R_HORIZON_MS: String(10 * MINUTE) });
});
afterAll(() => t.close());

const statsOf = (id: string, etag?: string, query = '') => {
  const request = t.call.get(`/sessions/${id}/stats${query}`);
  return etag === undefined ? request : request.set('If-None-Match', etag);
};

describe('the ETag of statistics', () => {
  it('gets a 304 while nothing has changed', async () => {
    const { id } = await aSessionWith(t.call, tradesWith(10, -5));
    const first = await statsOf(id).expect(200);
    expect(first.headers['etag']).toMatch(/^W\/"[\w-]{27}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await statsOf(id, first.headers['etag']).expect(304);
    expect(again.text).toBe('');
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const whole = await statsOf(id).expect(200);
    expect(whole.text).toBe(first.text);
  });

  it.each([
    ['the ETag as fetch sends it', (tag: string) => tag, 304],
    ['the ETag in a list', (tag: string) => `"other", ${tag}`, 304],
    ['the ETag as a strong ETag', (tag: string) => tag.replace('W/', ''), 304],
    ['an asterisk', () => '*', 304],
    ['a different ETag', () => 'W/"other"', 200],
    ['an empty header', () => '', 200],
  ])('is compared with the If-None-Match header: %s', async (_, headerOf, status) => {
    const { id } = await aSessionWith(t.call, tradesWith(10));
    const { headers } = await statsOf(id).expect(200);
    await statsOf(id, headerOf(headers['etag']!)).set('Cache-Control', 'no-cache').expect(status);
  });

  it('changes with a new trade, but not if a trade is sent again', async () => {
    const { id } = await aSession(t.call);
    const trade = aTrade({ plNet: 10 });
    await ingest(t.call, { id }, [trade]);
    const { headers } = await statsOf(id).expect(200);
    await ingest(t.call, { id }, [trade]);
    await statsOf(id, headers['etag']).expect(304);
    await ingest(t.call, { id }, [aTrade({ plNet: 5 })]);
    const changed = await statsOf(id, headers['etag']).expect(200);
    expect(changed.body.stats.tradeCount).toBe(2);
    expect(changed.headers['etag']).not.toBe(headers['etag']);
  });

  it('changes with the threshold and with the finish', async () => {
    const session = await aSessionWith(t.call, tradesWith(10));
    const tags = new Set<string>();
    tags.add((await statsOf(session.id).expect(200)).headers['etag']!);
    tags.add((await statsOf(session.id, undefined, '?breakEvenThreshold=1').expect(200)).headers['etag']!);
    await finish(t.call, session);
    tags.add((await statsOf(session.id).expect(200)).headers['etag']!);
    expect(tags.size).toBe(3);
  });

  it('differs from the ETag of another session with the same content', async () => {
    const one = await statsOf((await aSessionWith(t.call, tradesWith(10))).id).expect(200);
    const other = await statsOf((await aSessionWith(t.call, tradesWith(10))).id, one.headers['etag']).expect(
      200,
    );
    expect(other.headers['etag']).not.toBe(one.headers['etag']);
  });

  it('is not accepted from another workspace', async () => {
    const { id } = await aSessionWith(t.call, tradesWith(10));
    const { headers } = await statsOf(id).expect(200);
    await t.other.get(`/sessions/${id}/stats`).set('If-None-Match', headers['etag']!).expect(404);
  });

  it('changes together with the response if candles of a finished session are imported', async () => {
    const symbol = aSymbol();
    const session = await aSession(t.call, { assets: [{ symbol }] });
    await ingest(t.call, session, [
      {
        ...aTrade(),
        side: 'long',
        entryPrice: 100,
        stopLoss: 90,
        exitPrice: 105,
        entryTime: T,
        exitTime: T + MINUTE,
      },
    ]);
    const before = await finish(t.call, session);
    expect(before.stats.idealRAnalysis.reason).toBe('candles-unavailable');
    const { headers } = await statsOf(session.id).expect(200);
    const store = t.app.get(CandleStore);
    const series = await store.getOrCreateSeries('venue-spot', symbol, '1m');
    const bars = Array.from({ length: 10 }, (_, i) => ({
      ts: T + i * MINUTE,
      open: 100,
      high: 120,
      low: 95,
      close: 110,
      volume: 1,
    }));
    await store.writeBars(series.id, fromCandles(bars), { start: T, end: T + 10 * MINUTE });
    const after = await statsOf(session.id, headers['etag']).expect(200);
    expect(after.body.stats.idealRAnalysis).toMatchObject({ state: 'ready', analytics: { maxIdealR: 2 } });
  });
});

it('an ETag of statistics is not sent while candles are loading', async () => {
  const live = await startLiveApp();
  try {
    const symbol = ownSymbol(live.venue);
    const session = await aSession(live.call, { assets: [{ symbol }] });
    await ingest(live.call, session, [
      { ...aTrade(), side: 'long', entryPrice: 100, stopLoss: 90, entryTime: T, exitTime: T + MINUTE },
    ]);
    live.venue.play({ kind: 'internal-error', symbol });
    const { stats } = await finish(live.call, session);
    expect(stats.idealRAnalysis).toMatchObject({ state: 'pending', reason: 'candles-loading' });
    const { headers } = await live.call.get(`/sessions/${session.id}/stats`).expect(200);
    expect(headers['etag']).toBeUndefined();
  } finally {
    await live.close();
  }
});
