import { DataSource } from 'typeorm';
import type { BarColumns } from '../src/candles/store/bar-columns.js';
import { toCandles } from '../test/support/candles.js';
import { byCommand } from '../src/platform/audit/author.js';
import { WorkspaceQuotas } from '../src/platform/auth/workspace-quotas.js';
import { Workspace } from '../src/platform/auth/workspace.entity.js';
import { WorkspacesService } from '../src/platform/auth/workspaces.service.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { createCandlesService } from '../src/candles/create-candles-service.js';
import { type Environment, readEnvironment } from '../src/platform/config/environment.js';
import { copyOut } from '../src/platform/database/copy/copy-out.js';
import { poolOf } from '../src/platform/database/connection/pool-of.js';
import { entities } from '../src/entities.js';
import { createDataSource } from '../src/platform/database/data-source.js';
import { migrate } from '../src/platform/database/migrate.js';
import { Metrics } from '../src/platform/metrics/metrics.js';
import { ProjectsService } from '../src/projects/projects.service.js';
import { Project } from '../src/projects/project.entity.js';
import { CreateSessionDto } from '../src/sessions/create-session.dto.js';
import { Session } from '../src/sessions/session.entity.js';
import { SessionCreationsService } from '../src/sessions/session-creations.service.js';
import { SessionTurns } from '../src/sessions/session-turns.js';
import { SessionRuns } from '../src/sessions/session-runs.js';
import { TradeChanges } from '../src/sessions/trade-changes.js';
import { TrialsStore } from '../src/sessions/trials.store.js';
import { SessionsService } from '../src/sessions/sessions.service.js';
import { SessionsStore } from '../src/sessions/sessions.store.js';
import { StorageQuotas } from '../src/sessions/storage-quotas.js';
import { SummariesService } from '../src/sessions/summaries.service.js';
import { SummariesStore } from '../src/sessions/summaries.store.js';
import { MarketCandles } from '../src/stats/ideal-r/market-candles.js';
import { IdealRService } from '../src/stats/ideal-r/ideal-r.service.js';
import type { RiskedTrades } from '../src/stats/ideal-r/risked-trades.js';
import { newWalks, walkMinutes } from '../src/stats/ideal-r/walk-minutes.js';
import { type MinuteBars, walkableMinutes } from '../src/stats/ideal-r/walkable-minutes.js';
import { newTrade } from '../src/trades/new-trade.js';
import { FirstAnswer } from '../src/trades/first-answer.entity.js';
import { FirstAnswersService } from '../src/trades/first-answers.service.js';
import { FirstAnswersStore } from '../src/trades/first-answers.store.js';
import { ShownTimesStore } from '../src/sessions/shown-times.store.js';
import { Trade } from '../src/trades/trade.entity.js';
import { InsertTransactions } from '../src/trades/insert-transactions.js';
import { TradeInsertsService } from '../src/trades/trade-inserts.service.js';
import { TradesService } from '../src/trades/trades.service.js';
import { TradesStore } from '../src/trades/trades.store.js';
import { type BenchRow, compared, timed, timedAsync } from './measure.js';
import { HORIZON, MINUTE, TRADES, someBars, someTrades } from './support/walked-trades.js';

const WORKLOAD = `ideal R, ${TRADES} trades x 24 h`;

/**
 * Measures the ideal-R analysis over a month and a half of 1m candles. The walk alone is compared with a plain scan
 * over the same typed arrays, and with a straightforward program over objects. The whole analysis on PostgreSQL
 * (`DATABASE_URL`) is compared with one COPY of the bars plus the plain scan.
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

/** Returns a checksum of the results of a walk, to detect wrong results. */
const checksum = (best: Float64Array, end: Float64Array): number =>
  best.reduce((sum, value, i) => sum + (value === -Infinity ? 0 : value) + (end[i]! % 1e9), 0);

/** A minimal implementation without checks: arrays by minute, and a loop over the minutes of each trade. */
function plainScan({ count, ts, low, high, close }: MinuteBars, trades: RiskedTrades): number {
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

/**
 * A straightforward program: a map of candles. For each trade, the program reads the minutes of the trade one by one.
 */
function overObjects(candles: ReturnType<typeof toCandles>, trades: RiskedTrades): number {
  const byTime = new Map(candles.map((candle) => [candle.ts, candle]));
  const results = Array.from({ length: trades.count }, (_, t) => {
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

/** Measures the whole analysis in a separate database on that server. Drops the database afterwards. */
async function endToEndRow(
  url: string,
  bars: BarColumns,
  trades: RiskedTrades,
  origin: string,
): Promise<BenchRow> {
  const server = createDataSource({ url }, { poolSize: 1, entities });
  await server.initialize();
  const name = `bench_ideal_r_${process.pid}`;
  await server.query(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const dataSource = createDataSource({ url: own.href }, { poolSize: 4, entities });
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
  const environment = readEnvironment({ IDEAL_R_HORIZON_MS: String(HORIZON), VENUE_MODE: 'offline' });
  const sessions = sessionsOf(dataSource);
  const session = await storeSession(dataSource, sessions, trades);
  const candles = new MarketCandles(createCandlesService(dataSource, environment));
  const service = new IdealRService(
    environment,
    sessions,
    tradesOf(dataSource, sessions, environment),
    candles,
  );
  const counts = { total: trades.count, eligible: trades.count };
  const ours = async () => (await service.analyse(session, counts, 0, 0)).analysis;
  const baseline = async () => {
    const select = `SELECT ts, high, low, close FROM bars WHERE series_id = ${seriesId} ORDER BY ts`;
    const rows = await copyOut(poolOf(dataSource), select, ['int8', 'float8', 'float8', 'float8']);
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
    note: `includes reading the trades and building the answer; against COPY of the bars and a plain scan; ${origin}`,
  });
}

const SYMBOL = 'BTCUSDT';

async function storeBars(dataSource: DataSource, bars: BarColumns): Promise<number> {
  const store = new CandleStore(dataSource);
  const { id } = await store.getOrCreateSeries('venue-spot', SYMBOL, '1m');
  await store.writeBars(id, bars, { start: bars.ts[0]!, end: bars.ts[bars.count - 1]! + MINUTE });
  return id;
}

const projectsOf = (dataSource: DataSource) => new ProjectsService(dataSource.getRepository(Project));

const sessionsOf = (dataSource: DataSource) =>
  new SessionsService(
    dataSource.getRepository(Session),
    new SessionsStore(dataSource),
    new SessionTurns({ url: '' }, new Metrics()),
    new TradeChanges(),
  );

const quotasOf = (dataSource: DataSource) =>
  new StorageQuotas(new WorkspaceQuotas(dataSource.getRepository(Workspace)), dataSource);

const storeOf = (dataSource: DataSource) => new TradesStore(dataSource.getRepository(Trade));

const answersOf = (dataSource: DataSource) =>
  new FirstAnswersService(
    new FirstAnswersStore(dataSource.getRepository(FirstAnswer)),
    new ShownTimesStore(),
  );

const insertsOf = (dataSource: DataSource, sessions: SessionsService) =>
  new InsertTransactions(
    storeOf(dataSource),
    new SummariesService(sessions, new SummariesStore(dataSource), new TradeChanges()),
    quotasOf(dataSource),
    new SessionRuns(new TrialsStore()),
    answersOf(dataSource),
  );

const tradesOf = (dataSource: DataSource, sessions: SessionsService, environment: Environment) =>
  new TradesService(
    sessions,
    storeOf(dataSource),
    new TradeInsertsService(sessions, insertsOf(dataSource, sessions), new Metrics()),
    environment,
    dataSource,
    answersOf(dataSource),
  );

/** Stores a finished session with the trades. */
async function storeSession(
  dataSource: DataSource,
  sessions: SessionsService,
  trades: RiskedTrades,
): Promise<Session> {
  const workspaceId = await new WorkspacesService(dataSource.getRepository(Workspace)).idOf('bench');
  const caller = { ...byCommand('bench'), workspaceId };
  const project = { name: 'Bench', symbol: SYMBOL, timeframe: '1m' } as const;
  const { id: projectId } = await projectsOf(dataSource).create(caller, project, dataSource.manager);
  const input = Object.assign(new CreateSessionDto(), { projectId, name: 'Bench', initialBalance: 10_000 });
  const { session, assets } = await dataSource.transaction((transaction) =>
    new SessionCreationsService(projectsOf(dataSource), quotasOf(dataSource)).create(
      caller,
      input,
      transaction,
    ),
  );
  const stored = Array.from({ length: trades.count }, (_, i) => {
    const clientId = trades.idOf(i);
    const side = trades.direction[i]! > 0 ? ('long' as const) : ('short' as const);
    const [entryPrice, entryTime, stopLoss] = [trades.entryPrice[i]!, trades.entryTime[i]!, trades.stopLoss[i]!]; // prettier-ignore
    const exit = { exitPrice: entryPrice + trades.plNet[i]!, exitTime: entryTime + 60 * MINUTE };
    return newTrade({ clientId, side, qty: 1, entryPrice, entryTime, ...exit, stopLoss }, assets[0]!, Date.now()); // prettier-ignore
  });
  const store = storeOf(dataSource);
  await dataSource.transaction((transaction) =>
    store.insert(transaction, async (add) => {
      for (let i = 0; i < stored.length; i += 500) await add(stored.slice(i, i + 500));
    }),
  );
  await dataSource.query('ANALYZE');
  return sessions.finish(caller, session.id);
}
