import { importCandles } from '../../src/candles/import/import-candles.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { excursionsOf, exitsOf, timestampsOf } from '../support/candle-analysis.js';
import { aSessionWith, aSymbol, finish } from '../support/factories.js';
import { realData } from '../support/real-data.js';
import { type RecordedTrade, recordedTrades } from '../support/recorded-lists.js';

const recorded = recordedTrades(
  'freqtrade-24-trades',
  'the analysis of 24 recorded trades over recorded candles, by HTTP',
);
const HOUR = 3_600_000;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Imports the candles of each symbol under a symbol of this test; null for a symbol without candles. */
async function importedSymbols(): Promise<ReadonlyMap<string, string>> {
  const symbols = new Map<string, string>();
  for (const name of new Set(recorded!.map(({ symbol }) => symbol))) {
    const symbol = aSymbol();
    symbols.set(name, symbol);
    const file = realData(`candles/venue-spot/${name}-1m-2023.csv.gz`, `the analysis of trades in ${name}`);
    const now = Date.UTC(2026, 0, 1);
    if (file)
      await importCandles(t.app.get(CandleStore), {
        file,
        feed: 'venue-spot',
        symbol,
        interval: '1m',
        now,
      });
  }
  return symbols;
}

const round = (value: number) => Math.round(value * 1e8) / 1e8;

(recorded === null ? describe.skip : describe)('24 recorded trades over recorded candles', () => {
  let symbols: ReadonlyMap<string, string>;
  beforeAll(async () => {
    symbols = await importedSymbols();
  });

  const aRecordedSession = (shiftMs = 0) => {
    const rows = recorded!.map((trade) => ({
      ...trade,
      tool: undefined,
      symbol: symbols.get(trade.symbol)!,
      entryTime: trade.entryTime + shiftMs,
      exitTime: trade.exitTime + shiftMs,
    }));
    const assets = [...symbols.values()].map((symbol) => ({ symbol }));
    return aSessionWith(t.call, rows, { assets });
  };

  it('have excursions whose widest bounds equal the extremes that the tool reports', async () => {
    const session = await aRecordedSession();
    const { state, trades, summary } = await excursionsOf(t.call, session, '?count=500');
    expect(state).toBe('ready');
    expect(trades).toHaveLength(24);
    expect(summary).toMatchObject({ measured: 15, incomplete: 9 });
    const { body } = await t.call.get(`/sessions/${session.id}/trades?count=500`).expect(200);
    const stored = body.trades as { readonly id: string; readonly clientId: string }[];
    const byClientId = new Map(
      recorded!.map((trade) => [(trade as RecordedTrade & { clientId: string }).clientId, trade]),
    );
    for (const { tradeId, status, price } of trades) {
      if (status === 'incomplete') continue;
      const { entryPrice, tool } = byClientId.get(stored.find(({ id }) => id === tradeId)!.clientId)!;
      expect(price.mfe.max).toBe(round(tool.max_rate - entryPrice));
      expect(price.mae.max).toBe(round(entryPrice - tool.min_rate));
      expect(price.mfe.min).toBeLessThanOrEqual(price.mfe.max!);
      expect(price.mae.min).toBeLessThanOrEqual(price.mae.max!);
    }
  });

  it('have, once the session is finished, a worst and a best result for each pair of another target and stop', async () => {
    const session = await aRecordedSession();
    expect(await exitsOf(t.call, session)).toMatchObject({ state: 'deferred', reason: 'session-active' });
    await finish(t.call, session);
    const { state, trades, cells } = await exitsOf(t.call, session);
    expect(state).toBe('ready');
    expect(trades.total).toBe(24);
    expect(trades.measured + trades.incomplete + trades.invalidRisk).toBe(24);
    expect(trades.measured).toBeGreaterThan(10);
    expect(cells).toHaveLength(60);
    for (const { avgR, winrate } of cells) {
      expect(avgR.worst!).toBeLessThanOrEqual(avgR.best!);
      expect(winrate.worst!).toBeLessThanOrEqual(winrate.best!);
    }
  });

  it('have times that fit the candles; if the times are shifted, the analysis finds the shift', async () => {
    expect(await timestampsOf(t.call, await aRecordedSession())).toMatchObject({
      verdict: 'aligned',
      shiftMs: 0,
    });
    expect(await timestampsOf(t.call, await aRecordedSession(2 * HOUR))).toMatchObject({
      verdict: 'shifted',
      shiftMs: -2 * HOUR,
    });
  });
});
