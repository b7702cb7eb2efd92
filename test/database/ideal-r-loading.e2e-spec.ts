import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { HOUR, aSessionWith, aSymbol, aTrade, finish, statsOf } from '../support/factories.js';
import {
  type MinuteSource,
  blank,
  playSource,
  quietBars,
  stopped,
  storeBars,
  waitForCandles,
} from '../support/ideal-r.js';
import { takesAtLeast } from '../support/at-least.js';
import { until } from '../support/until.js';

const FEED = 'venue-spot';

/** Returns a source of candles that delivers a day of quiet bars, from T on, when the test tells it to. */
function aSource(app: () => TestApp) {
  const calls: { deliver: () => Promise<void>; refuse: () => void }[] = [];
  const loaded = new Set<string>();
  const source: MinuteSource = {
    missing: ({ symbol }, spans) => Promise.resolve(loaded.has(symbol) ? [] : [...spans]),
    load: ({ feed, symbol }) =>
      new Promise((resolve, reject) => {
        calls.push({
          deliver: async () => {
            await storeBars(app(), symbol, quietBars(0, 1440, { 7: { high: 1040 } }), feed);
            loaded.add(symbol);
            resolve();
          },
          refuse: () => reject(new Error('the venue asks us to wait')),
        });
      }),
  };
  return { calls, source };
}

describe('missing candles', () => {
  const pending = { state: 'pending', reason: 'candles-loading', ...blank(2, 1) };
  const ready = {
    state: 'ready',
    analytics: { measuredTrades: 1, maxIdealR: 4 },
    markets: [{ requestedBars: 1440, loadedBars: 1440 }],
  };
  let own: TestApp;
  beforeEach(async () => {
    own = await startTestApp();
  });
  afterEach(() => own.close());

  const aSessionToLoad = () =>
    aSessionWith(own.call, [stopped(), aTrade()], { assets: [{ symbol: aSymbol() }] });
  const read = async (session: { readonly id: string }, call = own.call) =>
    (await statsOf(call, session)).idealRAnalysis;

  it('are loaded while the request waits', async () => {
    waitForCandles(own, HOUR);
    const { calls, source } = aSource(() => own);
    playSource(own, source);
    const session = await aSessionToLoad();
    const finished = finish(own.call, session);
    await until(() => calls.length === 1);
    await calls[0]!.deliver();
    const { stats } = await finished;
    expect(stats.idealRAnalysis).toMatchObject(ready);
    expect(await read(session)).toEqual(stats.idealRAnalysis);
    expect(calls).toHaveLength(1);
  });

  it('leave the analysis pending after a few seconds, and are loaded only once in the background', async () => {
    const { calls, source } = aSource(() => own);
    playSource(own, source);
    const session = await aSessionToLoad();
    const { stats } = await takesAtLeast(2_900, () => finish(own.call, session));
    expect(stats.idealRAnalysis).toEqual(pending);
    expect(await Promise.all([read(session), read(session)])).toEqual([pending, pending]);
    expect(calls).toHaveLength(1);
    await calls[0]!.deliver();
    expect(await read(session)).toMatchObject(ready);
    expect(calls).toHaveLength(1);
  });

  it('are requested again by the next read if the venue has refused the previous request', async () => {
    waitForCandles(own, HOUR);
    const { calls, source } = aSource(() => own);
    playSource(own, source);
    const session = await aSessionToLoad();
    const finished = finish(own.call, session);
    await until(() => calls.length === 1);
    calls[0]!.refuse();
    expect((await finished).stats.idealRAnalysis).toEqual(pending);
    const again = read(session);
    await until(() => calls.length === 2);
    await calls[1]!.deliver();
    expect(await again).toMatchObject(ready);
  });

  it('are loaded for one market even if loading fails for another market', async () => {
    waitForCandles(own, HOUR);
    const { calls, source } = aSource(() => own);
    playSource(own, source);
    const [first, second] = [aSymbol(), aSymbol()];
    const session = await aSessionWith(
      own.call,
      [stopped({ symbol: first, feed: FEED }), stopped({ symbol: second, feed: FEED })],
      { assets: [{ symbol: first }, { symbol: second }] },
    );
    const finished = finish(own.call, session);
    await until(() => calls.length === 2);
    calls[0]!.refuse();
    await calls[1]!.deliver();
    expect((await finished).stats.idealRAnalysis.state).toBe('pending');
    const again = read(session);
    await until(() => calls.length === 3);
    await calls[2]!.deliver();
    expect((await again).markets).toMatchObject([{ loadedBars: 1440 }, { loadedBars: 1440 }]);
  });

  it('make the analysis unavailable if the venue does not have them', async () => {
    let asked = 0;
    playSource(own, {
      missing: (_series, spans) => Promise.resolve(asked === 0 ? [...spans] : []),
      load: () => {
        asked += 1;
        return Promise.resolve();
      },
    });
    const session = await aSessionToLoad();
    expect((await finish(own.call, session)).stats.idealRAnalysis).toEqual({
      state: 'unavailable',
      reason: 'candles-unavailable',
      ...blank(2, 1),
    });
  });

  it('do not keep the service from stopping, and are loaded after a restart', async () => {
    waitForCandles(own, HOUR);
    const before = aSource(() => own);
    playSource(own, before.source);
    const session = await aSessionToLoad();
    const finished = finish(own.call, session);
    await until(() => before.calls.length === 1);
    await own.close();
    expect((await finished).stats.idealRAnalysis).toEqual(pending);
    before.calls[0]!.refuse();

    const { own: secret } = own.secrets;
    const workspace = secret.replace('own-', '');
    own = await startTestApp({ API_KEYS: `own@own-${workspace}:${secret}` });
    const call = callerWith(own.stranger, secret);
    const after = aSource(() => own);
    playSource(own, after.source);
    expect(await read(session, call)).toEqual(pending);
    await after.calls[0]!.deliver();
    expect(await read(session, call)).toMatchObject(ready);
  });
});
