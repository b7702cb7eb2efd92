import { DataSource } from 'typeorm';
import { type BarColumns, toCandles } from '../src/candles/bar-columns.js';
import { WorkspacesService } from '../src/auth/workspaces.service.js';
import { CandleStore } from '../src/candles/candle-store.js';
import { readCandleFile } from '../src/candles/import/read-candle-file.js';
import type { MinuteColumns } from '../src/candles/read-minutes.js';
import { readEnvironment } from '../src/config/environment.js';
import { copyOut } from '../src/database/copy-out.js';
import { createDataSource } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { ProjectsService } from '../src/projects/projects.service.js';
import { Session } from '../src/sessions/session.entity.js';
import { SessionsService } from '../src/sessions/sessions.service.js';
import { Clock } from '../src/candles/venue/clock.js';
import { MarketCandles } from '../src/stats/ideal-r/market-candles.js';
import { IdealRService } from '../src/stats/ideal-r/ideal-r.service.js';
import { NoMinuteSource } from '../src/stats/ideal-r/minute-source.js';
import type { RiskedTrades } from '../src/stats/ideal-r/risked-trades.js';
import { newWalks, walkMinutes } from '../src/stats/ideal-r/walk-minutes.js';
import { walkableMinutes } from '../src/stats/ideal-r/walkable-minutes.js';
import { insertTrades } from '../src/trades/insert-trades.js';
import { newTrade } from '../src/trades/new-trade.js';
import { realData } from '../test/support/real-data.js';
import { type BenchRow, compared, timed, timedAsync } from './measure.js';

const MINUTE = 60_000;
const HORIZON = 24 * 60 * MINUTE;
const TRADES = 10_000;
const WORKLOAD = `ideal R, ${TRADES} trades x 24 h`;

/**
 * The ideal-R analysis over a month and a half of 1m candles: the walk alone, against a plain scan over the same typed
 * arrays and against the obvious program over objects; and all of it on PostgreSQL (`DATABASE_URL`), against the bars
 * read once by COPY and the plain scan.
 */
export async function run(): Promise<BenchRow[]> {
  const { bars, origin } = await someBars();
  const trades = someTrades(bars);
  const url = process.env['DATABASE_URL'];
  return [
    ...(await kernelRows(bars, trades, origin)),
    ...(url ? [await endToEndRow(url, bars, trades, origin)] : []),
  ];
}

async function kernelRows(bars: BarColumns, trades: RiskedTrades, origin: string): Promise<BenchRow[]> {
  const places = Uint32Array.from({ length: trades.count }, (_, i) => i);
  const ours = () => {
    const walks = newWalks(trades);
    walkMinutes({ trades, places, horizonMs: HORIZON, walks }, walkableMinutes(bars));
    return checksum(walks.best, walks.nextTs);
  };
  const scan = () => plainScan(bars, trades);
  const candles = toCandles(bars);
  const objects = () => overObjects(candles, trades);
  if (ours() !== scan() || ours() !== objects()) throw new Error('the walks differ');
  const against = (baseline: () => number, runs: number, what: string) =>
    compared({
      workload: `${WORKLOAD}, walk alone`,
      unit: 'ms',
      runs,
      ours: timed(ours),
      baseline: timed(baseline),
      note: `against ${what}; ${origin}`,
    });
  return [
    await against(scan, 41, 'a plain scan over typed arrays'),
    await against(objects, 5, 'objects in a map by time'),
  ];
}

/** What the walk comes to: enough to tell a wrong one. */
const checksum = (best: Float64Array, end: Float64Array): number =>
  best.reduce((sum, value, i) => sum + (value === -Infinity ? 0 : value) + (end[i]! % 1e9), 0);

/** The least that could do it: arrays by minute, and for each trade a loop over its minutes, with no other care. */
function plainScan({ count, ts, low, high, close }: MinuteColumns, trades: RiskedTrades): number {
  const first = ts[0]!;
  const minutes = (ts[count - 1]! - first) / MINUTE + 1;
  const column = () => new Float64Array(minutes).fill(NaN);
  const [lows, highs, closes] = [column(), column(), column()];
  for (let i = 0; i < count; i += 1) {
    const minute = (ts[i]! - first) / MINUTE;
    lows[minute] = low[i]!;
    highs[minute] = high[i]!;
    closes[minute] = close[i]!;
  }
  const best = new Float64Array(trades.count);
  const end = new Float64Array(trades.count);
  for (let t = 0; t < trades.count; t += 1) {
    const stop = trades.stopLoss[t]!;
    const entry = (trades.entryTime[t]! - first) / MINUTE;
    const to = Math.min(minutes, Math.ceil(entry + HORIZON / MINUTE));
    const isLong = trades.direction[t]! > 0;
    let from = Math.floor(entry);
    best[t] = isLong ? -Infinity : Infinity;
    if (from < entry) {
      const price = closes[from]!;
      from += 1;
      if (isLong ? price > stop : price < stop) best[t] = price;
      else from += minutes;
    }
    const scanned = isLong
      ? scanLong(lows, highs, from, to, stop, best, t)
      : scanShort(lows, highs, from, to, stop, best, t);
    end[t] = first + (scanned % minutes) * MINUTE;
  }
  for (let t = 0; t < trades.count; t += 1) best[t]! *= trades.direction[t]!;
  return checksum(best, end);
}

type Scan = (
  lows: Float64Array,
  highs: Float64Array,
  from: number,
  to: number,
  stop: number,
  best: Float64Array,
  t: number,
) => number;

const scanLong: Scan = (lows, highs, from, to, stop, best, t) => {
  let top = best[t]!;
  let minute = from;
  while (minute < to && lows[minute]! > stop) {
    if (highs[minute]! > top) top = highs[minute]!;
    minute += 1;
  }
  best[t] = top;
  return minute < to && lows[minute]! <= stop ? minute + 1 : minute;
};

const scanShort: Scan = (lows, highs, from, to, stop, best, t) => {
  let bottom = best[t]!;
  let minute = from;
  while (minute < to && highs[minute]! < stop) {
    if (lows[minute]! < bottom) bottom = lows[minute]!;
    minute += 1;
  }
  best[t] = bottom;
  return minute < to && highs[minute]! >= stop ? minute + 1 : minute;
};

/** The obvious program: a map of candles, and for each trade its minutes one by one. */
function overObjects(candles: ReturnType<typeof toCandles>, trades: RiskedTrades): number {
  const byTime = new Map(candles.map((candle) => [candle.ts, candle]));
  const results = trades.id.map((_, t) => {
    const [entryTime, stop] = [trades.entryTime[t]!, trades.stopLoss[t]!];
    const isLong = trades.direction[t]! > 0;
    let best = -Infinity;
    let ts = entryTime - (entryTime % MINUTE);
    while (ts < entryTime + HORIZON) {
      const candle = byTime.get(ts);
      if (!candle) break;
      const { high, low } = ts < entryTime ? { high: candle.close, low: candle.close } : candle;
      ts += MINUTE;
      if (isLong ? low <= stop : high >= stop) break;
      best = Math.max(best, isLong ? high : -low);
    }
    return { best, end: ts };
  });
  return checksum(
    Float64Array.from(results, ({ best }) => best),
    Float64Array.from(results, ({ end }) => end),
  );
}

/** In a database of its own on that server, which is gone afterwards. */
async function endToEndRow(
  url: string,
  bars: BarColumns,
  trades: RiskedTrades,
  origin: string,
): Promise<BenchRow> {
  const server = createDataSource({ url }, 1);
  await server.initialize();
  const name = `bench_ideal_r_${process.pid}`;
  await server.query(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const dataSource = createDataSource({ url: own.href }, 4);
  try {
    await dataSource.initialize();
    await migrate(dataSource);
    return await endToEnd(dataSource, bars, trades, origin);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.destroy();
  }
}

async function endToEnd(
  dataSource: DataSource,
  bars: BarColumns,
  trades: RiskedTrades,
  origin: string,
): Promise<BenchRow> {
  const seriesId = await storeBars(dataSource, bars);
  const environment = readEnvironment({ IDEAL_R_HORIZON_MS: String(HORIZON) });
  const sessions = new SessionsService(dataSource, new ProjectsService(dataSource));
  const session = await storeSession(dataSource, sessions, trades);
  const store = new CandleStore(dataSource);
  const candles = new MarketCandles(dataSource, store, new NoMinuteSource(), new Clock());
  const service = new IdealRService(dataSource, environment, sessions, candles);
  const counts = { total: trades.count, eligible: trades.count };
  const ours = async () => (await service.analyse(session, counts, 0, 0)).analysis;
  const baseline = async () => {
    const select = `SELECT ts, high, low, close FROM bars WHERE series_id = ${seriesId} ORDER BY ts`;
    const rows = await copyOut(dataSource, select, ['int8', 'float8', 'float8', 'float8']);
    const [ts, high, low, close] = [0, 1, 2, 3].map((column) => rows.numbers(column));
    return plainScan({ count: rows.count, ts: ts!, high: high!, low: low!, close: close! }, trades);
  };
  const { state, analytics } = await ours();
  if (state !== 'ready' || analytics.observations.length !== trades.count) throw new Error('no analysis');
  return compared({
    workload: `${WORKLOAD}, end to end on PostgreSQL`,
    unit: 'ms',
    runs: 21,
    warmUps: 3,
    ours: timedAsync(ours),
    baseline: timedAsync(baseline),
    note: `trades read and answer made as well; against COPY of the bars and a plain scan; ${origin}`,
  });
}

const SYMBOL = 'BTCUSDT';

async function storeBars(dataSource: DataSource, bars: BarColumns): Promise<number> {
  const store = new CandleStore(dataSource);
  const { id } = await store.getOrCreateSeries('venue-spot', SYMBOL, '1m');
  await store.writeBars(id, bars, { start: bars.ts[0]!, end: bars.ts[bars.count - 1]! + MINUTE });
  return id;
}

/** A finished session with the trades. */
async function storeSession(
  dataSource: DataSource,
  sessions: SessionsService,
  trades: RiskedTrades,
): Promise<Session> {
  const workspaceId = await new WorkspacesService(dataSource).idOf('bench');
  const project = { name: 'Bench', symbol: SYMBOL, timeframe: '1m' } as const;
  const { id: projectId } = await new ProjectsService(dataSource).create(workspaceId, project);
  const { session, assets } = await sessions.create(workspaceId, { projectId, name: 'Bench', initialBalance: 10_000 }); // prettier-ignore
  const stored = trades.id.map((clientId, i) => {
    const side = trades.direction[i]! > 0 ? ('long' as const) : ('short' as const);
    const [entryPrice, entryTime, stopLoss] = [trades.entryPrice[i]!, trades.entryTime[i]!, trades.stopLoss[i]!]; // prettier-ignore
    const exit = { exitPrice: entryPrice + trades.plNet[i]!, exitTime: entryTime + 60 * MINUTE };
    return newTrade({ clientId, side, qty: 1, entryPrice, entryTime, ...exit, stopLoss }, assets[0]!, Date.now()); // prettier-ignore
  });
  for (let i = 0; i < stored.length; i += 500)
    await dataSource.transaction((manager) => insertTrades(manager, stored.slice(i, i + 500)));
  await dataSource.query('ANALYZE');
  return sessions.finish(workspaceId, session.id);
}

/** Real candles where they are at hand, else generated ones. */
async function someBars(): Promise<{ bars: BarColumns; origin: string }> {
  const file = realData('candles/venue-spot/BTCUSDT-1m-2023.csv.gz', 'ideal R over real candles');
  if (!file) return { bars: generatedBars(66_000), origin: 'generated candles' };
  return {
    bars: (await readCandleFile(file, { interval: '1m', now: Date.now() })).bars,
    origin: 'real candles',
  };
}

/** A random walk without a gap. */
function generatedBars(count: number): BarColumns {
  const random = repeatableRandom();
  const column = () => new Float64Array(count);
  const bars = {
    count,
    ts: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let price = 28_000;
  for (let i = 0; i < count; i += 1) {
    const [open, close] = [price, price + (random() - 0.5) * 20];
    bars.ts[i] = Date.UTC(2023, 2, 17) + i * MINUTE;
    bars.open[i] = open;
    bars.close[i] = close;
    bars.high[i] = Math.max(open, close) + random() * 8;
    bars.low[i] = Math.min(open, close) - random() * 8;
    price = close;
  }
  return bars;
}

/** Entries at any time but the last day, half of them on the minute, with stops from 0.5 % to 8 % away. */
function someTrades(bars: BarColumns): RiskedTrades {
  const random = repeatableRandom();
  const [count, column] = [TRADES, () => new Float64Array(TRADES)];
  const trades = {
    count,
    id: Array.from({ length: count }, (_, i) => `trade-${i}`),
    direction: column(),
    entryTime: column(),
    entryPrice: column(),
    stopLoss: column(),
    plNet: column(),
    asset: column(),
  };
  const places = Float64Array.from({ length: count }, () =>
    Math.floor(random() * (bars.count - 1_500)),
  ).sort();
  for (const [i, place] of places.entries()) {
    const direction = random() < 0.5 ? 1 : -1;
    const entryPrice = bars.close[place]!;
    const risk = Math.round(entryPrice * (0.005 + random() * 0.075) * 100) / 100;
    trades.direction[i] = direction;
    trades.entryTime[i] = bars.ts[place]! + (random() < 0.5 ? 0 : Math.floor(random() * MINUTE));
    trades.entryPrice[i] = entryPrice;
    trades.stopLoss[i] = Math.round((entryPrice - direction * risk) * 100) / 100;
    trades.plNet[i] = Math.round((random() - 0.55) * 1000) / 100;
  }
  return trades;
}

/** A linear congruential generator (Numerical Recipes): the same trades on every run. */
function repeatableRandom(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
