import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BarColumns,
  type Candle,
  NO_BARS,
  positionOf,
  sliceBars,
} from '../../src/candles/store/bar-columns.js';
import { toCandles } from '../support/candles.js';
import { readCandleFile } from '../../src/candles/import/read-candle-file.js';
import type { IdealRAnalysisDto } from '../../src/stats/ideal-r/ideal-r.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { definedWalk } from '../support/defined-walk.js';
import { DAY, type Fields, aSession, aSymbol, finish, ingest, statsOf } from '../support/factories.js';
import { checkSums, storeBars } from '../support/ideal-r.js';
import { realData } from '../support/real-data.js';
import { itWith } from '../support/with-recordings.js';

/*
 * Trades that were recorded elsewhere, over the real candles of their markets. Each observation must equal the result
 * of a literal implementation of the definition.
 */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Recorded {
  readonly session: { readonly symbols: readonly string[] } & Fields;
  readonly trades: readonly (Fields & { readonly symbol: string; readonly entryTime: number })[];
}

/** A market under a new symbol, because other tests store different candles for the real symbol. */
interface Market {
  readonly symbol: string;
  readonly bars: BarColumns;
}

async function aMarket(realSymbol: string): Promise<Market> {
  const misses = `the ideal R of recorded trades in ${realSymbol}, which count as incomplete`;
  const file = realData(`candles/venue-spot/${realSymbol}-1m-2023.csv.gz`, misses);
  const bars = file ? (await readCandleFile(file, { interval: '1m', now: Date.now() })).bars : NO_BARS;
  return { symbol: aSymbol(), bars };
}

/** Stores the recorded bars of an entry and its window, and of some hours before and after. */
async function storeAround({ symbol, bars }: Market, entryTime: number): Promise<void> {
  const [from, to] = [positionOf(bars, entryTime - DAY / 8), positionOf(bars, entryTime + (9 / 8) * DAY)];
  if (from < to) await storeBars(t, symbol, toCandles(sliceBars(bars, from, to)));
}

const cases = realData('cases', 'the ideal R of recorded trades');

async function check(name: string): Promise<IdealRAnalysisDto> {
  const recorded = JSON.parse(readFileSync(join(cases!, `${name}.json`), 'utf8')) as Recorded;
  const { symbols, ...fields } = recorded.session;
  const markets = new Map<string, Market>();
  for (const symbol of symbols) markets.set(symbol, await aMarket(symbol));
  for (const { symbol, entryTime } of recorded.trades) await storeAround(markets.get(symbol)!, entryTime);

  const assets = Array.from(markets.values(), ({ symbol }) => ({ symbol }));
  const session = await aSession(t.call, { ...fields, assets });
  const sent = recorded.trades.map((trade) => ({
    ...trade,
    tool: undefined,
    symbol: markets.get(trade.symbol)!.symbol,
    feed: 'venue-spot',
  }));
  const { trades } = await ingest(t.call, session, sent);
  const { idealRAnalysis } = (await finish(t.call, session)).stats;
  expect((await statsOf(t.call, session)).idealRAnalysis).toEqual(idealRAnalysis);
  checkSums(idealRAnalysis);

  const candles = new Map(Array.from(markets.values(), ({ symbol, bars }) => [symbol, byTime(bars)]));
  for (const { tradeId, status, bestPrice, idealR, observedEndTime } of idealRAnalysis.analytics
    .observations) {
    const trade = trades.find(({ id }) => id === tradeId)!;
    const { idealR: definedR, ...defined } = definedWalk(trade, candles.get(trade.symbol)!, DAY);
    expect({ tradeId, status, bestPrice, observedEndTime }).toEqual({ tradeId, ...defined });
    expect(Math.abs(idealR - definedR)).toBeLessThanOrEqual(1e-8);
  }
  return idealRAnalysis;
}

const byTime = (bars: BarColumns): ReadonlyMap<number, Candle> =>
  new Map(toCandles(bars).map((candle) => [candle.ts, candle]));

describe('the ideal R of recorded trades', () => {
  itWith(cases)(
    'equals a literal implementation of the definition for 24 trades, 3 of which cross an outage',
    async () => {
      const analysis = await check('freqtrade-24-trades');
      expect(analysis.state).toBe('ready');
      expect(analysis.analytics.observations).toHaveLength(24);
      // No candles of DOGE and SOL were recorded.
      expect(analysis.markets.filter(({ loadedBars }) => loadedBars === 0)).toHaveLength(2);
    },
  );

  itWith(cases)(
    'equals a literal implementation for trades that all won or broke even, and for trades that all lost',
    async () => {
      const winners = await check('freqtrade-8-trades-no-loser');
      expect(winners.analytics.losingMeasuredTrades).toBe(0);
      const losers = await check('freqtrade-3-losers');
      expect(losers.analytics.losingMeasuredTrades).toBe(losers.analytics.measuredTrades);
    },
  );
});
