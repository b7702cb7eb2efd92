import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { anExampleSession } from '../support/example-session.js';
import { DAY, HOUR, T, aSession, aSessionWith, aTrade } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const pathOf = ({ id }: { readonly id: string }, query = '') => `/sessions/${id}/analysis/risk${query}`;
const riskOf = async (session: { readonly id: string }, query = '') =>
  (await t.call.get(pathOf(session, query)).expect(200)).body;

const at = (day: number, hour = 0) => Date.UTC(2024, 0, day, hour);

describeAnalysis(() => t, 'analysis/risk');

describe('GET /sessions/{id}/analysis/risk', () => {
  it('returns the figures of the worked example', async () => {
    const risk = await riskOf(await anExampleSession(t.call), '?breakEvenThreshold=1');
    const period = (
      [peak, trough, recovered]: number[],
      [peakEquity, troughEquity, depth, depthPct]: number[],
    ) => ({
      peakTime: peak,
      troughTime: trough,
      recoveredTime: recovered,
      peakEquity,
      troughEquity,
      depth,
      depthPct,
      durationMs: recovered! - peak!,
    });
    expect(risk).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: null,
      returns: {
        reason: null,
        days: 6,
        tradingDays: 6,
        sharpe: 7.40173751,
        sortino: 16.61693329,
        volatilityPct: 81.51938889,
        cagrPct: null,
        calmar: null,
        omega: 2.55414051,
        ulcerIndex: 1.94397947,
        valueAtRisk95Pct: null,
        expectedShortfall95Pct: null,
        bestDay: { date: '2024-01-05', plNet: 64 },
        worstDay: { date: '2024-01-01', plNet: -40 },
      },
      perTrade: {
        tradeCount: 8,
        rMultipleCount: 7,
        median: 4.75,
        standardDeviation: 41.86452428,
        skewness: 0.53004811,
        excessKurtosis: -0.84193314,
        sqn: 0.83389799,
        kelly: 0.31428571,
        tStatistic: 0.83185011,
        pValue: 0.43295104,
        runsZ: -0.36380344,
        probabilisticSharpe: 0.79458204,
        minTrackRecordLength: 29.00022629,
        tradesNeeded: 91,
      },
      drawdowns: {
        periods: [
          period([at(1), at(1, 12), at(3)], [1000, 960, 40, 4]),
          period([at(3), at(5), at(5, 12)], [1049.5, 1008.5, 41, 3.9066222]),
        ],
        timeUnderWater: 0.9,
        longestMs: 60 * HOUR,
        recoveryFactor: 2.40243902,
      },
      exposure: {
        timeInMarket: 0.95,
        maxConcurrentTrades: 3,
        avgConcurrentTrades: 1.45,
        maxNotional: 3000,
        maxLeverage: 2.85850405,
      },
      rolling: null,
    });
  });

  it("uses days of the account's time zone, also after the time zone has changed", async () => {
    const session = await anExampleSession(t.call);
    const { headers } = await t.call.get(pathOf(session)).expect(200);
    await t.call.patch(`/sessions/${session.id}`, { accountTimezone: 'America/New_York' }).expect(200);
    const changed = t.call.get(pathOf(session)).set('if-none-match', headers['etag']!);
    const { returns } = (await changed.expect(200)).body;
    expect(returns).toMatchObject({ days: 6, tradingDays: 4, sharpe: 5.48763565, omega: 2.30782007 });
  });

  it('subtracts the risk-free rate in sharpe and sortino', async () => {
    const session = await anExampleSession(t.call);
    const { returns } = await riskOf(session, '?riskFreeRate=5');
    expect(returns).toMatchObject({ sharpe: 7.34040241, sortino: 16.41302342, volatilityPct: 81.51938889 });
    const { headers } = await t.call.get(pathOf(session)).expect(200);
    const other = t.call.get(pathOf(session, '?riskFreeRate=5')).set('if-none-match', headers['etag']!);
    await other.expect(200);
    // Sending the default has the same effect as leaving the parameter out.
    await t.call.get(pathOf(session, '?riskFreeRate=0')).set('if-none-match', headers['etag']!).expect(304);
  });

  it('returns the figures of 60 days', async () => {
    // Results of +1 %, −0.5 % and 0 % of the equity in turn. A trade with a result of 0 still counts.
    let equity = 1_000_000;
    const trades = Array.from({ length: 60 }, (_, day) => {
      const plNet = Number((equity * [0.01, -0.005, 0][day % 3]!).toFixed(8));
      equity = Number((equity + plNet).toFixed(8));
      return aTrade({
        entryPrice: 1e7,
        exitPrice: 1e7 + plNet,
        entryTime: T + day * DAY,
        exitTime: T + day * DAY + HOUR,
      });
    });
    const { returns } = await riskOf(await aSessionWith(t.call, trades, { initialBalance: 1_000_000 }));
    expect(returns).toMatchObject({ days: 60, reason: null });
    expect(returns.sharpe).toBeCloseTo(5.06328991, 5);
    expect(returns.cagrPct).toBeCloseTo(82.35120364, 5);
    expect(returns.calmar).toBeCloseTo(164.70240727, 5);
    expect(returns.valueAtRisk95Pct).toBeCloseTo(-0.5, 5);
    expect(returns.expectedShortfall95Pct).toBeCloseTo(-0.5, 5);
  });

  it('is empty if there are no trades', async () => {
    const { returns, perTrade, drawdowns, exposure, ...rest } = await riskOf(await aSession(t.call));
    expect(rest).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: 'no-trades',
      rolling: null,
    });
    const defined = (part: object) => Object.entries(part).filter(([, value]) => value !== null);
    expect(defined(returns)).toEqual([['reason', 'no-trades'], ['days', 0], ['tradingDays', 0]]); // prettier-ignore
    expect(defined(perTrade)).toEqual([['tradeCount', 0], ['rMultipleCount', 0]]); // prettier-ignore
    expect(defined(drawdowns)).toEqual([['periods', []]]);
    expect(defined(exposure)).toEqual([['maxConcurrentTrades', 0]]);
  });

  it('returns no growth rate if a loss uses up the equity', async () => {
    const session = await aSessionWith(t.call, [aTrade({ plNet: -900 }), aTrade({ plNet: -200, hour: 48 })], {
      initialBalance: 1000,
    });
    const { returns } = await riskOf(session);
    expect(returns).toMatchObject({ reason: 'equity-not-positive', days: 3, cagrPct: null });
  });

  it.each(['-100', '1000', '0.05'])('accepts the risk-free rate %s', async (rate) => {
    await t.call.get(pathOf(await aSession(t.call), `?riskFreeRate=${rate}`)).expect(200);
  });

  it.each(['-100.1', '1000.1', 'x', '', '5%25', '1&riskFreeRate=2'])(
    'refuses the risk-free rate %s',
    async (rate) => {
      const response = await t.call.get(pathOf(await aSession(t.call), `?riskFreeRate=${rate}`));
      expectProblem(response, 'VALIDATION_FAILED', ['riskFreeRate']);
    },
  );

  it('contains the figures of rolling windows if the query gives their length', async () => {
    const session = await aSessionWith(
      t.call,
      Array.from({ length: 10 }, (_, day) =>
        aTrade({ plNet: day % 2 === 0 ? 20 : -10, entryTime: T + day * DAY, exitTime: T + day * DAY + HOUR }),
      ),
      { initialBalance: 1000 },
    );
    expect((await riskOf(session)).rolling).toBeNull();
    const { rolling, returns } = await riskOf(session, '?rolling=10');
    expect(rolling).toEqual([
      { date: expect.any(String), sharpe: returns.sharpe, volatilityPct: returns.volatilityPct },
    ]);
    expect((await riskOf(session, '?rolling=7')).rolling).toHaveLength(4);
    expect((await riskOf(session, '?rolling=365')).rolling).toEqual([]);
    expect((await riskOf(await aSession(t.call), '?rolling=7')).rolling).toEqual([]);
  });

  it.each(['', '6', '366', '7.5', 'x', '30&rolling=30'])('refuses a window of %j days', async (days) => {
    const session = await aSession(t.call);
    const response = await t.call.get(pathOf(session, `?rolling=${days}`));
    expectProblem(response, 'VALIDATION_FAILED', ['rolling']);
  });
});
