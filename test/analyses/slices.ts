import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { SLICED } from '../support/analysis-paths.js';
import { type Caller, TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { exampleCandles, tradeAt } from '../support/candle-analysis.js';
import { type Fields, MINUTE, T, aSession, aSessionWith, aSymbol, finish } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { anExampleSession } from '../support/example-session.js';
import { expectProblem } from '../support/problems.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { AnalysisWorker } from '../../src/review/analysis/service/analysis-worker.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

describeAnalysis(() => t, 'analysis/figures');

const figuresOf = async ({ id }: { readonly id: string }, query = '') =>
  (await t.call.get(`/sessions/${id}/analysis/figures${query}`).expect(200)).body;

/** The trades of the documentation, and short trades with other tags. All trades are within the time of the candles. */
const someTrades = (): readonly Fields[] =>
  [
    tradeAt('long', [101, 10], [102, 50]),
    tradeAt('short', [102, 20], [103, 70], 4),
    tradeAt('long', [102, 30], [104, 150], 8),
    tradeAt('short', [101, 60], [104, 160], 5),
    tradeAt('long', [100, 0], [104, 180], 5),
    tradeAt('short', [104, 135], [97, 240], 5),
    tradeAt('long', [100, 1], [104, 181], 5),
    tradeAt('short', [104, 140], [97, 241], 5),
  ].map((trade, i) => ({
    ...trade,
    clientId: `sliced-${i}`,
    positionId: i === 3 ? null : `position-${i % 2}`,
    tags: i % 2 === 0 ? ['trend', `t${i}`] : ['late'],
  }));

/** The candles of the documentation, and candles of some minutes after the last exit. */
const someCandles = () => [
  ...exampleCandles(),
  ...Array.from({ length: 20 }, (_, i) => {
    const open = 96 + ((i * 7) % 5);
    return { ts: T + (5 + i) * MINUTE, open, high: open + 2, low: open - 1, close: open + 1, volume: 5 };
  }),
];

const SETTINGS = { randomSeed: 42, initialBalance: 500, accountTimezone: 'America/New_York' };

/**
 * Creates a finished session with these trades in a workspace. An earlier session of the workspace has seen a part of
 * its market.
 */
async function aSlicedSession(call: Caller, symbol: string, trades: readonly Fields[]) {
  const earlier = [tradeAt('long', [100, 0], [101, 100])];
  await aSessionWith(call, earlier, { assets: [{ symbol }], name: 'Earlier' });
  const session = await aSessionWith(call, trades, { ...SETTINGS, assets: [{ symbol }] });
  await finish(call, session);
  return session;
}

/**
 * Removes the fields in which a slice differs from a session with only the trades of the slice. These fields are the
 * slice itself, the ids of trades and of earlier sessions, and the resolution of the times, which depends on all trades
 * of a session.
 */
const withoutIds = (body: Fields): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      ['slice', 'tradeId', 'id', 'resolution'].includes(key) ? undefined : value,
    ),
  );

describe('a slice', () => {
  it('has the same analyses as a session that contains only the trades of the slice', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, someCandles());
    const trades = someTrades();
    const whole = await aSlicedSession(t.call, symbol, trades);
    const alone = await aSlicedSession(t.other, symbol, trades.filter(({ side }) => side === 'short')); // prettier-ignore
    for (const [path, query] of [...SLICED, ['analysis/breakdown', '?by=tag'] as const]) {
      const filters = `${query === '' ? '?' : `${query}&`}side=short&tag=late&symbol=${symbol.toLowerCase()}`;
      const sliced = await t.call.get(`/sessions/${whole.id}/${path}${filters}`).expect(200);
      const { body } = await t.other.get(`/sessions/${alone.id}/${path}${query}`).expect(200);
      expect([path, withoutIds(sliced.body)]).toEqual([path, withoutIds(body)]);
      if ('state' in body) expect([path, body.state]).toEqual([path, 'ready']);
      expect(sliced.body.slice).toEqual({
        filters: { side: 'short', symbol, tag: 'late' },
        tradeCount: 4,
        of: 8,
      });
      expect(body.slice).toBeNull();
    }
  });

  it('uses the time resolution that follows from all trades of the session', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, someCandles());
    const session = await aSessionWith(t.call, someTrades(), { assets: [{ symbol }] });
    const path = `/sessions/${session.id}/analysis/excursions`;
    const ofAll = await t.call.get(path).expect(200);
    expect(ofAll.body.resolution).toEqual({ entryMs: 0, exitMs: 0 });
    // A slice of one trade has too few times to compare them with the candles.
    const { body } = await t.call.get(`${path}?tag=t0`).expect(200);
    expect(body).toMatchObject({ resolution: ofAll.body.resolution, slice: { tradeCount: 1, of: 8 } });
  });

  it('uses the minutes and prices of all trades of the session in the timing analysis', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, someCandles());
    const session = await aSessionWith(t.call, someTrades(), { assets: [{ symbol }], mode: 'automated' });
    const path = `/sessions/${session.id}/analysis/timing`;
    const { body: ofAll } = await t.call.get(path).expect(200);
    const { body } = await t.call.get(`${path}?tag=t4`).expect(200);
    const { resolution, range, buyAndHold, market, markets } = ofAll;
    expect(body).toMatchObject({ resolution, range, buyAndHold, market, markets, trades: { total: 1 } });
    expect([body.state, body.slice.tradeCount, body.range.minutes]).toEqual(['ready', 1, 6]);
    expect(body.net.observed).not.toBe(ofAll.net.observed);
  });

  it('can be filtered by outcome only in analyses that support this filter', async () => {
    const session = await anExampleSession(t.call);
    const withOutcome = /figures|breakdown|calendar|excursions|exits|fills/;
    for (const [path, given] of SLICED.filter(([path]) => withOutcome.test(path))) {
      const query = `${given === '' ? '?' : `${given}&`}outcome=win&breakEvenThreshold=1`;
      const { body } = await t.call.get(`/sessions/${session.id}/${path}${query}`).expect(200);
      const filters = { outcome: 'win', breakEvenThreshold: 1 };
      expect(body.slice).toEqual({ filters, tradeCount: 4, of: 8 });
    }
    for (const [path] of SLICED.filter(([path]) => !withOutcome.test(path)))
      expectProblem(await t.call.get(`/sessions/${session.id}/${path}?outcome=win`), 'VALIDATION_FAILED', [
        'outcome',
      ]);
    for (const path of ['excursions', 'exits', 'fills'])
      expectProblem(
        await t.call.get(`/sessions/${session.id}/analysis/${path}?breakEvenThreshold=1`),
        'VALIDATION_FAILED',
        ['breakEvenThreshold'],
      );
    expectProblem(
      await t.call.get(`/sessions/${session.id}/analysis/timestamps?side=long`),
      'VALIDATION_FAILED',
      ['side'],
    );
  });

  it('has no trades if none meets the filters', async () => {
    const session = await anExampleSession(t.call);
    for (const [path, query] of SLICED) {
      const filters = `${query === '' ? '?' : `${query}&`}side=short`;
      const { body } = await t.call.get(`/sessions/${session.id}/${path}${filters}`).expect(200);
      const reason = path.endsWith('exits') ? 'session-active' : 'no-trades';
      expect([path, body.reason, body.slice]).toEqual([
        path,
        reason,
        { filters: { side: 'short' }, tradeCount: 0, of: 8 },
      ]);
    }
  });

  it('filters by the hour and weekday of the entry in the time zone of the account', async () => {
    // The first entry is on Monday, 1 January 2024, 00:00 UTC, which is Sunday, 19:00 in New York.
    const session = await anExampleSession(t.call, { accountTimezone: 'America/New_York' });
    expect((await figuresOf(session, '?weekday=7')).slice.tradeCount).toBe(1);
    expect((await figuresOf(session, '?hour=19')).slice.tradeCount).toBe(3);
    expect((await figuresOf(session, '?hour=19,1&weekday=1,7')).slice).toEqual({
      filters: { hour: [1, 19], weekday: [1, 7] },
      tradeCount: 3,
      of: 8,
    });
  });

  it('contains other trades after the tags of trades have changed', async () => {
    const session = await aSession(t.call);
    const trades = [0, 1].map((i) => ({ ...tradeAt('long', [100, i], [101, 50]), tags: ['news'] }));
    const { body } = await t.call.post(`/sessions/${session.id}/trades`, { trades }).expect(201);
    const path = `/sessions/${session.id}/analysis/figures`;
    const ofTag = await t.call.get(`${path}?tag=news`).expect(200);
    const ofSide = await t.call.get(`${path}?side=long`).expect(200);
    const notTagged = await t.call.get(`${path}?notTag=news`).expect(200);
    expect([ofTag.body.slice.tradeCount, notTagged.body.slice.tradeCount]).toEqual([2, 0]);
    await t.call.patch(`/sessions/${session.id}/trades/${body.trades[0].id}`, { tags: ['late'] }).expect(200);
    const after = await t.call
      .get(`${path}?tag=news`)
      .set('if-none-match', ofTag.headers['etag']!)
      .expect(200);
    expect(after.body.slice.tradeCount).toBe(1);
    expect((await figuresOf(session, '?notTag=news')).slice.tradeCount).toBe(1);
    await t.call.get(`${path}?side=long`).set('if-none-match', ofSide.headers['etag']!).expect(304);
  });

  it('has a separate ETag, which does not depend on the spelling and order of the filters', async () => {
    const { id } = await anExampleSession(t.call);
    const tagOf = async (query: string) =>
      (await t.call.get(`/sessions/${id}/analysis/risk${query}`).expect(200)).headers['etag'];
    expect(await tagOf('?symbol=btcusdt&hour=6,0')).toBe(await tagOf('?hour=0,6&symbol=BTCUSDT'));
    expect(new Set([await tagOf(''), await tagOf('?hour=0'), await tagOf('?side=long')]).size).toBe(3);
  });

  it('has limits of resamples and paths that depend on the number of trades in the slice', async () => {
    const { id } = await anExampleSession(t.call);
    const { body } = await t.call.get(`/sessions/${id}/analysis/monte-carlo?hour=0&paths=100`).expect(200);
    expect(body).toMatchObject({ trades: 3, sampleSize: 3, slice: { tradeCount: 3 } });
    const confidence = await t.call.get(`/sessions/${id}/analysis/confidence?hour=0`).expect(200);
    expect(confidence.body).toMatchObject({ resamples: 2_000, slice: { tradeCount: 3 } });
  });

  it('is read page by page, and refuses a cursor of another slice', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, someCandles());
    const session = await aSessionWith(t.call, someTrades(), { assets: [{ symbol }] });
    const path = `/sessions/${session.id}/analysis/excursions`;
    const first = await t.call.get(`${path}?side=long&count=2`).expect(200);
    expect(first.body.trades).toHaveLength(2);
    const { nextCursor } = first.body;
    const second = await t.call.get(`${path}?side=long&count=2&cursor=${nextCursor}`).expect(200);
    expect([second.body.trades.length, second.body.nextCursor]).toEqual([2, null]);
    expect(second.body.summary).toEqual(first.body.summary);
    for (const other of ['side=short', ''])
      expectProblem(await t.call.get(`${path}?${other}&cursor=${nextCursor}`), 'VALIDATION_FAILED', ['cursor']); // prettier-ignore
  });

  it.each<[query: string, field: string]>([
    ['side=Long', 'side'],
    ['symbol=a-b', 'symbol'],
    ['feed=x', 'feed'],
    ['tag=', 'tag'],
    [`tag=${'x'.repeat(41)}`, 'tag'],
    ['notTag=a&notTag=b', 'notTag'],
    [`notTag=${'x'.repeat(41)}`, 'notTag'],
    ['hour=24', 'hour'],
    ['hour=-1', 'hour'],
    ['hour=1.5', 'hour'],
    ['hour=1,1', 'hour'],
    ['hour=', 'hour'],
    ['weekday=0', 'weekday'],
    ['weekday=8', 'weekday'],
    ['from=0', 'from'],
    ['to=253402300800000', 'to'],
  ])('is refused for the query %s with an error for %s', async (query, field) => {
    const { id } = await aSession(t.call);
    expectProblem(await t.call.get(`/sessions/${id}/analysis/risk?${query}`), 'VALIDATION_FAILED', [field]);
  });

  it('can be filtered by every hour and every weekday', async () => {
    const { id } = await anExampleSession(t.call);
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
    const { slice } = await figuresOf({ id }, `?hour=${hours}&weekday=1,2,3,4,5,6,7&tag=${'x'.repeat(40)}`);
    expect(slice.tradeCount).toBe(0);
    expect((await figuresOf({ id }, `?hour=${hours}&weekday=7,6,5,4,3,2,1`)).slice.tradeCount).toBe(8);
  });
});

describe('GET /sessions/{id}/analysis/figures', () => {
  it('compares a slice of the worked example with the rest', async () => {
    const session = await anExampleSession(t.call, { randomSeed: 42 });
    const body = await figuresOf(session, '?hour=0&compare=rest&breakEvenThreshold=1');
    expect(body).toMatchObject({
      calculationVersion: CALCULATION_VERSION,
      slice: { filters: { hour: [0] }, tradeCount: 3, of: 8 },
      reason: null,
      figures: { tradeCount: 3, plNet: 4 },
      rest: { tradeCount: 5, figures: { tradeCount: 5, plNet: 94.5 } },
      test: {
        difference: -17.56666667,
        pValue: 0.58928571,
        method: 'exact',
        permutations: 56,
        seed: 42,
        reason: null,
      },
    });
  });

  it('compares the slice with all other trades only if the query requests the comparison', async () => {
    const session = await anExampleSession(t.call);
    const path = `/sessions/${session.id}/analysis/figures?hour=0`;
    const plain = await t.call.get(path).expect(200);
    expect(plain.body).toMatchObject({ rest: null, test: null });
    const ignored = await t.call.get(`${path}&permutations=100&seed=7`).expect(200);
    expect(ignored.headers['etag']).toBe(plain.headers['etag']);
    expect(ignored.text).toBe(plain.text);
  });

  it('states in the comparison whether the slice or the rest has no trades', async () => {
    const session = await anExampleSession(t.call);
    expect(await figuresOf(session, '?compare=rest')).toMatchObject({
      slice: null,
      rest: { tradeCount: 0 },
      test: { difference: null, pValue: null, method: null, permutations: 0, reason: 'empty-side' },
    });
    expect(await figuresOf(session, '?compare=rest&side=short')).toMatchObject({
      rest: { tradeCount: 8 },
      test: { reason: 'empty-side' },
    });
  });

  it.each<[query: string, field: string]>([
    ['compare=all', 'compare'],
    ['compare=rest&outcome=win', 'compare'],
    ['compare=rest&permutations=99', 'permutations'],
    ['compare=rest&permutations=20001', 'permutations'],
    ['permutations=99', 'permutations'],
    ['compare=rest&seed=-1', 'seed'],
  ])('refuses the query %s with an error for %s', async (query, field) => {
    const { id } = await aSession(t.call);
    const response = await t.call.get(`/sessions/${id}/analysis/figures?${query}`);
    expectProblem(response, 'VALIDATION_FAILED', [field]);
  });

  it('accepts the minimum and the maximum number of permutations', async () => {
    const session = await anExampleSession(t.call);
    for (const permutations of [100, 20_000])
      await figuresOf(session, `?compare=rest&hour=0&permutations=${permutations}`);
  });

  it('refuses too many permutations, even if the maximum is determined only in the worker thread', async () => {
    const session = await anExampleSession(t.call);
    const worker = t.app.get(AnalysisWorker);
    const refusal = { field: 'permutations', message: 'must not be greater than 100 for a side of 9 trades' };
    Object.assign(worker, { run: () => Promise.resolve({ refusal }) });
    try {
      const response = await t.call.get(`/sessions/${session.id}/analysis/figures?compare=rest&side=long`);
      expectProblem(response, 'VALIDATION_FAILED', ['permutations']);
    } finally {
      Reflect.deleteProperty(worker, 'run');
    }
  });

  it('selects trades by the times of their exits', async () => {
    const session = await aSessionWith(t.call, someTrades());
    const between = await figuresOf(session, `?from=${T + 150_000}&to=${T + 180_000}`);
    expect(between.slice.tradeCount).toBe(2);
  });
});
