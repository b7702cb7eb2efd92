import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import type { IdealRAnalysisDto } from '../../src/stats/ideal-r/ideal-r.dto.js';
import { TestApp, startTestApp } from '../support/app.js';
import {
  DAY,
  HOUR,
  T,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
  statsOf,
  tradesWith,
} from '../support/factories.js';
import { reaching } from '../support/instances.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/**
 * Returns a trade of one unit that is bought at 100, so a net result of x is x percent. Entry and exit are in hours
 * from T.
 */
const unit = (
  entry: number,
  exit: number,
  plGross: number,
  feesPaid: number,
  stopLoss: number | null = null,
) =>
  aTrade({
    entryPrice: 100,
    entryTime: T + entry * HOUR,
    exitPrice: 100 + plGross,
    exitTime: T + exit * HOUR,
    feesPaid,
    stopLoss,
  });

/** Five trades with the net results 28, −22, 0, 45 and −11. */
const fiveTrades = () => [
  unit(0, 1, 30, 2, 90), // R = 28 / 10 = 2.8
  unit(8, 10, -20, 2, 90), // R = −22 / 10 = −2.2
  unit(17, 20, 2, 2),
  unit(26, 30, 50, 5, 80), // R = 45 / 20 = 2.25
  unit(43, 48, -10, 1),
];

const NO_EXPECTANCY = {
  winProbability: 0,
  lossProbability: 0,
  breakEvenProbability: 0,
  avgBreakEven: 0,
  winContribution: 0,
  lossContribution: 0,
  breakEvenContribution: 0,
};

describe('statistics', () => {
  it('equal the results worked out by hand', async () => {
    const session = await aSessionWith(t.call, fiveTrades(), { initialBalance: 1000 });
    const { idealRAnalysis: _, ...stats } = await statsOf(t.call, session);
    expect(stats).toEqual({
      calculationVersion: CALCULATION_VERSION,
      tradeCount: 5,
      winCount: 2,
      lossCount: 2,
      breakEvenCount: 1,
      breakEvenThreshold: 0,
      winrate: 0.4,
      plGross: 52, // 30 − 20 + 2 + 50 − 10
      feesPaid: 12, // 2 + 2 + 2 + 5 + 1
      plNet: 40, // 52 − 12
      plNetPct: 4, // of 1000
      avgPlPerTrade: 8, // 40 / 5
      avgPlPctPerTrade: 8,
      avgRMultiple: 0.95, // (2.8 − 2.2 + 2.25) / 3
      maxRMultiple: 2.8,
      avgWin: 36.5, // (28 + 45) / 2
      avgLoss: -16.5, // (−22 − 11) / 2
      winLossRatio: 2.21212121, // 36.5 / 16.5
      profitFactor: 2.73333333, // (30 + 2 + 50) / (20 + 10)
      netProfitFactor: 2.21212121, // (28 + 45) / (22 + 11)
      expectancy: 8, // 14.6 − 6.6 + 0
      expectancyComponents: {
        winProbability: 0.4,
        lossProbability: 0.4,
        breakEvenProbability: 0.2,
        avgBreakEven: 0,
        winContribution: 14.6, // 0.4 · 36.5
        lossContribution: -6.6, // 0.4 · −16.5
        breakEvenContribution: 0,
      },
      tradesPerDay: 2.5, // 5 trades in 2 days
      tradesPerWeek: 17.5,
      tradesPerMonth: 76.09375, // 2.5 · 30.4375
      avgDurationMs: 3 * HOUR, // (1 + 2 + 3 + 4 + 5) / 5
      avgWinDurationMs: 2.5 * HOUR, // (1 + 4) / 2
      avgLossDurationMs: 3.5 * HOUR, // (2 + 5) / 2
      maxWinStreak: 1,
      maxLossStreak: 1,
      avgWinStreak: 1,
      avgLossStreak: 1,
      bestWinPct: 45,
      worstLossPct: -22,
      avgWinPct: 36.5,
      avgLossPct: -16.5,
      maxDrawdown: 22, // from 1028 to 1006
      maxDrawdownPct: 2.14007782, // 22 / 1028
      equityCurve: [
        { time: T, equity: 1000 },
        { time: T + HOUR, equity: 1028 },
        { time: T + 10 * HOUR, equity: 1006 },
        { time: T + 20 * HOUR, equity: 1006 },
        { time: T + 30 * HOUR, equity: 1051 },
        { time: T + 48 * HOUR, equity: 1040 },
      ],
      // h = 2 · (28 − −11) / ∛5 = 45.6. A width of 50 gives 2 bins, 25 gives 3 bins, and 20 gives 5 bins.
      plPctDistribution: [
        { from: -40, to: -20, count: 1 },
        { from: -20, to: 0, count: 1 },
        { from: 0, to: 20, count: 1 },
        { from: 20, to: 40, count: 1 },
        { from: 40, to: 60, count: 1 },
      ],
    });
  });

  it('are 0, and lists are empty, if there are no trades', async () => {
    const { idealRAnalysis: _, ...stats } = await statsOf(t.call, await aSession(t.call));
    const { calculationVersion, expectancyComponents, equityCurve, plPctDistribution, ...figures } = stats;
    expect(calculationVersion).toBe(CALCULATION_VERSION);
    expect(expectancyComponents).toEqual(NO_EXPECTANCY);
    expect([equityCurve, plPctDistribution]).toEqual([[], []]);
    expect(Object.entries(figures).filter(([, figure]) => figure !== 0)).toEqual([]);
  });

  it('are 0 in the figures about losses if no trade lost', async () => {
    const stats = await statsOf(t.call, await aSessionWith(t.call, tradesWith(10, 30)));
    expect(stats).toMatchObject({ avgWin: 20, avgWinPct: 2, maxWinStreak: 2, plNet: 40 });
    expect(stats).toMatchObject({
      avgLoss: 0,
      avgLossPct: 0,
      worstLossPct: 0,
      avgLossStreak: 0,
      avgLossDurationMs: 0,
    });
    expect(stats).toMatchObject({ winLossRatio: 0, profitFactor: 0, netProfitFactor: 0, maxDrawdown: 0 });
  });

  it('are 0 in the figures about wins if no trade won', async () => {
    const stats = await statsOf(t.call, await aSessionWith(t.call, tradesWith(-10, -30)));
    expect(stats).toMatchObject({ avgLoss: -20, avgLossPct: -2, worstLossPct: -3, plNet: -40 });
    expect(stats).toMatchObject({
      avgWin: 0,
      avgWinPct: 0,
      bestWinPct: 0,
      avgWinStreak: 0,
      avgWinDurationMs: 0,
    });
    expect(stats).toMatchObject({ winrate: 0, winLossRatio: 0, profitFactor: 0, netProfitFactor: 0 });
  });

  it('sum decimals exactly: 0.1 + 0.2 gives 0.3', async () => {
    const stats = await statsOf(
      t.call,
      await aSessionWith(t.call, tradesWith(0.1, 0.2, ...Array(10).fill(0.01))),
    );
    expect(stats).toMatchObject({ plNet: 0.4, avgWin: 0.03333333, expectancy: 0.03333333 });
    expect(stats.equityCurve[2]).toEqual({ time: expect.any(Number), equity: 10_000.3 });
  });

  it('do not depend on the order or the batches in which the trades were sent', async () => {
    const trades = fiveTrades();
    const fields = { initialBalance: 1000 };
    const whole = await aSessionWith(t.call, trades, fields);
    const bit = await aSession(t.call, fields);
    for (const place of [3, 0, 4, 2, 1]) await ingest(t.call, bit, trades.slice(place, place + 1));
    expect(await statsOf(t.call, bit)).toEqual(await statsOf(t.call, whole));
  });

  it('include a trade as soon as it is acknowledged', async () => {
    const session = await aSession(t.call);
    for (const count of [1, 2, 3]) {
      await ingest(t.call, session, [aTrade()]);
      expect((await statsOf(t.call, session)).tradeCount).toBe(count);
    }
  });
});

describe('breakEvenThreshold', () => {
  // The net results of the trades are 28, −22, 0, 45 and −11.
  const outcomes: [threshold: number, win: number, loss: number, breakEven: number][] = [
    [0, 2, 2, 1],
    [10.999_999_99, 2, 2, 1],
    [11, 2, 1, 2],
    [22, 2, 0, 3],
    [28, 1, 0, 4],
    [45, 0, 0, 5],
    [1_000_000_000, 0, 0, 5],
  ];
  it.each(outcomes)(
    'decides the outcomes: %d gives %d wins, %d losses and %d break-evens',
    async (threshold, win, loss, breakEven) => {
      const session = await aSessionWith(t.call, fiveTrades());
      const stats = await statsOf(t.call, session, threshold);
      expect(stats).toMatchObject({ winCount: win, lossCount: loss, breakEvenCount: breakEven });
      expect(stats.breakEvenThreshold).toBe(threshold);
      // These figures do not depend on which trades are wins, losses and break-evens.
      expect(stats).toMatchObject({
        plNet: 40,
        expectancy: 8,
        profitFactor: 2.73333333,
        netProfitFactor: 2.21212121,
      });
    },
  );

  it('moves results from wins and losses to break-evens if the threshold is raised', async () => {
    const stats = await statsOf(t.call, await aSessionWith(t.call, fiveTrades()), 28);
    expect(stats).toMatchObject({ avgWin: 45, avgLoss: 0, winLossRatio: 0, winrate: 0.2 });
    expect(stats.expectancyComponents).toEqual({
      winProbability: 0.2,
      lossProbability: 0,
      breakEvenProbability: 0.8,
      avgBreakEven: -1.25, // (28 − 22 + 0 − 11) / 4
      winContribution: 9, // 0.2 · 45
      lossContribution: 0,
      breakEvenContribution: -1, // 0.8 · −1.25
    });
  });

  const accepted: [text: string, value: number][] = [
    ['0', 0],
    ['-0', 0],
    ['0.5', 0.5],
    ['1e3', 1000],
    ['1E-9', 1e-9],
    ['1000000000', 1e9],
  ];
  it.each(accepted)('can be given as %s', async (text, value) => {
    const session = await aSession(t.call);
    const { body } = await t.call.get(`/sessions/${session.id}/stats?breakEvenThreshold=${text}`).expect(200);
    expect(body.stats.breakEvenThreshold).toBe(value);
  });

  const refused = [
    '',
    '-1',
    '-1e-9',
    '1000000000.1',
    '1e10',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    '%2B1',
    '01',
    '.5',
  ];
  const more = ['1.', '1,5', '1_0', '%201', '1%20', '1%00', 'null', 'true', '１', '1&breakEvenThreshold=1'];
  it.each([...refused, ...more])('is refused as "%s"', async (text) => {
    const session = await aSession(t.call);
    const query = `?breakEvenThreshold=${encodeURI(decodeURI(text))}`;
    for (const response of [
      await t.call.get(`/sessions/${session.id}/stats${query}`),
      await t.call.post(`/sessions/${session.id}/finish${query}`),
    ]) {
      expectProblem(response, 'VALIDATION_FAILED', ['breakEvenThreshold']);
    }
    const { body } = await t.call.get(`/sessions/${session.id}`).expect(200);
    expect(body.session.status).toBe('active');
  });
});

describe('streaks', () => {
  const table: [plNets: number[], maxWin: number, avgWin: number, maxLoss: number, avgLoss: number][] = [
    [[1], 1, 1, 0, 0],
    [[1, 2, -1, 3, 4, 5, -1, -2], 3, 2.5, 2, 1.5], // wins in streaks of 2 and 3, losses in streaks of 1 and 2
    [[1, 0, 1, -1, 0, -1], 1, 1, 1, 1], // a break-even ends a streak of wins and a streak of losses
    [[0, 0], 0, 0, 0, 0],
    [[-1, -1, -1, 1], 1, 1, 3, 3],
    [[1, -1, 1, 1, -1, 1], 2, 1.33333333, 1, 1], // 4 wins in 3 streaks
  ];
  it.each(table)('are computed for %j', async (plNets, maxWin, avgWin, maxLoss, avgLoss) => {
    const stats = await statsOf(t.call, await aSessionWith(t.call, tradesWith(...plNets)));
    expect([stats.maxWinStreak, stats.avgWinStreak]).toEqual([maxWin, avgWin]);
    expect([stats.maxLossStreak, stats.avgLossStreak]).toEqual([maxLoss, avgLoss]);
  });

  it('follow exit times, then entry times, then client ids by code point', async () => {
    const at = (entry: number, exit: number, clientId: string, plNet: number) =>
      aTrade({ clientId, plNet, entryTime: T + entry, exitTime: T + exit });
    const inOrder = [
      at(5, 10, 'z', 1),
      at(1, 20, 'y', 1),
      at(2, 20, 'B', -1),
      at(2, 20, 'a', -1),
      at(2, 20, '\u{fb00}', -1),
      at(2, 20, '\u{1f600}', 1), // the order of UTF-16 units would put this id before U+FB00
      at(0, 30, 'A', 1),
    ];
    const session = await aSessionWith(
      t.call,
      [4, 2, 6, 0, 5, 3, 1].map((place) => inOrder[place]!),
    );
    expect(await statsOf(t.call, session)).toMatchObject({
      maxWinStreak: 2,
      avgWinStreak: 2,
      maxLossStreak: 3,
      avgLossStreak: 3,
    });
  });
});

describe('drawdown', () => {
  const table: [what: string, balance: number, plNets: number[], money: number, percent: number][] = [
    ['measures a first loss from the initial balance', 1000, [-100, 50], 100, 10],
    ['is 0 while every trade wins', 1000, [1, 2, 3], 0, 0],
    ['spans several losses', 1000, [200, -60, 30, -90, 10], 120, 10], // from 1200 to 1080
    [
      'can have its maximum in money and its maximum in percent at different times',
      100,
      [-20, 920, -100],
      100,
      20,
    ],
    ['can be more than the whole balance', 100, [-150], 150, 150],
  ];
  it.each(table)('%s', async (_, initialBalance, plNets, maxDrawdown, maxDrawdownPct) => {
    const session = await aSessionWith(t.call, tradesWith(...plNets), { initialBalance });
    expect(await statsOf(t.call, session)).toMatchObject({ maxDrawdown, maxDrawdownPct });
  });

  it('treats all trades that close at the same time as one step of the equity', async () => {
    const session = await aSessionWith(t.call, [
      aTrade({ plNet: -50 }),
      aTrade({ plNet: 60 }),
      aTrade({ plNet: -5 }),
    ]);
    const { maxDrawdown, equityCurve } = await statsOf(t.call, session);
    expect(maxDrawdown).toBe(0);
    expect(equityCurve.map(({ equity }) => equity)).toEqual([10_000, 10_005]);
  });
});

describe('the equity curve', () => {
  const at = (entryTime: number, exitTime: number, plNet: number) => aTrade({ entryTime, exitTime, plNet });

  const table: [what: string, trades: object[], curve: [time: number, equity: number][]][] = [
    [
      'starts at the earliest entry',
      [at(T + 5, T + 10, 1), at(T, T + 20, 2)],
      [
        [T, 10_000],
        [T + 10, 10_001],
        [T + 20, 10_003],
      ],
    ],
    [
      'has one point for each exit time',
      [at(T, T + 9, 1), at(T + 1, T + 9, 2), at(T, T + 10, 4)],
      [
        [T, 10_000],
        [T + 9, 10_003],
        [T + 10, 10_007],
      ],
    ],
    [
      'starts 1 ms earlier when a trade exits at once',
      [at(T, T, 1)],
      [
        [T - 1, 10_000],
        [T, 10_001],
      ],
    ],
  ];
  it.each(table)('%s', async (_, trades, curve) => {
    const { equityCurve } = await statsOf(t.call, await aSessionWith(t.call, trades));
    expect(equityCurve.map(({ time, equity }) => [time, equity])).toEqual(curve);
  });
});

describe('tradesPerDay', () => {
  const table: [what: string, exit: number, perDay: number][] = [
    ['treats a period of less than a day as one day', HOUR, 2],
    ['treats a period of exactly a day as one day', DAY, 2],
    ['counts fractions of a day in longer periods', 1.6 * DAY, 1.25], // 2 / 1.6
  ];
  it.each(table)('%s', async (_, exit, perDay) => {
    const trades = [aTrade({ exitTime: T }), aTrade({ exitTime: T + exit })].map((trade) => ({
      ...trade,
      entryTime: T,
    }));
    expect(await statsOf(t.call, await aSessionWith(t.call, trades))).toMatchObject({
      tradesPerDay: perDay,
      tradesPerWeek: perDay * 7,
      tradesPerMonth: perDay * 30.4375,
    });
  });
});

describe('POST /sessions/{id}/finish', () => {
  it('returns the finished session and the same statistics as GET', async () => {
    const session = await aSessionWith(t.call, fiveTrades());
    const { body } = await t.call.post(`/sessions/${session.id}/finish?breakEvenThreshold=11`).expect(200);
    expect(Object.keys(body)).toEqual(['session', 'stats']);
    const { endedAt } = body.session;
    expect(body.session).toEqual({ ...session, status: 'finished', endedAt, updatedAt: endedAt });
    expect(body.stats).toMatchObject({ tradeCount: 5, breakEvenCount: 2, breakEvenThreshold: 11 });
    expect(await statsOf(t.call, session, 11)).toEqual(body.stats);
  });

  it('returns the same response again, but uses the threshold of the request', async () => {
    const session = await aSessionWith(t.call, fiveTrades());
    const first = await finish(t.call, session);
    expect(await finish(t.call, session)).toEqual(first);
    const { body } = await t.call.post(`/sessions/${session.id}/finish?breakEvenThreshold=45`).expect(200);
    expect(body.session).toEqual(first.session);
    expect(body.stats.breakEvenCount).toBe(5);
  });

  it('accepts only an empty object as a body', async () => {
    const { id } = await aSession(t.call);
    const send = (body: string) =>
      t.call.post(`/sessions/${id}/finish`).set('content-type', 'application/json').send(body);
    for (const body of ['[]', 'null', '1', '"x"']) {
      expectProblem(await send(body), 'VALIDATION_FAILED', ['body']);
    }
    expectProblem(await send('{"status":"finished"}'), 'VALIDATION_FAILED', ['status']);
    expect((await t.call.get(`/sessions/${id}`).expect(200)).body.session.status).toBe('active');
    await send('{}').expect(200);
  });

  it.each(reaching(['0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a', 'no-uuid', '%00']))(
    'returns 404 for %j',
    async (id) => {
      expectProblem(await t.call.post(`/sessions/${id}/finish`), 'SESSION_NOT_FOUND');
      expectProblem(await t.call.get(`/sessions/${id}/stats`), 'SESSION_NOT_FOUND');
    },
  );
});

describe('the ideal-R analysis', () => {
  const blank = (total: number, eligible: number) => ({
    horizonMs: 86_400_000,
    thresholdR: 1,
    totalTrades: total,
    eligibleTrades: eligible,
    measuredTrades: 0,
    incompleteTrades: eligible,
    invalidRiskTrades: total - eligible,
    losingMeasuredTrades: 0,
    averageIdealR: 0,
    maxIdealR: 0,
    couldHaveProfitBreakEvenCount: 0,
    couldHaveProfitBreakEvenRate: 0,
    observations: [],
  });
  const stopped = (stopLoss: number, side = 'long') => aTrade({ side, stopLoss, entryPrice: 1000 });

  it('is deferred while a manual session is active', async () => {
    const trades = [stopped(990), stopped(1010), stopped(1010, 'short'), stopped(990, 'short'), aTrade()];
    const session = await aSessionWith(t.call, trades, { mode: 'manual' });
    expect((await statsOf(t.call, session)).idealRAnalysis).toEqual({
      state: 'deferred',
      reason: 'session-active',
      analytics: blank(5, 2),
      markets: [],
    } satisfies IdealRAnalysisDto);
  });

  const unavailable: [reason: string, trades: object[]][] = [
    ['no-trades', []],
    ['no-valid-stops', [aTrade(), stopped(1000), stopped(1010), stopped(990, 'short')]],
  ];
  it.each(unavailable)(
    'is unavailable for an automated or finished session with %s',
    async (reason, trades) => {
      const session = await aSessionWith(t.call, trades, { mode: 'automated' });
      const expected = { state: 'unavailable', reason, analytics: blank(trades.length, 0), markets: [] };
      expect((await statsOf(t.call, session)).idealRAnalysis).toEqual(expected);
      expect((await finish(t.call, session)).stats.idealRAnalysis).toEqual(expected);
      expect((await statsOf(t.call, session)).idealRAnalysis).toEqual(expected);
    },
  );
});
