import { TimestampsService } from '../../src/review/analysis/routes/timestamps.service.js';
import { Problem } from '../../src/shared/problems/problem.js';
import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { timestampsOf } from '../support/candle-analysis.js';
import { HOUR, MINUTE, T, aSession, aSessionWith, aSymbol, aTrade, ingest } from '../support/factories.js';
import { quietBars, storeBars } from '../support/ideal-r.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

/**
 * Creates a market with a different price in each minute, so the price of a trade fits the candle of only one minute.
 */
async function aMovingMarket(minutes = 1440): Promise<string> {
  const symbol = aSymbol();
  const odd = Object.fromEntries(Array.from({ length: minutes }, (_, minute) => [minute, priced(minute)]));
  await storeBars(t, symbol, quietBars(0, minutes, odd));
  return symbol;
}

const priceAt = (minute: number): number => 1000 + ((minute * 617) % 1439);
const priced = (minute: number) => {
  const price = priceAt(minute);
  return { open: price, high: price + 0.5, low: price - 0.5, close: price };
};

/** Trades at the prices of the market, with their times shifted. */
const fittingTrades = (count: number, movedMs = 0) =>
  Array.from({ length: count }, (_, i) => {
    const [entry, exit] = [300 + 37 * i, 310 + 37 * i];
    return aTrade({
      entryTime: T + entry * MINUTE + movedMs,
      exitTime: T + exit * MINUTE + movedMs,
      entryPrice: priceAt(entry),
      exitPrice: priceAt(exit),
    });
  });

const sessionIn = (symbol: string, trades: readonly object[]) =>
  aSessionWith(t.call, trades, { assets: [{ symbol }] });

describe('GET /sessions/{id}/analysis/timestamps', () => {
  it('detects times that fit the candles', async () => {
    const session = await sessionIn(await aMovingMarket(), fittingTrades(20));
    expect(await timestampsOf(t.call, session)).toEqual({
      calculationVersion: expect.any(String),
      verdict: 'aligned',
      unit: 'ms',
      resolution: { entryMs: MINUTE, exitMs: MINUTE },
      shiftMs: 0,
      zone: null,
      known: 20,
      fitting: 20,
      medianDistanceBp: 0,
      message: 'The trades fit the candles: 20 of 20 known prices lie within their bar.',
      reason: null,
    });
  });

  it('finds the shift that makes the trade times fit the candles', async () => {
    const session = await sessionIn(await aMovingMarket(), fittingTrades(20, 2 * HOUR));
    expect(await timestampsOf(t.call, session)).toMatchObject({ verdict: 'shifted', shiftMs: -2 * HOUR });
  });

  it('returns an unknown verdict if there are no candles or no trades', async () => {
    const unknown = { verdict: 'unknown', known: 0, fitting: 0, medianDistanceBp: null };
    const untraded = await aSession(t.call);
    expect(await timestampsOf(t.call, untraded)).toMatchObject({ ...unknown, reason: 'no-trades' });
    const session = await sessionIn(aSymbol(), fittingTrades(20));
    expect(await timestampsOf(t.call, session)).toMatchObject({ ...unknown, reason: null });
  });

  it('compares the trades of each market with the candles of that market', async () => {
    const symbols = [await aMovingMarket(), aSymbol()];
    const session = await aSession(t.call, { assets: symbols.map((symbol) => ({ symbol })) });
    await ingest(
      t.call,
      session,
      fittingTrades(20).map((trade, i) => ({ ...trade, symbol: symbols[i % 2], feed: 'venue-spot' })),
    );
    expect(await timestampsOf(t.call, session)).toMatchObject({ verdict: 'aligned', known: 10, fitting: 10 });
  });

  it('returns an ETag that changes with the trades and the candles', async () => {
    const symbol = aSymbol();
    const session = await sessionIn(symbol, fittingTrades(20));
    const path = `/sessions/${session.id}/analysis/timestamps`;
    const tag = async () => (await t.call.get(path).expect(200)).headers['etag']!;
    const first = await tag();
    await t.call.get(path).set('if-none-match', first).expect(304);
    await storeBars(t, symbol, quietBars(0, 10));
    const withCandles = await tag();
    expect(withCandles).not.toBe(first);
    await ingest(t.call, session, [aTrade({ hour: 9 })]);
    expect(await tag()).not.toBe(withCandles);
  });

  it('refuses sessions of another workspace, and any parameter', async () => {
    const { id } = await aSession(t.call);
    const path = `/sessions/${id}/analysis/timestamps`;
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
    expectProblem(await t.call.get(`${path}?count=1`), 'VALIDATION_FAILED', ['count']);
  });
});

describe('the check of timestamps', () => {
  const preview = async (session: { readonly id: string }, trades: readonly object[]) =>
    (await t.call.post(`/sessions/${session.id}/trades/preview`, { trades }).expect(200)).body.check;

  const csvOf = (trades: readonly ReturnType<typeof aTrade>[]) =>
    [
      'side,qty,entryPrice,entryTime,exitPrice,exitTime',
      ...trades.map((trade) =>
        [trade.side, trade.qty, trade.entryPrice, trade.entryTime, trade.exitPrice, trade.exitTime].join(','),
      ),
    ].join('\n');
  const sendFile = (session: { readonly id: string }, csv: string, query = '') =>
    t.stranger
      .post(`/sessions/${session.id}/trades/import${query}`)
      .set('x-api-key', t.secrets.own)
      .set('content-type', 'text/csv')
      .send(csv);

  it('checks the trades in the request for a preview', async () => {
    const session = await sessionIn(await aMovingMarket(), []);
    expect(await preview(session, fittingTrades(20))).toMatchObject({ verdict: 'aligned', shiftMs: 0 });
    const shifted = fittingTrades(20, -3 * HOUR).toReversed();
    expect(await preview(session, shifted)).toMatchObject({ verdict: 'shifted', shiftMs: 3 * HOUR });
    expect(await preview(session, [{ side: 'neither' }])).toBeNull();
  });

  it('checks all trades of an imported file, whether or not they were stored before', async () => {
    const session = await sessionIn(await aMovingMarket(), []);
    const csv = csvOf(fittingTrades(20, HOUR));
    const shifted = { verdict: 'shifted', shiftMs: -HOUR };
    const previewed = await sendFile(session, csv, '?preview=true').expect(200);
    expect(previewed.body.check).toMatchObject(shifted);
    expect((await sendFile(session, csv).expect(201)).body).toMatchObject({ inserted: 20, check: shifted });
    expect((await sendFile(session, csv).expect(201)).body).toMatchObject({ stored: 20, check: shifted });
    const { reason: _, ...verdict } = await timestampsOf(t.call, session);
    expect(previewed.body.check).toEqual(verdict);
  });

  it('never makes an import fail, even if the check itself fails', async () => {
    const session = await sessionIn(await aMovingMarket(), []);
    const originals = t.instances.map((instance) => instance.get(TimestampsService, { strict: false }));
    try {
      for (const service of originals)
        Object.assign(service, { check: () => Promise.reject(new Problem('BUSY', 'Too much to do.')) });
      const { body } = await sendFile(session, csvOf(fittingTrades(20))).expect(201);
      expect(body).toMatchObject({ inserted: 20, check: null });
    } finally {
      for (const service of originals) delete (service as { check?: unknown }).check;
    }
  });
});
