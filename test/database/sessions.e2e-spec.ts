import { TestApp, startTestApp } from '../support/app.js';
import { Fields, T, aProject, aSession, aTrade, finish, ingest } from '../support/factories.js';
import { reaching } from '../support/instances.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const NO_FEES = { entryFee: 0, exitFee: 0, type: 'percent' };
const UNKNOWN_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

describe('POST /sessions', () => {
  it('fills in all defaults', async () => {
    const before = Date.now();
    const project = await aProject(t.call, { symbol: 'ETHUSDT' });
    const { body } = await t.call
      .post('/sessions', { projectId: project.id, name: ' Run 1 ', initialBalance: 2500.5 })
      .expect(201);
    const { id, createdAt, randomSeed, assets } = body.session;
    expect(body).toEqual({
      session: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        projectId: project.id,
        name: 'Run 1',
        mode: 'manual',
        status: 'active',
        source: 'web',
        initialBalance: 2500.5,
        accountCurrency: 'USD',
        strategy: '',
        description: '',
        layoutTemplate: '1',
        assets: [
          {
            id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
            sessionId: id,
            symbol: 'ETHUSDT',
            feed: 'venue-spot',
            timeframe: '1m',
            calendarCode: '24/7',
            executionCostConfig: { spread: 0, slippage: 0, fees: NO_FEES },
            contractPolicy: { kind: 'spot' },
            position: 0,
            createdAt,
          },
        ],
        feesConfig: NO_FEES,
        rangeStart: null,
        rangeEnd: null,
        randomSourceStart: null,
        randomSourceEnd: null,
        randomSeed: expect.any(Number),
        blindMode: false,
        smoothCandles: false,
        accountTimezone: 'UTC',
        startedAt: createdAt,
        endedAt: null,
        createdAt: expect.any(Number),
        updatedAt: createdAt,
      },
    });
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
    expect(Number.isSafeInteger(randomSeed) && randomSeed >= 0).toBe(true);
    expect(new Set([id, project.id, assets[0].id]).size).toBe(3);
  });

  it('stores all given fields unchanged', async () => {
    const { id: projectId } = await aProject(t.call);
    const given = {
      projectId,
      name: 'Nacht „3“ 🚀',
      initialBalance: 0.1 + 0.2 + 1,
      mode: 'automated',
      source: 'import',
      accountCurrency: 'USDT',
      strategy: 'Second\nline',
      description: '  white space stays  ',
      layoutTemplate: 'two-charts',
      feesConfig: { entryFee: 0.075, exitFee: 0.1, type: 'fixed' },
      rangeStart: T,
      rangeEnd: T + 1,
      randomSourceStart: 1,
      randomSourceEnd: 253_402_300_799_999,
      randomSeed: 2 ** 53 - 1,
      blindMode: true,
      smoothCandles: true,
      accountTimezone: 'America/Argentina/Buenos_Aires',
      startedAt: 86_400_000,
    };
    const assets = [
      {
        symbol: 'solusdt',
        feed: 'venue-usdm-current-quarter',
        timeframe: '4h',
        calendarCode: 'XNYS',
        executionCostConfig: {
          spread: 0.5,
          slippage: 1e12,
          fees: { entryFee: 1, exitFee: 2, type: 'percent' },
        },
        contractPolicy: { kind: 'current-quarter' },
      },
      { symbol: 'SOLUSDT' },
      { symbol: 'ADAUSDT', timeframe: '30m' },
    ];
    const session = await aSession(t.call, { ...given, assets });
    expect(session).toMatchObject(given);
    expect(session.assets).toMatchObject([
      { ...assets[0], symbol: 'SOLUSDT', position: 0, sessionId: session.id },
      // The asset gets the timeframe of the project.
      { symbol: 'SOLUSDT', feed: 'venue-spot', timeframe: '15m', position: 1, sessionId: session.id },
      { symbol: 'ADAUSDT', timeframe: '30m', position: 2 },
    ]);
  });

  it('returns the same session as a later GET', async () => {
    const session = await aSession(t.call, {
      randomSourceStart: 5,
      assets: [{ symbol: 'A' }, { symbol: 'B' }],
    });
    const { body } = await t.call.get(`/sessions/${session.id}`).expect(200);
    expect(body.session).toEqual(session);
  });

  it('accepts null for an optional time', async () => {
    const absent = { rangeStart: null, rangeEnd: null, randomSourceStart: null, randomSourceEnd: null };
    expect(await aSession(t.call, absent)).toMatchObject(absent);
  });

  it('accepts a range with only one bound', async () => {
    expect(await aSession(t.call, { rangeStart: T, randomSourceEnd: T })).toMatchObject({
      rangeStart: T,
      rangeEnd: null,
      randomSourceStart: null,
      randomSourceEnd: T,
    });
  });

  it('draws a different random seed for each session', async () => {
    const { id: projectId } = await aProject(t.call);
    const seeds = await Promise.all(
      Array.from({ length: 4 }, async () => (await aSession(t.call, { projectId })).randomSeed),
    );
    expect(new Set(seeds).size).toBe(4);
  });

  const fees = { entryFee: 0.1, exitFee: 0.2, type: 'percent' };
  const own = { entryFee: 3, exitFee: 4, type: 'fixed' };
  const copies: [what: string, session: Fields, expected: object[]][] = [
    ['the session’s fees to the default asset', { feesConfig: fees }, [fees]],
    [
      'the session’s fees to every asset without fees of its own',
      {
        feesConfig: fees,
        assets: [
          { symbol: 'A' },
          { symbol: 'B', executionCostConfig: { spread: 1 } },
          { symbol: 'C', executionCostConfig: { fees: own } },
        ],
      },
      [fees, fees, own],
    ],
    [
      'no fee of the session to an asset with a fee of its own',
      { feesConfig: own, assets: [{ executionCostConfig: { fees: { exitFee: 0.3 } } }] },
      [{ entryFee: 0, exitFee: 0.3, type: 'percent' }],
    ],
    ['no fees if no fees are given', { assets: [{ executionCostConfig: {} }] }, [NO_FEES]],
  ];
  it.each(copies)('copies %s', async (_, fields, expected) => {
    const { assets } = await aSession(t.call, fields);
    expect(assets.map(({ executionCostConfig }) => executionCostConfig.fees)).toEqual(expected);
  });

  it('keeps the order of 20 assets', async () => {
    const symbols = Array.from({ length: 20 }, (_, i) => `S${(i * 7) % 20}`);
    const session = await aSession(t.call, { assets: symbols.map((symbol) => ({ symbol })) });
    const { body } = await t.call.get(`/sessions/${session.id}`).expect(200);
    expect(body.session.assets.map(({ symbol }: { symbol: string }) => symbol)).toEqual(symbols);
    expect(body.session.assets.map(({ position }: { position: number }) => position)).toEqual([
      ...symbols.keys(),
    ]);
  });

  it('accepts the same symbol on both feeds', async () => {
    const { assets } = await aSession(t.call, { assets: [{}, { feed: 'venue-usdm-current-quarter' }] });
    expect(assets).toMatchObject([
      { symbol: 'BTCUSDT', feed: 'venue-spot', contractPolicy: { kind: 'spot' } },
      { symbol: 'BTCUSDT', feed: 'venue-usdm-current-quarter', contractPolicy: { kind: 'current-quarter' } },
    ]);
  });

  const accepted: [what: string, fields: Fields][] = [
    ['a name of 200 characters', { name: 'x'.repeat(200) }],
    ['the least balance', { initialBalance: 1 }],
    ['the greatest balance', { initialBalance: 1e15 }],
    ['texts of full length', { strategy: 's'.repeat(1000), description: 'd'.repeat(5000) }],
    ['names of full length', { accountCurrency: 'C'.repeat(32), layoutTemplate: 'L'.repeat(32) }],
    ['a seed of 0', { randomSeed: 0 }],
    ['the greatest configured costs', { feesConfig: { entryFee: 1e12, exitFee: 1e12, type: 'fixed' } }],
    ['the time zone UTC', { accountTimezone: 'UTC' }],
    ['the time zone Asia/Kolkata', { accountTimezone: 'Asia/Kolkata' }],
    ['the source api', { source: 'api' }],
    ['an asset without fields', { assets: [{}] }],
    ['fees without fields', { feesConfig: {} }],
  ];
  it.each(accepted)('accepts %s', async (_, fields) => {
    await aSession(t.call, fields);
  });

  const serverSet = { id: UNKNOWN_ID, status: 'finished', endedAt: T, createdAt: T, updatedAt: T };
  const serverSetOfAsset = { id: UNKNOWN_ID, sessionId: UNKNOWN_ID, position: 0, createdAt: T };
  const refused: [what: string, body: Fields, ...fields: string[]][] = [
    ['a missing name and balance', { name: undefined, initialBalance: undefined }, 'initialBalance', 'name'],
    ['a name of white space', { name: '  ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a balance below 1', { initialBalance: 0.99 }, 'initialBalance'],
    ['a balance above 1e15', { initialBalance: 1.1e15 }, 'initialBalance'],
    ['a balance as text', { initialBalance: '10000' }, 'initialBalance'],
    ['an unknown mode', { mode: 'replay' }, 'mode'],
    ['an unknown source', { source: 'WEB' }, 'source'],
    ['an empty currency', { accountCurrency: '' }, 'accountCurrency'],
    ['a currency of 33 characters', { accountCurrency: 'C'.repeat(33) }, 'accountCurrency'],
    ['a strategy of 1001 characters', { strategy: 's'.repeat(1001) }, 'strategy'],
    ['a description of 5001 characters', { description: 'd'.repeat(5001) }, 'description'],
    ['an empty layout', { layoutTemplate: '' }, 'layoutTemplate'],
    ['a layout of 33 characters', { layoutTemplate: 'L'.repeat(33) }, 'layoutTemplate'],
    ['null for a text', { strategy: null, description: null }, 'description', 'strategy'],
    [
      'null for a setting',
      { blindMode: null, randomSeed: null, startedAt: null },
      'blindMode',
      'randomSeed',
      'startedAt',
    ],
    ['null for the assets and the fees', { assets: null, feesConfig: null }, 'assets', 'feesConfig'],
    ['a range that ends where it starts', { rangeStart: T, rangeEnd: T }, 'rangeStart'],
    [
      'a random range that ends before it starts',
      { randomSourceStart: T, randomSourceEnd: 1 },
      'randomSourceStart',
    ],
    ['a time of 0', { rangeStart: 0 }, 'rangeStart'],
    ['a time between two milliseconds', { rangeEnd: 1.5 }, 'rangeEnd'],
    ['a time after the year 9999', { startedAt: 253_402_300_800_000 }, 'startedAt'],
    ['a negative seed', { randomSeed: -1 }, 'randomSeed'],
    ['a seed of 2^53', { randomSeed: 2 ** 53 }, 'randomSeed'],
    ['a seed with decimals', { randomSeed: 0.5 }, 'randomSeed'],
    ['a flag as a number', { blindMode: 1, smoothCandles: 0 }, 'blindMode', 'smoothCandles'],
    ['a time zone that does not exist', { accountTimezone: 'Europe/Atlantis' }, 'accountTimezone'],
    ['an offset as a time zone', { accountTimezone: '+01:00' }, 'accountTimezone'],
    ['an empty time zone', { accountTimezone: '' }, 'accountTimezone'],
    ['fees below 0', { feesConfig: { entryFee: -0.1 } }, 'feesConfig.entryFee'],
    ['fees above 1e12', { feesConfig: { exitFee: 1.1e12 } }, 'feesConfig.exitFee'],
    ['an unknown type of fee', { feesConfig: { type: 'ticket' } }, 'feesConfig.type'],
    ['fees as a list', { feesConfig: [] }, 'feesConfig'],
    ['no assets', { assets: [] }, 'assets'],
    ['21 assets', { assets: Array.from({ length: 21 }, (_, i) => ({ symbol: `S${i}` })) }, 'assets'],
    ['assets that are not a list', { assets: { symbol: 'A' } }, 'assets'],
    ['the same market twice', { assets: [{ symbol: 'A' }, { symbol: 'B' }, { symbol: 'a' }] }, 'assets[2]'],
    ['the project’s market twice', { assets: [{ symbol: 'BTCUSDT' }, {}] }, 'assets[1]'],
    [
      'a contract of the other feed',
      { assets: [{ contractPolicy: { kind: 'current-quarter' } }] },
      'assets[0].contractPolicy.kind',
    ],
    ['an unknown feed', { assets: [{ feed: 'venue' }] }, 'assets[0].feed'],
    [
      'a timeframe of an asset without a known unit',
      { assets: [{}, { symbol: 'B', timeframe: '2x' }] },
      'assets[1].timeframe',
    ],
    ['an empty calendar', { assets: [{ calendarCode: '' }] }, 'assets[0].calendarCode'],
    [
      'costs of the wrong type',
      { assets: [{ executionCostConfig: { spread: '1' } }] },
      'assets[0].executionCostConfig.spread',
    ],
    [
      'a negative slippage',
      { assets: [{ executionCostConfig: { slippage: -1 } }] },
      'assets[0].executionCostConfig.slippage',
    ],
    [
      'unknown fees of an asset',
      { assets: [{ executionCostConfig: { fees: { fee: 1 } } }] },
      'assets[0].executionCostConfig.fees.fee',
    ],
    ['fields that the server sets', serverSet, ...Object.keys(serverSet)],
    [
      'fields of an asset that the server sets',
      { assets: [serverSetOfAsset] },
      ...Object.keys(serverSetOfAsset).map((field) => `assets[0].${field}`),
    ],
  ];
  it.each(refused)('refuses %s and names the fields', async (_, fields, ...names) => {
    const { id: projectId } = await aProject(t.call);
    const body = { name: 'Run', initialBalance: 10_000, ...fields, projectId };
    expectProblem(await t.call.post('/sessions', body), 'VALIDATION_FAILED', names);
  });

  it.each([UNKNOWN_ID, 'no-uuid', '', 'x'.repeat(101)])(
    'returns 404 for the projectId %j',
    async (projectId) => {
      const body = { name: 'Run', initialBalance: 10_000, projectId };
      expectProblem(await t.call.post('/sessions', body), 'PROJECT_NOT_FOUND');
    },
  );

  it.each(['\0', '\ud800'])('refuses the projectId %j, which is not valid text', async (projectId) => {
    const body = { name: 'Run', initialBalance: 10_000, projectId };
    expectProblem(await t.call.post('/sessions', body), 'VALIDATION_FAILED', ['projectId']);
  });

  it('reports invalid fields before an unknown project', async () => {
    const body = { name: 'Run', initialBalance: 10_000, projectId: UNKNOWN_ID };
    expectProblem(await t.call.post('/sessions', { ...body, mode: 'x' }), 'VALIDATION_FAILED', ['mode']);
    const assets = [{ contractPolicy: { kind: 'current-quarter' } }];
    expectProblem(await t.call.post('/sessions', { ...body, assets }), 'VALIDATION_FAILED', [
      'assets[0].contractPolicy.kind',
    ]);
  });
});

describe('GET /sessions/{id}', () => {
  it('returns the session and its project', async () => {
    const project = await aProject(t.call);
    const session = await aSession(t.call, { projectId: project.id });
    const { body } = await t.call.get(`/sessions/${session.id}`).expect(200);
    expect(body).toEqual({ session, project });
  });

  it('finds a session by its id in upper case', async () => {
    const { id } = await aSession(t.call);
    const { body } = await t.call.get(`/sessions/${id.toUpperCase()}`).expect(200);
    expect(body.session.id).toBe(id);
  });

  it('returns the same session after trades were added', async () => {
    const session = await aSession(t.call);
    await ingest(t.call, session, [aTrade()]);
    const { body } = await t.call.get(`/sessions/${session.id}`).expect(200);
    expect(body.session).toEqual(session);
  });

  it('shows status, endedAt and updatedAt of a finished session', async () => {
    const session = await aSession(t.call);
    const finished = (await finish(t.call, session)).session;
    expect(finished).toEqual({
      ...session,
      status: 'finished',
      endedAt: expect.any(Number),
      updatedAt: finished.endedAt,
    });
    expect(finished.endedAt).toBeGreaterThanOrEqual(session.createdAt);
    const { body } = await t.call.get(`/sessions/${session.id}`).expect(200);
    expect(body.session).toEqual(finished);
  });

  it.each(reaching([UNKNOWN_ID, 'no-uuid', 'null', "x'--", '%00', '%F0%9F%9A%80', 'x'.repeat(2000)]))(
    'returns 404 for the id %j',
    async (id) => {
      expectProblem(await t.call.get(`/sessions/${id}`), 'SESSION_NOT_FOUND');
    },
  );
});
