import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { DEFAULT_BASIS_POINTS, DEFAULT_MULTIPLES } from '../src/review/analysis/costs/cost-factors.js';
import { costAnalysis } from '../src/review/analysis/costs/costs.js';
import { MarkedEquityWalk } from '../src/review/analysis/equity/equity.js';
import { followEquity } from '../src/review/analysis/equity/follow-equity.js';
import {
  type VolumeMinutes,
  addFillBars,
  decimalsByAsset,
  newFillBars,
} from '../src/review/analysis/fills/fill-bars.js';
import { fillTable } from '../src/review/analysis/fills/fill-table.js';
import { newLevelWalks, walkLevels } from '../src/review/analysis/fills/level-walks.js';
import { type OhlcMinutes, walkableOhlc } from '../src/review/analysis/minutes/ohlc-minutes.js';
import type { StampResolution } from '../src/review/analysis/minutes/stamp-resolution.js';
import { marketGrid } from '../src/review/analysis/timing/market-grid.js';
import { type TimedTrades, measureTrades } from '../src/review/analysis/timing/timed-trades.js';
import { timingResults } from '../src/review/analysis/timing/timing.js';
import type { Span } from '../src/shared/market/spans.js';
import { calculateStatistics } from '../src/shared/figures/calculator/calculate-statistics.js';
import { type BenchRow, compared, timed, timedAsync } from './measure.js';
import { storeColumns } from './support/bars.js';
import { select } from './support/database.js';
import { MINUTE_MS, tradesOnBars, walkedBars } from './support/evidence-cases.js';
import { type Listening, answerMs, ask } from './support/load.js';
import { databaseUrl, startService, stopAll } from './support/processes.js';
import { BATCH } from './support/trades.js';

const BALANCE = 1_000_000;
const STAMPS: StampResolution = { entryMs: MINUTE_MS, exitMs: MINUTE_MS };
const PATHS = 1_000;
const SEED = 42;

/** Compares analyses with hand-written loops over the same trades and bars. The loops check nothing. */
export async function run(): Promise<BenchRow[]> {
  const bars = walkedBars(500_000);
  const trades = tradesOnBars(bars, 10_000, 1_440);
  const many = tradesOnBars(bars, 100_000, 600);
  const few = tradesOnBars(bars, 1_000, 1_440);
  const grid = marketGrid(bars.ts[0]!, bars.count, bars);
  return [
    await compared({
      workload: 'costs of 100k trades',
      unit: 'ms',
      runs: 15,
      warmUps: 3,
      ours: timed(() =>
        costAnalysis(many, {
          initialBalance: BALANCE,
          multiples: DEFAULT_MULTIPLES,
          basisPoints: DEFAULT_BASIS_POINTS,
        }),
      ),
      baseline: timed(() => calculateStatistics(many, { initialBalance: BALANCE, breakEvenThreshold: 1 })),
      goal: { of: 'ratio', most: 2 },
      note: 'nine rows, against the statistics of the same trades once',
    }),
    await compared({
      workload: 'fills, 10,000 trades over 500,000 minutes',
      unit: 'ms',
      runs: 15,
      warmUps: 3,
      ours: timed(() => fills(trades, bars)),
      baseline: timed(() => scannedTrades(trades, bars)),
      goal: { of: 'ratio', most: 1.5 },
      note: 'against a plain scan of the lows and highs of each trade',
    }),
    await compared({
      workload: 'equity, 10,000 trades over 500,000 minutes',
      unit: 'ms',
      runs: 15,
      warmUps: 3,
      ours: timedAsync(() => equity(trades, bars)),
      baseline: timed(() => scannedTrades(trades, bars)),
      goal: { of: 'ratio', most: 1.5 },
      note: 'against a plain scan of the lows and highs of each trade',
    }),
    await compared({
      workload: 'timing, 1,000 trades x 1,000 paths',
      unit: 'ms',
      runs: 15,
      warmUps: 3,
      ours: timed(() => {
        const grids = new Map([[0, grid]]);
        const measured = measureTrades(few, bars.ts[0]!, STAMPS, grids, new Map([[0, 2]]), 'shift');
        return timingResults(few, measured, grids, {
          method: 'shift',
          paths: PATHS,
          seed: SEED,
          horizonMinutes: 0,
        });
      }),
      baseline: timed(() => shiftedResults(few, bars)),
      goal: { of: 'ratio', most: 1.5 },
      note: 'three figures, against one hand-written loop with the same generator for the result alone',
    }),
    await endToEndRow(trades, bars),
  ];
}

/** Measures the request for the equity of trades whose bars are stored. */
async function endToEndRow(trades: TimedTrades, bars: VolumeMinutes): Promise<BenchRow> {
  const service = await startService();
  try {
    await storeColumns('BTCUSDT', bars);
    const id = await storedSession(service, trades);
    const path = `/sessions/${id}/analysis/equity`;
    const { state, minutes } = await ask(service, path);
    if (state !== 'ready') throw new Error(`the equity is ${state}`);
    let rate = 0;
    return await compared({
      workload: 'GET equity, 10,000 trades over 500,000 minutes',
      unit: 'ms',
      runs: 9,
      warmUps: 2,
      // Each run requests a different risk-free rate, so that no response comes from a cache.
      ours: () => answerMs(service, { path: `${path}?riskFreeRate=${(rate += 0.01).toFixed(2)}` }),
      baseline: timedAsync(() => select(databaseUrl(), 'SELECT min(low), max(high) FROM bars')),
      goal: { of: 'ours', most: 1_000 },
      note: `${minutes.loaded} bars, against a statement that finds the lowest low and the highest high`,
    });
  } finally {
    await stopAll();
  }
}

/** Creates a session with these trades. Returns its id. */
async function storedSession(service: Listening, trades: TimedTrades): Promise<string> {
  const input = { name: 'Evidence', symbol: 'BTCUSDT', timeframe: '1m' };
  const { project } = await ask(service, '/projects', input);
  const { session } = await ask(service, '/sessions', {
    projectId: project.id,
    name: 'Evidence',
    initialBalance: BALANCE,
  });
  const rows = Array.from(placesOf(trades), (trade) => ({
    clientId: `trade-${trade}`,
    side: trades.direction[trade] === 1 ? 'long' : 'short',
    qty: trades.quantity[trade],
    entryPrice: trades.entryPrice[trade],
    entryTime: trades.entryTime[trade],
    exitPrice: trades.exitPrice[trade],
    exitTime: trades.exitTime[trade],
    stopLoss: trades.stopLoss[trade],
  }));
  for (let first = 0; first < rows.length; first += BATCH)
    await ask(service, `/sessions/${session.id}/trades`, { trades: rows.slice(first, first + BATCH) });
  return session.id;
}

const placesOf = ({ count }: TimedTrades) => Uint32Array.from({ length: count }, (_, i) => i);

function fills(timed: TimedTrades, bars: ReturnType<typeof walkedBars>): unknown {
  const trades = { ...timed, qty: timed.quantity };
  const places = placesOf(trades);
  const fillBars = newFillBars(trades);
  addFillBars({ trades, asset: 0, places, resolution: STAMPS, bars: fillBars }, bars);
  const decimals = decimalsByAsset(trades, fillBars);
  const walks = newLevelWalks(trades);
  walkLevels({ trades, places, resolution: STAMPS, decimals: decimals.get(0)!, walks }, walkableOhlc(bars));
  const ids = { bytes: new Uint8Array(16 * trades.count) };
  const clientIds = { bytes: new Uint8Array(), ends: new Float64Array(trades.count) };
  return fillTable({ trades, bars: fillBars, decimals, resolution: STAMPS }, walks, { ids, clientIds }, 1);
}

async function equity(trades: TimedTrades, bars: OhlcMinutes): Promise<unknown> {
  const settings = { initialBalance: BALANCE, timezone: 'UTC', interval: '1h', riskFreeRate: 0 } as const;
  const walk = new MarkedEquityWalk(trades, settings, STAMPS);
  const covered = [{ start: bars.ts[0]!, end: bars.ts[0]! + bars.count * MINUTE_MS }];
  const read = (_: number, spans: readonly Span[]) =>
    Promise.resolve(barsIn(bars, spans[0]!.start, spans.at(-1)!.end));
  await followEquity(walk, trades, STAMPS, { coveredOf: () => covered, read });
  return walk.result();
}

/** Returns the bars that open from `start` up to but excluding `end`, without copying them. */
function barsIn({ ts, open, high, low, close }: OhlcMinutes, start: number, end: number): OhlcMinutes {
  const [from, to] = [(start - ts[0]!) / MINUTE_MS, (end - ts[0]!) / MINUTE_MS];
  const cut = (column: Float64Array) => column.subarray(from, to);
  return {
    count: to - from,
    ts: cut(ts),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
  };
}

/** Finds the lowest low and the highest high of each trade, bar by bar. */
function scannedTrades({ count, entryTime, exitTime }: TimedTrades, { ts, low, high }: OhlcMinutes): number {
  let sum = 0;
  for (let trade = 0; trade < count; trade += 1) {
    const from = (entryTime[trade]! - ts[0]!) / MINUTE_MS;
    const to = (exitTime[trade]! - ts[0]!) / MINUTE_MS;
    let [least, most] = [Infinity, -Infinity];
    for (let at = from; at <= to; at += 1) {
      if (low[at]! < least) least = low[at]!;
      if (high[at]! > most) most = high[at]!;
    }
    sum += most - least;
  }
  return sum;
}

/** Adds up the results of shifted trades. */
function shiftedResults(trades: TimedTrades, { ts, open, count }: OhlcMinutes): Float64Array {
  const random = xoroshiro128plus(SEED);
  const nets = new Float64Array(PATHS);
  const entry = Int32Array.from(trades.entryTime, (time) => (time - ts[0]!) / MINUTE_MS);
  const exit = Int32Array.from(trades.exitTime, (time) => (time - ts[0]!) / MINUTE_MS);
  for (let path = 0; path < PATHS; path += 1) {
    const offset = uniformInt(random, 0, count - 1);
    for (let i = 0; i < entry.length; i += 1) {
      const from = (entry[i]! + offset) % count;
      const to = from + exit[i]! - entry[i]!;
      const ratio =
        to < count
          ? open[to]! / open[from]!
          : ((open[count - 1]! / open[from]!) * open[to - count]!) / open[0]!;
      nets[path]! += trades.direction[i]! * (ratio - 1) * trades.entryPrice[i]! - 3;
    }
  }
  return nets;
}
