import { LiveApp, PRESENT, ownSymbol, startLiveApp } from './support/live-app.js';

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());
beforeEach(() => t.venue.reset());

const MINUTE = 60_000;

describe('candles through the store', () => {
  it('fetches what the store lacks, once', async () => {
    const symbol = ownSymbol(t.venue);
    const cold = await t.call.get(`/candles?symbol=${symbol}&interval=1m&count=2000`).expect(200);
    const end = PRESENT - 30_000;
    expect(cold.body.source).toBe('venue');
    expect(cold.body.candles).toEqual(
      t.venue.expectedCandles('venue-spot', symbol, '1m', end - 2000 * MINUTE, end),
    );
    expect(t.venue.requests.length).toBe(2);
    const warm = await t.call.get(`/candles?symbol=${symbol}&interval=1m&count=2000`).expect(200);
    expect(warm.body).toEqual({ ...cold.body, source: 'cache' });
    expect(t.venue.requests.length).toBe(2);
  });

  it('ends its search at the listing', async () => {
    const listedAt = PRESENT - 30_000 - 90 * MINUTE;
    const symbol = ownSymbol(t.venue, listedAt);
    const { body } = await t.call.get(`/candles?symbol=${symbol}&interval=1m`).expect(200);
    expect(body.candles).toHaveLength(90);
    const asked = t.venue.requests.length;
    expect(asked).toBeLessThan(8);
    await t.call.get(`/candles?symbol=${symbol}&interval=1m`).expect(200);
    expect(t.venue.requests.length).toBe(asked);
  });
});
