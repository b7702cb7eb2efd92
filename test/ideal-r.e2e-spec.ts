import { DataSource } from 'typeorm';
import { closedUntil } from '../src/shared/market/intervals.js';
import { Session } from '../src/sessions/session.entity.js';
import type { IdealRAnalysisDto } from '../src/stats/ideal-r/ideal-r.dto.js';
import { IdealRService } from '../src/stats/ideal-r/ideal-r.service.js';
import { type TestApp, startTestApp } from './support/app.js';
import {
  DAY,
  type Fields,
  HOUR,
  MINUTE,
  T,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
  statsOf,
} from './support/factories.js';
import { blank, checkSums, quietBars, stopped, storeBars } from './support/ideal-r.js';
import { ownSymbol, startLiveApp } from './support/live-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const FEED = 'venue-spot';

const sessionIn = (symbol: string, trades: readonly object[], fields: Fields = {}) =>
  aSessionWith(t.call, trades, { assets: [{ symbol }], ...fields });

async function analysisOf(
  session: { readonly id: string },
  breakEvenThreshold?: number,
): Promise<IdealRAnalysisDto> {
  return (await statsOf(t.call, session, breakEvenThreshold)).idealRAnalysis;
}

/** Finishes the session and checks that reading its analysis returns the same result. */
async function analysisOfFinished(session: { readonly id: string }): Promise<IdealRAnalysisDto> {
  const { idealRAnalysis } = (await finish(t.call, session)).stats;
  expect(await analysisOf(session)).toEqual(idealRAnalysis);
  checkSums(idealRAnalysis);
  return idealRAnalysis;
}

describe('the state of the analysis', () => {
  it('is deferred while a manual session is active, regardless of its trades', async () => {
    const deferred = { state: 'deferred', reason: 'session-active' };
    const manual = { mode: 'manual' };
    expect(await analysisOf(await aSession(t.call, manual))).toEqual({ ...deferred, ...blank(0, 0) });
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1440));
    const session = await sessionIn(symbol, [stopped(), stopped(), aTrade()], manual);
    expect(await analysisOf(session)).toEqual({ ...deferred, ...blank(3, 2) });
  });

  it('is ready while an automated session is active, and follows its trades and candles', async () => {
    const symbol = aSymbol();
    const session = await sessionIn(symbol, [stopped()], { mode: 'automated' });
    expect(await analysisOf(session)).toMatchObject({ state: 'unavailable', reason: 'candles-unavailable' });
    await storeBars(t, symbol, quietBars(0, 1440));
    const first = await analysisOf(session);
    expect(first).toMatchObject({ state: 'ready', reason: 'session-active', analytics: { totalTrades: 1 } });
    await ingest(t.call, session, [stopped(), aTrade()]);
    const active = await analysisOf(session);
    checkSums(active);
    expect(active.analytics).toMatchObject({ totalTrades: 3, eligibleTrades: 2 });
    const finished = (await finish(t.call, session)).stats.idealRAnalysis;
    expect(finished).toEqual({ ...active, reason: 'session-finished' });
  });

  it('is unavailable if there are no trades', async () => {
    expect(await analysisOfFinished(await aSession(t.call))).toEqual({
      state: 'unavailable',
      reason: 'no-trades',
      ...blank(0, 0),
    });
  });

  it('is unavailable if no trade has a stop on the losing side', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1440));
    const session = await sessionIn(symbol, [
      aTrade(),
      aTrade({ stopLoss: 1000 }),
      aTrade({ stopLoss: 1010 }),
      aTrade({ side: 'short', stopLoss: 1000 }),
      aTrade({ side: 'short', stopLoss: 990 }),
    ]);
    expect(await analysisOfFinished(session)).toEqual({
      state: 'unavailable',
      reason: 'no-valid-stops',
      ...blank(5, 0),
    });
  });

  it('is unavailable if no bar is stored', async () => {
    const unavailable = { state: 'unavailable', reason: 'candles-unavailable', ...blank(2, 1) };
    expect(await analysisOfFinished(await sessionIn(aSymbol(), [stopped(), aTrade()]))).toEqual(unavailable);
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(1440, 1500));
    expect(await analysisOfFinished(await sessionIn(symbol, [stopped(), aTrade()]))).toEqual(unavailable);
  });

  it('is ready if some bars are stored, even if other bars are missing', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 10));
    const session = await sessionIn(symbol, [stopped()]);
    expect(await analysisOfFinished(session)).toMatchObject({
      state: 'ready',
      reason: 'session-finished',
      analytics: { measuredTrades: 0, incompleteTrades: 1, averageIdealR: 0, maxIdealR: 0 },
      markets: [{ symbol, requestedBars: 1440, loadedBars: 10 }],
    });
  });
});

describe('the analysis', () => {
  it('follows each trade until its stop is touched, but at most for a day', async () => {
    const symbol = aSymbol();
    // The high is 1023.4 in minute 100. Minute 200 touches the stop at 990 and has a high of 1050. Minute 400 has a
    // high of 1031.
    const bars = quietBars(0, 2000, {
      100: { high: 1023.4 },
      200: { high: 1050, low: 990 },
      400: { high: 1031 },
    });
    await storeBars(t, symbol, bars);
    const trades = [
      stopped({ plNet: -10, hour: 0 }),
      stopped({ plNet: 10, hour: 4 }),
      aTrade({ exitPrice: 1010, hour: 5, side: 'short', stopLoss: 1040 }),
      aTrade({ hour: 6 }),
    ];
    const session = await sessionIn(symbol, []);
    const { trades: stored } = await ingest(t.call, session, trades.toReversed());
    const idOf = (place: number) => stored.toReversed()[place]!.id;
    const analysis = await analysisOfFinished(session);
    const observation = (place: number, hour: number) => ({
      tradeId: idOf(place),
      status: 'complete',
      windowStartTime: T + hour * HOUR,
      targetEndTime: T + hour * HOUR + DAY,
    });
    expect(analysis).toEqual({
      state: 'ready',
      reason: 'session-finished',
      analytics: {
        horizonMs: DAY,
        thresholdR: 1,
        totalTrades: 4,
        eligibleTrades: 3,
        measuredTrades: 3,
        incompleteTrades: 0,
        invalidRiskTrades: 1,
        losingMeasuredTrades: 2,
        averageIdealR: 1.855, // (2.34 + 3.1 + 0.125) / 3
        maxIdealR: 3.1,
        couldHaveProfitBreakEvenCount: 1,
        couldHaveProfitBreakEvenRate: 0.5,
        observations: [
          // The idealR is 23.4 ÷ 10, because 1023.4 is the best price before minute 200. The bar of minute 200 closes
          // at minute 201.
          { ...observation(0, 0), bestPrice: 1023.4, idealR: 2.34, observedEndTime: T + 201 * MINUTE, couldHaveProfitBreakEven: true }, // prettier-ignore
          { ...observation(1, 4), bestPrice: 1031, idealR: 3.1, observedEndTime: T + 4 * HOUR + DAY, couldHaveProfitBreakEven: false }, // prettier-ignore
          // 5 / 40
          { ...observation(2, 5), bestPrice: 995, idealR: 0.125, observedEndTime: T + 5 * HOUR + DAY, couldHaveProfitBreakEven: false }, // prettier-ignore
        ],
      },
      markets: [
        {
          symbol,
          feed: FEED,
          sourceTimeframe: '15m',
          analysisTimeframe: '1m',
          approximateEntryBar: false,
          requestedBars: 1440 + 300, // from minute 0 to a day after hour 5
          loadedBars: 1440 + 300,
        },
      ],
    });
  });

  it('follows a trade past its exit, up to the end of the window', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1500, { 700: { high: 1020 }, 1450: { high: 1100 } }));
    const session = await sessionIn(symbol, [
      stopped({ exitTime: T + 1 }),
      stopped({ exitTime: T + 40 * DAY }),
    ]);
    const { observations } = (await analysisOfFinished(session)).analytics;
    expect(
      observations.map(({ status, bestPrice, observedEndTime }) => [status, bestPrice, observedEndTime]),
    ).toEqual([
      ['complete', 1020, T + DAY],
      ['complete', 1020, T + DAY],
    ]);
  });

  it('uses only the close of the entry bar if the entry is not at the start of a minute', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1500, { 0: { low: 980, high: 1300, close: 1007 } }));
    const session = await sessionIn(symbol, [stopped({ entryTime: T + 30_000 })]);
    const analysis = await analysisOfFinished(session);
    expect(analysis.analytics.observations).toMatchObject([
      { status: 'complete', bestPrice: 1007, idealR: 0.7, observedEndTime: T + DAY + MINUTE },
    ]);
    expect(analysis.markets).toMatchObject([
      { approximateEntryBar: true, requestedBars: 1441, loadedBars: 1441 },
    ]);
  });

  it('uses the threshold of the request to decide which trades lost', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1500, { 3: { high: 1030 } }));
    const session = await sessionIn(symbol, [stopped({ plNet: -5 })]);
    expect((await analysisOfFinished(session)).analytics).toMatchObject({
      losingMeasuredTrades: 1,
      couldHaveProfitBreakEvenCount: 1,
      couldHaveProfitBreakEvenRate: 1,
    });
    expect((await analysisOf(session, 5)).analytics).toMatchObject({
      losingMeasuredTrades: 0,
      couldHaveProfitBreakEvenCount: 0,
      couldHaveProfitBreakEvenRate: 0,
      maxIdealR: 3,
    });
  });

  it('ends at the first gap of the venue, or at the last known bar', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1440, { 50: null, 60: { high: 1030 } }));
    const session = await sessionIn(symbol, [
      stopped({ clientId: 'before', entryTime: T, exitTime: T + HOUR }),
      stopped({ clientId: 'in', entryTime: T + 50 * MINUTE, exitTime: T + 2 * HOUR }),
      stopped({ clientId: 'after', entryTime: T + 51 * MINUTE, exitTime: T + 3 * HOUR }),
    ]);
    const analysis = await analysisOfFinished(session);
    expect(analysis.analytics.observations).toMatchObject([
      { status: 'incomplete', idealR: 0.5, bestPrice: 1005, observedEndTime: T + 50 * MINUTE },
      { status: 'incomplete', idealR: 0, bestPrice: 1000, observedEndTime: T + 50 * MINUTE },
      { status: 'incomplete', idealR: 3, bestPrice: 1030, observedEndTime: T + DAY },
    ]);
    expect(analysis.markets).toMatchObject([{ requestedBars: 1440 + 51, loadedBars: 1439 }]);
  });

  it('has separate figures for each market, in the order of the assets', async () => {
    const [first, second, idle] = [aSymbol(), aSymbol(), aSymbol()];
    const future = 'venue-usdm-current-quarter';
    await storeBars(t, first, quietBars(0, 1500, { 5: { high: 1010 } }));
    await storeBars(t, first, quietBars(0, 1500, { 5: { high: 1020 } }), future);
    await storeBars(t, second, quietBars(0, 100));
    const session = await aSessionWith(
      t.call,
      [
        stopped({ symbol: second, feed: FEED, hour: 3, entryTime: T + 1 }),
        stopped({ symbol: first, feed: future, hour: 2, entryTime: T }),
        stopped({ symbol: first, feed: FEED, hour: 1, entryTime: T }),
        aTrade({ symbol: idle, feed: FEED }),
      ],
      {
        assets: [
          { symbol: idle },
          { symbol: first, timeframe: '5m' },
          { symbol: second, timeframe: '1h' },
          { symbol: first, feed: future },
        ],
      },
    );
    const { analytics, markets } = await analysisOfFinished(session);
    expect(analytics.observations.map(({ bestPrice }) => bestPrice)).toEqual([1010, 1020, 1005]);
    expect(markets).toEqual([
      { symbol: first, feed: FEED, sourceTimeframe: '5m', analysisTimeframe: '1m', approximateEntryBar: false, requestedBars: 1440, loadedBars: 1440 }, // prettier-ignore
      { symbol: second, feed: FEED, sourceTimeframe: '1h', analysisTimeframe: '1m', approximateEntryBar: true, requestedBars: 1441, loadedBars: 100 }, // prettier-ignore
      { symbol: first, feed: future, sourceTimeframe: '15m', analysisTimeframe: '1m', approximateEntryBar: false, requestedBars: 1440, loadedBars: 1440 }, // prettier-ignore
    ]);
  });

  it('lists the eligible trades in trade order, regardless of the order in which they were sent', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1500));
    const session = await sessionIn(symbol, []);
    const trade = (clientId: string, entry: number, exit: number) =>
      stopped({ clientId, entryTime: T + entry * MINUTE, exitTime: T + exit * MINUTE });
    const sent = [
      trade('c', 2, 9),
      trade('\u{1F600}', 1, 9),
      trade('\uFB01', 1, 9), // comes before the emoji by code point, but after the emoji by UTF-16 units
      trade('a', 5, 8),
      trade('b', 1, 9),
    ];
    const { trades } = await ingest(t.call, session, sent);
    const { observations } = (await analysisOfFinished(session)).analytics;
    expect(observations.map(({ tradeId }) => trades.findIndex(({ id }) => id === tradeId))).toEqual([
      3, 4, 2, 1, 0,
    ]);
  });

  it('uses the window and the threshold of the settings', async () => {
    const own = await startTestApp({ IDEAL_R_HORIZON_MS: '90000', IDEAL_R_THRESHOLD: '0.5' });
    try {
      const symbol = aSymbol();
      await storeBars(own, symbol, quietBars(0, 1500));
      const session = await aSessionWith(own.call, [stopped({ plNet: -1 })], { assets: [{ symbol }] });
      const { idealRAnalysis } = (await finish(own.call, session)).stats;
      expect(idealRAnalysis).toMatchObject({
        analytics: {
          horizonMs: 90_000,
          thresholdR: 0.5,
          couldHaveProfitBreakEvenCount: 1,
          observations: [{ targetEndTime: T + 90_000, observedEndTime: T + 120_000, idealR: 0.5 }],
        },
        markets: [{ requestedBars: 2, loadedBars: 2 }],
      });
    } finally {
      await own.close();
    }
  });
});

describe('an analysis', () => {
  const mayChange = async (symbol: string, trade: object) => {
    const session = await sessionIn(symbol, [trade]);
    await finish(t.call, session);
    const stored = await t.app.get(DataSource).manager.findOneByOrFail(Session, { id: session.id });
    const counts = { total: 1, eligible: 1 };
    return (await t.app.get(IdealRService, { strict: false }).analyse(stored, counts, 0, 0)).mayChange;
  };

  it('can no longer change once every minute of its windows is known to have a bar or to be a gap of the venue', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 1440, { 70: null }));
    expect(await mayChange(symbol, stopped())).toBe(false);
  });

  it('can change while a minute is unknown', async () => {
    const symbol = aSymbol();
    expect(await mayChange(symbol, stopped())).toBe(true);
    await storeBars(t, symbol, quietBars(0, 1439));
    expect(await mayChange(symbol, stopped())).toBe(true);
  });
});

describe('the analysis of edited trades', () => {
  /** Removes the ids of the trades, because two sessions never have equal ids. */
  const withoutIds = ({ analytics, ...rest }: IdealRAnalysisDto) => ({
    ...rest,
    analytics: {
      ...analytics,
      observations: analytics.observations.map((observation) => ({ ...observation, tradeId: '' })),
    },
  });

  it('equals the analysis of a session that received the trades in this form from the start', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 3000, { 100: { high: 1023.4 }, 200: { high: 1050, low: 991 } }));
    const [first, moved, gone] = [
      stopped({ plNet: -10 }),
      stopped({ hour: 1, plNet: -5 }),
      stopped({ hour: 30, plNet: -1 }),
    ];
    const edit = { entryPrice: 1001, stopLoss: 993 };
    const session = await sessionIn(symbol, [first, moved, gone]);
    const untouched = await sessionIn(symbol, [first, moved, gone]);
    const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    const [, { id: movedId }, { id: goneId }] = body.trades;
    await analysisOf(session);
    await t.call.patch(`/sessions/${session.id}/trades/${movedId}`, edit).expect(200);
    await t.call.delete(`/sessions/${session.id}/trades/${goneId}`).expect(204);

    const analysis = await analysisOfFinished(session);
    expect(analysis).toMatchObject({
      state: 'ready',
      reason: 'session-finished',
      // The stop of the edited trade is 993. Minute 200 touches this stop, so its high of 1050 does not count.
      analytics: { measuredTrades: 2, observations: [{ idealR: 5 }, { idealR: 2.8, bestPrice: 1023.4 }] },
    });
    const fromTheStart = await sessionIn(symbol, [first, { ...moved, ...edit }]);
    expect(withoutIds(analysis)).toEqual(withoutIds(await analysisOfFinished(fromTheStart)));
    expect(withoutIds(analysis)).not.toEqual(withoutIds(await analysisOfFinished(untouched)));
  });
});

describe('bars that are not closed yet', () => {
  it('make a trade incomplete, and are not requested from the venue', async () => {
    const live = await startLiveApp();
    try {
      const symbol = ownSymbol(live.venue);
      const end = closedUntil('1m', live.venue.now());
      const [from, to] = [(end - HOUR - T) / MINUTE, (end - T) / MINUTE];
      await storeBars(live, symbol, quietBars(from, to));
      const trade = stopped({ entryTime: end - HOUR, exitTime: end });
      const session = await aSessionWith(live.call, [trade], { assets: [{ symbol }] });
      const { idealRAnalysis } = (await finish(live.call, session)).stats;
      expect(idealRAnalysis).toMatchObject({
        state: 'ready',
        analytics: { observations: [{ status: 'incomplete', idealR: 0.5, observedEndTime: end }] },
        markets: [{ requestedBars: 1440, loadedBars: 60 }],
      });
      expect(live.venue.requests).toEqual([]);
    } finally {
      await live.close();
    }
  });
});
