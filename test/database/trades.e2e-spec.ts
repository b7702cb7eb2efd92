import { DataSource } from 'typeorm';
import { TestApp, startTestApp } from '../support/app.js';
import { Fields, T, aSession, aSessionWith, aTrade, finish, ingest, statsOf } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const send = (session: { id: string }, trades: unknown) =>
  t.call.post(`/sessions/${session.id}/trades`, { trades });

describe('POST /sessions/{id}/trades', () => {
  it('returns the trade as sent, with its derived figures', async () => {
    const session = await aSession(t.call, { feesConfig: { entryFee: 0.1, exitFee: 0.1 } });
    const before = Date.now();
    const { body } = await send(session, [
      {
        clientId: 'run-7-trade-1',
        side: 'short',
        qty: 0.5,
        entryPrice: 28_000,
        entryTime: T,
        exitPrice: 27_000,
        exitTime: T + 1,
        stopLoss: 28_250,
        takeProfit: 27_000,
        note: 'first “break” 🚀\n',
      },
    ]).expect(201);
    const createdAt = body.trades[0].createdAt;
    expect(body).toEqual({
      inserted: 1,
      trades: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
          sessionId: session.id,
          symbol: 'BTCUSDT',
          feed: 'venue-spot',
          side: 'short',
          qty: 0.5,
          entryPrice: 28_000,
          entryTime: T,
          exitPrice: 27_000,
          exitTime: T + 1,
          stopLoss: 28_250,
          takeProfit: 27_000,
          feesPaid: 27.5, // 0.1 % of 14,000 + 0.1 % of 13,500
          spreadPaid: 0,
          slippagePaid: 0,
          plGross: 500, // (28,000 − 27,000) · 0.5
          plNet: 472.5, // 500 − 27.5
          plPct: 3.375, // 472.5 / 14,000
          rMultiple: 3.78, // 472.5 / (250 · 0.5)
          note: 'first “break” 🚀\n',
          createdAt: expect.any(Number),
        },
      ],
    });
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
  });

  it('returns null, an empty text or 0 for fields that the request left out', async () => {
    const { trades } = await ingest(t.call, await aSession(t.call), [aTrade()]);
    expect(trades[0]).toMatchObject({
      stopLoss: null,
      takeProfit: null,
      rMultiple: null,
      note: '',
      feesPaid: 0,
      spreadPaid: 0,
      slippagePaid: 0,
    });
  });

  it('returns all numbers exactly as sent', async () => {
    const given = {
      qty: 0.1 + 0.2,
      entryPrice: 1e-12,
      exitPrice: 1e12,
      stopLoss: 5e-324,
      takeProfit: 98_765.432_109_876_54,
      feesPaid: 1 / 3,
      spreadPaid: -0.000_000_001_234,
      slippagePaid: 1e-300,
      entryTime: 1,
      exitTime: 253_402_300_799_999,
    };
    const session = await aSession(t.call);
    const trade = aTrade(given);
    const { trades } = await ingest(t.call, session, [trade]);
    expect(trades[0]).toMatchObject(given);
    expect(await ingest(t.call, session, [trade])).toEqual({ inserted: 0, trades });
  });

  it('accepts 500 trades and returns them in request order', async () => {
    const trades = Array.from({ length: 500 }, (_, i) =>
      aTrade({ exitTime: T + ((i * 7919) % 500) * 60_000 }),
    );
    const answer = await ingest(t.call, await aSession(t.call), trades);
    expect(answer.inserted).toBe(500);
    expect(answer.trades.map(({ exitTime }) => exitTime)).toEqual(trades.map(({ exitTime }) => exitTime));
  });

  it('accepts 500 trades with notes of maximum length in 4-byte characters', async () => {
    const trades = Array.from({ length: 500 }, () => aTrade({ note: '🚀'.repeat(1000) }));
    expect((await ingest(t.call, await aSession(t.call), trades)).inserted).toBe(500);
  });
});

describe('the derived figures of a trade', () => {
  /** A trade that enters at 100 with a quantity of 2, so its notional is 200. */
  const base = { qty: 2, entryPrice: 100, exitPrice: 110 };
  const percent = { feesConfig: { entryFee: 0.1, exitFee: 0.2, type: 'percent' } };
  const fixed = { feesConfig: { entryFee: 1.5, exitFee: 2.5, type: 'fixed' } };
  const costs = (executionCostConfig: Fields) => ({ ...percent, assets: [{ executionCostConfig }] });

  const table: [what: string, session: Fields, trade: Fields, figures: Fields][] = [
    // (110 − 100) · 2 = 20; 20 / 200 = 10 %
    ['a long', {}, { side: 'long' }, { plGross: 20, plNet: 20, plPct: 10 }],
    ['a short', {}, { side: 'short' }, { plGross: -20, plNet: -20, plPct: -10 }],
    // 0.1 % · 200 + 0.2 % · 220 = 0.2 + 0.44 = 0.64; 20 − 0.64 = 19.36; 19.36 / 200 = 9.68 %
    ['fees in percent', percent, {}, { feesPaid: 0.64, plGross: 20, plNet: 19.36, plPct: 9.68 }],
    // 1.5 + 2.5 = 4, whatever the quantity; 16 / 200 = 8 %
    ['fixed fees', fixed, {}, { feesPaid: 4, plNet: 16, plPct: 8 }],
    // spread 0.5 · 2 = 1; slippage of two fills 2 · 0.1 · 2 = 0.4; 20 − 0.64 − 1 − 0.4 = 17.96
    [
      'spread and slippage',
      costs({ spread: 0.5, slippage: 0.1 }),
      {},
      { feesPaid: 0.64, spreadPaid: 1, slippagePaid: 0.4, plNet: 17.96 },
    ],
    // 20 − 4 = 16
    [
      'the fees of the asset instead of the fees of the session',
      costs({ fees: fixed.feesConfig }),
      {},
      { feesPaid: 4, plNet: 16 },
    ],
    // 20 − 7 − 1 − 0.4 = 11.6
    [
      'fees that the trade gives instead of configured fees',
      costs({ spread: 0.5, slippage: 0.1 }),
      { feesPaid: 7 },
      { feesPaid: 7, spreadPaid: 1, slippagePaid: 0.4, plNet: 11.6 },
    ],
    // 20 − 0 − 0 − 0
    [
      'costs of 0 that the trade gives',
      costs({ spread: 0.5, slippage: 0.1 }),
      { feesPaid: 0, spreadPaid: 0, slippagePaid: 0 },
      { feesPaid: 0, spreadPaid: 0, slippagePaid: 0, plNet: 20 },
    ],
    // 20 + 0.25 − 0.75 + 1 = 20.5
    ['rebates', {}, { feesPaid: -0.25, spreadPaid: 0.75, slippagePaid: -1 }, { plNet: 20.5, plPct: 10.25 }],
    // (0.3 − 0.1) · 3 is 0.6000000000000001 in doubles
    [
      'decimals exactly',
      {},
      { qty: 3, entryPrice: 0.1, exitPrice: 0.3 },
      { plGross: 0.6, plNet: 0.6, plPct: 200 },
    ],
    // 1 / 3 = 33.333333333… %
    [
      'no more than 8 decimals',
      {},
      { qty: 1, entryPrice: 3, exitPrice: 4 },
      { plGross: 1, plPct: 33.33333333 },
    ],
    // 0.000000005 is half of the 8th decimal
    [
      'a half away from zero',
      {},
      { qty: 1, exitPrice: 100.000000005 },
      { plGross: 0.00000001, plPct: 0.00000001 },
    ],
    [
      'a negative half away from zero',
      {},
      { side: 'short', qty: 1, exitPrice: 100.000000005 },
      { plGross: -0.00000001 },
    ],
    // 20 − 20 = 0, which is 0 and not −0
    [
      'a true break-even',
      {},
      { side: 'short', exitPrice: 90, feesPaid: 20 },
      { plGross: 20, plNet: 0, plPct: 0 },
    ],
    // 20 / (|100 − 95| · 2) = 2; with 0.64 fees 19.36 / 10 = 1.936
    ['the R multiple of a long trade', {}, { stopLoss: 95 }, { rMultiple: 2 }],
    ['the R multiple after costs', percent, { stopLoss: 95 }, { rMultiple: 1.936 }],
    // −20 / (|100 − 104| · 2) = −2.5
    ['the R multiple of a short trade', {}, { side: 'short', stopLoss: 104 }, { rMultiple: -2.5 }],
    ['no R multiple without a stop', {}, {}, { stopLoss: null, rMultiple: null }],
    ['no R multiple with a stop at the entry', {}, { stopLoss: 100 }, { stopLoss: 100, rMultiple: null }],
    [
      'no R multiple of a long trade with its stop above the entry',
      {},
      { stopLoss: 101 },
      { stopLoss: 101, rMultiple: null },
    ],
    [
      'no R multiple of a short trade with its stop below the entry',
      {},
      { side: 'short', stopLoss: 99 },
      { rMultiple: null },
    ],
  ];
  it.each(table)('equal the results worked out by hand: %s', async (_, fields, trade, figures) => {
    const session = await aSession(t.call, fields);
    const { trades } = await ingest(t.call, session, [aTrade({ ...base, ...trade })]);
    expect(trades[0]).toMatchObject(figures);
  });
});

describe('the asset of a trade', () => {
  const spot = 'venue-spot';
  const quarter = 'venue-usdm-current-quarter';
  const several = [
    { symbol: 'ETHUSDT', feed: quarter },
    { symbol: 'BTCUSDT', feed: spot },
    { symbol: 'BTCUSDT', feed: quarter },
  ];
  const single = [{ symbol: 'BTCUSDT', feed: spot }];

  const found: [given: Fields, assets: object[], symbol: string, feed: string][] = [
    [{}, several, 'ETHUSDT', quarter],
    [{ symbol: 'ethusdt' }, several, 'ETHUSDT', quarter],
    [{ feed: spot }, several, 'BTCUSDT', spot],
    [{ symbol: 'BTCUSDT', feed: quarter }, several, 'BTCUSDT', quarter],
    [{ symbol: 'BTCUSDT' }, single, 'BTCUSDT', spot],
  ];
  it.each(found)('is the only asset that matches %j', async (given, assets, symbol, feed) => {
    const session = await aSession(t.call, { assets });
    const { trades } = await ingest(t.call, session, [aTrade(given)]);
    expect(trades[0]).toMatchObject({ symbol, feed });
  });

  const lost: [given: Fields, assets: object[], field: string][] = [
    [{ symbol: 'BTCUSDT' }, several, 'symbol'],
    [{ feed: quarter }, several, 'feed'],
    [{ symbol: 'XRPUSDT' }, several, 'symbol'],
    [{ symbol: 'XRPUSDT', feed: spot }, several, 'symbol'],
    [{ symbol: 'ETHUSDT', feed: spot }, several, 'feed'],
    [{ feed: quarter }, single, 'feed'],
  ];
  it.each(lost)(
    'must be unique: the trade is refused if no asset, or more than one asset, matches %j',
    async (given, assets, field) => {
      const session = await aSession(t.call, { assets });
      expectProblem(await send(session, [aTrade(), aTrade(given)]), 'VALIDATION_FAILED', [
        `trades[1].${field}`,
      ]);
      expect((await statsOf(t.call, session)).tradeCount).toBe(0);
    },
  );

  it('determines the execution costs', async () => {
    const asset = (symbol: string, spread: number) => ({ symbol, executionCostConfig: { spread } });
    const session = await aSession(t.call, { assets: [asset('A', 1), asset('B', 2)] });
    const { trades } = await ingest(t.call, session, [
      aTrade(),
      aTrade({ symbol: 'B' }),
      aTrade({ symbol: 'A' }),
    ]);
    expect(trades.map(({ spreadPaid }) => spreadPaid)).toEqual([1, 2, 1]);
  });
});

describe('repeated trades', () => {
  it('are not inserted; the stored trades are returned', async () => {
    const session = await aSession(t.call);
    const trades = [aTrade(), aTrade({ stopLoss: 990, feesPaid: 1.1, note: 'x' })];
    const first = await ingest(t.call, session, trades);
    expect(await ingest(t.call, session, trades)).toEqual({ inserted: 0, trades: first.trades });
    expect((await statsOf(t.call, session)).tradeCount).toBe(2);
  });

  it('write nothing, not even to their session', async () => {
    const session = await aSession(t.call);
    const trades = [aTrade(), aTrade()];
    await ingest(t.call, session, trades);
    const database = t.app.get(DataSource);
    // PostgreSQL moves a row if it updates the row.
    const placeOfRow = () =>
      database.query('SELECT ctid, revision FROM sessions WHERE id = $1', [session.id]);
    const before = await placeOfRow();
    expect((await ingest(t.call, session, trades)).inserted).toBe(0);
    expect(await placeOfRow()).toEqual(before);
  });

  it('are returned in the order of the new request', async () => {
    const session = await aSession(t.call);
    const trades = [aTrade(), aTrade(), aTrade()];
    const first = await ingest(t.call, session, trades);
    expect(await ingest(t.call, session, trades.toReversed())).toEqual({
      inserted: 0,
      trades: first.trades.toReversed(),
    });
  });

  it('do not prevent the insertion of new trades of the batch', async () => {
    const session = await aSession(t.call);
    const [a, b, c] = [aTrade(), aTrade(), aTrade()];
    const first = await ingest(t.call, session, [b]);
    const second = await ingest(t.call, session, [a, b, c]);
    expect(second.inserted).toBe(2);
    expect(second.trades[1]).toEqual(first.trades[0]);
    expect((await statsOf(t.call, session)).tradeCount).toBe(3);
  });

  it('are found anywhere in the session, even after an edit to an earlier exit, and even in a batch with a new trade that is later', async () => {
    const session = await aSession(t.call);
    const [a, b, c, later] = [0, 1, 2, 3].map((hour) => aTrade({ hour }));
    const { trades: stored } = await ingest(t.call, session, [a!, b!, c!]);
    for (const [i, trade] of [a, b, c].entries())
      expect(await ingest(t.call, session, [trade!])).toEqual({ inserted: 0, trades: [stored[i]] });
    const last = `/sessions/${session.id}/trades/${stored[2]!.id}`;
    const { body: edited } = await t.call.patch(last, { entryTime: T, exitTime: T + 1 }).expect(200);
    const { trades, inserted } = await ingest(t.call, session, [c!, later!, a!]);
    expect({ inserted, ids: trades.map(({ id }) => id) }).toEqual({
      inserted: 1,
      ids: [stored[2]!.id, expect.any(String), stored[0]!.id],
    });
    expect(trades[0]!.exitTime).toBe(edited.trade.exitTime);
    expect((await statsOf(t.call, session)).tradeCount).toBe(4);
  });

  const given = {
    stopLoss: 990,
    takeProfit: 1100,
    note: 'n',
    feesPaid: 1,
    symbol: 'BTCUSDT',
    feed: 'venue-spot',
  };
  const same: [what: string, first: Fields, again: Fields][] = [
    [
      'with the defaults written out',
      {},
      { symbol: 'btcusdt', feed: 'venue-spot', note: '', stopLoss: null, takeProfit: null },
    ],
    ['without the defaults', { symbol: 'BTCUSDT', note: '', stopLoss: null }, {}],
    ['with numbers in another notation', { qty: 1.5, feesPaid: 0 }, { qty: 15e-1, feesPaid: -0 }],
  ];
  it.each(same)('are recognised by their content, even if they are sent %s', async (_, first, again) => {
    const session = await aSession(t.call);
    const trade = aTrade();
    const { trades } = await ingest(t.call, session, [{ ...trade, ...first }]);
    expect(await ingest(t.call, session, [{ ...trade, ...again }])).toEqual({ inserted: 0, trades });
  });

  const different: [what: string, first: Fields, again: Fields][] = [
    ['another side', given, { side: 'short' }],
    ['another quantity', given, { qty: 1.000_000_01 }],
    ['another entry price', given, { entryPrice: 1000.000_000_000_1 }],
    ['another exit price', given, { exitPrice: 1001 }],
    ['another entry time', given, { entryTime: T - 1 }],
    ['another exit time', given, { exitTime: T + 60_001 }],
    ['another stop', given, { stopLoss: 991 }],
    ['a removed stop', given, { stopLoss: null }],
    ['another target', given, { takeProfit: 1101 }],
    ['another note', given, { note: 'N' }],
    ['other fees', given, { feesPaid: 1.1 }],
    ['fees that were computed', { feesPaid: 0 }, { feesPaid: undefined }],
    ['fees that are given now, as they were computed', {}, { feesPaid: 0 }],
    ['a spread that is given now, as it was computed', {}, { spreadPaid: 0 }],
    ['a slippage that is given now, as it was computed', {}, { slippagePaid: 0 }],
  ];
  it.each(different)('are a conflict if the content differs: %s', async (_, first, again) => {
    const session = await aSession(t.call);
    const trade = { ...aTrade(), ...first };
    const { trades } = await ingest(t.call, session, [trade]);
    expectProblem(await send(session, [{ ...trade, ...again }]), 'CLIENT_ID_CONFLICT', [
      'trades[0].clientId',
    ]);
    expect(await ingest(t.call, session, [trade])).toEqual({ inserted: 0, trades });
  });

  it('are all named in the error if their content differs, and no trade of the batch is inserted', async () => {
    const session = await aSession(t.call);
    const [a, b, c] = [aTrade(), aTrade(), aTrade()];
    await ingest(t.call, session, [a, b, c]);
    const batch = [aTrade(), { ...c, note: 'changed' }, b, { ...a, qty: 2 }, aTrade()];
    expectProblem(await send(session, batch), 'CLIENT_ID_CONFLICT', [
      'trades[1].clientId',
      'trades[3].clientId',
    ]);
    expect((await statsOf(t.call, session)).tradeCount).toBe(3);
  });

  it('are new trades in another session', async () => {
    const trade = aTrade();
    const one = await ingest(t.call, await aSession(t.call), [trade]);
    const other = await ingest(t.call, await aSession(t.call), [{ ...trade, qty: 2 }]);
    expect([one.inserted, other.inserted]).toEqual([1, 1]);
    expect(one.trades[0]?.id).not.toBe(other.trades[0]?.id);
  });
});

describe('a clientId', () => {
  it("identifies a trade, regardless of the trade's content", async () => {
    const session = await aSession(t.call);
    const { clientId: _, ...content } = aTrade();
    const ids = ['a', 'A', 'a ', ' a', 'ä', 'a\u0308', 'null', '0', '🚀'.repeat(128), "'; --"];
    const { inserted, trades } = await ingest(
      t.call,
      session,
      ids.map((clientId) => ({ clientId, ...content })),
    );
    expect(inserted).toBe(ids.length);
    expect(new Set(trades.map(({ id }) => id)).size).toBe(ids.length);
    expect(Object.keys(trades[0] ?? {})).not.toContain('clientId');
  });

  it('must be unique within a batch, even with the same content', async () => {
    const session = await aSession(t.call);
    const trade = aTrade();
    const response = await send(session, [trade, aTrade(), trade, { ...trade, qty: 2 }]);
    expectProblem(response, 'VALIDATION_FAILED', ['trades[2].clientId', 'trades[3].clientId']);
    expect((await statsOf(t.call, session)).tradeCount).toBe(0);
  });
});

describe('a finished session', () => {
  it('refuses a new trade', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { stats } = await finish(t.call, session);
    expectProblem(await send(session, [aTrade()]), 'SESSION_FINISHED');
    expect(await statsOf(t.call, session)).toEqual(stats);
  });

  it('accepts a repeated batch', async () => {
    const session = await aSession(t.call);
    const trades = [aTrade(), aTrade()];
    const first = await ingest(t.call, session, trades);
    await finish(t.call, session);
    expect(await ingest(t.call, session, trades)).toEqual({ inserted: 0, trades: first.trades });
    expect(await ingest(t.call, session, trades.slice(1))).toEqual({
      inserted: 0,
      trades: first.trades.slice(1),
    });
  });

  const known = aTrade();
  const refused: [what: string, batch: object[]][] = [
    ['a repeat beside a new trade', [known, aTrade()]],
    ['a known clientId with other content', [{ ...known, note: 'x' }]],
  ];
  it.each(refused)('refuses %s', async (_, batch) => {
    const session = await aSessionWith(t.call, [known]);
    await finish(t.call, session);
    expectProblem(await send(session, batch), 'SESSION_FINISHED');
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });

  it('reports invalid fields before SESSION_FINISHED', async () => {
    const session = await aSession(t.call);
    await finish(t.call, session);
    expectProblem(await send(session, [aTrade({ qty: 0 })]), 'VALIDATION_FAILED', ['trades[0].qty']);
    expectProblem(await send(session, [aTrade({ symbol: 'XRPUSDT' })]), 'VALIDATION_FAILED', [
      'trades[0].symbol',
    ]);
  });
});

describe('a batch', () => {
  const wrong: [what: string, trades: unknown, ...fields: string[]][] = [
    ['no list', undefined, 'trades'],
    ['null', null, 'trades'],
    ['an object', {}, 'trades'],
    ['an empty list', [], 'trades'],
    ['501 trades', Array.from({ length: 501 }, () => aTrade()), 'trades'],
    ['a list in the list', [[aTrade()]], 'trades'],
    ['null in the list', [null], 'trades'],
    ['a text in the list', [aTrade(), 'trade'], 'trades'],
    [
      'an empty trade',
      [{}],
      ...['clientId', 'side', 'qty', 'entryPrice', 'entryTime', 'exitPrice', 'exitTime'].map(
        (f) => `trades[0].${f}`,
      ),
    ],
    ['an empty clientId', [aTrade({ clientId: '' })], 'trades[0].clientId'],
    ['a clientId of 129 characters', [aTrade({ clientId: 'x'.repeat(129) })], 'trades[0].clientId'],
    ['a clientId that is a number', [aTrade({ clientId: 7 })], 'trades[0].clientId'],
    ['an unknown side', [aTrade({ side: 'buy' })], 'trades[0].side'],
    ['a quantity of 0', [aTrade({ qty: 0 })], 'trades[0].qty'],
    ['a negative quantity', [aTrade({ qty: -1 })], 'trades[0].qty'],
    ['a quantity below 1e-12', [aTrade({ qty: 9.9e-13 })], 'trades[0].qty'],
    [
      'prices above 1e12',
      [aTrade({ entryPrice: 1.1e12, exitPrice: 1e13 })],
      'trades[0].entryPrice',
      'trades[0].exitPrice',
    ],
    ['numbers as text', [aTrade({ qty: '1', entryTime: `${T}` })], 'trades[0].entryTime', 'trades[0].qty'],
    ['a time in seconds with decimals', [aTrade({ entryTime: T / 1000 + 0.5 })], 'trades[0].entryTime'],
    ['a time of 0', [aTrade({ entryTime: 0 })], 'trades[0].entryTime'],
    ['a time after the year 9999', [aTrade({ exitTime: 253_402_300_800_000 })], 'trades[0].exitTime'],
    ['an exit before the entry', [aTrade(), aTrade({ exitTime: T - 1 })], 'trades[1].exitTime'],
    ['a stop of 0', [aTrade({ stopLoss: 0 })], 'trades[0].stopLoss'],
    ['a negative target', [aTrade({ takeProfit: -1 })], 'trades[0].takeProfit'],
    ['a target above 1e12', [aTrade({ takeProfit: 1.1e12 })], 'trades[0].takeProfit'],
    ['fees below −1e12', [aTrade({ feesPaid: -1.1e12 })], 'trades[0].feesPaid'],
    ['a spread above 1e12', [aTrade({ spreadPaid: 1.1e12 })], 'trades[0].spreadPaid'],
    [
      'null for a cost',
      [aTrade({ feesPaid: null, slippagePaid: null })],
      'trades[0].feesPaid',
      'trades[0].slippagePaid',
    ],
    [
      'null for a text',
      [aTrade({ note: null, symbol: null, feed: null })],
      'trades[0].feed',
      'trades[0].note',
      'trades[0].symbol',
    ],
    ['a note of 1001 characters', [aTrade({ note: 'x'.repeat(1001) })], 'trades[0].note'],
    ['an unknown field', [{ ...aTrade(), stop: 1 }], 'trades[0].stop'],
    ['derived figures', [{ ...aTrade(), plNet: 1, rMultiple: 1 }], 'trades[0].plNet', 'trades[0].rMultiple'],
    [
      'fields that the server sets',
      [{ ...aTrade(), id: 'x', sessionId: 'x', createdAt: 1 }],
      'trades[0].createdAt',
      'trades[0].id',
      'trades[0].sessionId',
    ],
    [
      'problems in several rows',
      [aTrade({ qty: 0 }), aTrade(), aTrade({ side: 1 })],
      'trades[0].qty',
      'trades[2].side',
    ],
  ];
  it.each(wrong)('is refused: %s', async (_, trades, ...fields) => {
    expectProblem(await send(await aSession(t.call), trades), 'VALIDATION_FAILED', fields);
  });

  it('stores nothing if one of its trades is refused', async () => {
    const session = await aSession(t.call);
    const trades = Array.from({ length: 500 }, () => aTrade());
    expectProblem(await send(session, trades.with(499, aTrade({ qty: -1 }))), 'VALIDATION_FAILED', [
      'trades[499].qty',
    ]);
    expect((await statsOf(t.call, session)).tradeCount).toBe(0);
    expect((await ingest(t.call, session, trades)).inserted).toBe(500);
  });

  it('lists at most 100 problems if it is refused', async () => {
    const trades = Array.from({ length: 500 }, () => aTrade({ qty: -1, side: 'buy' }));
    const { body } = await send(await aSession(t.call), trades).expect(400);
    expect(body.details).toHaveLength(100);
  });

  it('reports invalid fields before an unknown session', async () => {
    const nowhere = { id: '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a' };
    expectProblem(await send(nowhere, [aTrade({ qty: 0 })]), 'VALIDATION_FAILED', ['trades[0].qty']);
    expectProblem(await send(nowhere, [aTrade()]), 'SESSION_NOT_FOUND');
    expectProblem(await send({ id: 'no-uuid' }, [aTrade()]), 'SESSION_NOT_FOUND');
  });
});

describe('the minimum of quantity and prices', () => {
  it('is 1 by default, and the error names the setting', async () => {
    const strict = await startTestApp({ TRADE_MINIMUM: '' });
    try {
      const session = await aSession(strict.call);
      await ingest(strict.call, session, [aTrade({ qty: 1, entryPrice: 1, exitPrice: 1, stopLoss: 0.5 })]);
      const trades = [aTrade({ qty: 0.999_999, entryPrice: 0.5, exitPrice: 0.25 })];
      const response = await strict.call.post(`/sessions/${session.id}/trades`, { trades });
      expectProblem(response, 'VALIDATION_FAILED', [
        'trades[0].entryPrice',
        'trades[0].exitPrice',
        'trades[0].qty',
      ]);
      expect(response.body.details[0].message).toContain('TRADE_MINIMUM');
    } finally {
      await strict.close();
    }
  });

  it.each([
    ['1', 'must not be less than 1 (the setting TRADE_MINIMUM of this service)'],
    ['0.01', 'must not be less than 0.01 (the setting TRADE_MINIMUM of this service)'],
    ['0', 'must not be less than 1e-12'],
  ])(
    'is named for every smaller value if the setting is %s, beside other problems',
    async (setting, message) => {
      const own = await startTestApp({ TRADE_MINIMUM: setting });
      try {
        const session = await aSession(own.call);
        const path = `/sessions/${session.id}/trades`;
        const { trades: stored } = await ingest(own.call, session, [aTrade()]);
        for (const small of [0, -1, -1e300, 1e-13]) {
          for (const field of ['qty', 'entryPrice', 'exitPrice']) {
            const expected = { field: `trades[0].${field}`, message };
            const wrong = aTrade({ [field]: small });
            const refused = await own.call.post(path, { trades: [wrong] });
            expect([refused.status, refused.body.details]).toEqual([400, [expected]]);
            const both = await own.call.post(path, { trades: [wrong, { ...wrong, side: 'up' }, null, 1] });
            expect(both.body.details).toContainEqual(expected);
            const pair = await own.call.post(path, { trades: [wrong, aTrade({ side: 'up' })] });
            expectProblem(pair, 'VALIDATION_FAILED', [expected.field, 'trades[1].side']);
            expect(pair.body.details).toContainEqual(expected);
            const edit = await own.call.patch(`${path}/${stored[0]!.id}`, { [field]: small });
            expect([edit.status, edit.body.details]).toEqual([400, [{ field, message }]]);
          }
        }
      } finally {
        await own.close();
      }
    },
  );
});
