import { setTimeout as delay } from 'node:timers/promises';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { entities } from '../src/entities.js';
import { createDataSource } from '../src/platform/database/data-source.js';
import { migrate } from '../src/platform/database/migrate.js';
import { DAY_MS, INTERVALS, MINUTE_MS } from '../src/shared/market/intervals.js';
import { type BenchRow, compared, percentile, scaled } from './measure.js';
import { type Ask, answerMs, requestsPerSecond, times } from './support/load.js';
import { FIRST_MINUTE, writeMinutes } from './support/minutes.js';
import { type Server, databaseUrl, startService, stopAll } from './support/processes.js';

/** Two years of minutes. */
const DAYS = scaled(730, 600);
const COUNT = 500;
const SYMBOL = 'REPLAYUSDT';
const STEPS = scaled(400, 50);
const SECONDS = scaled(10, 3);
const CLIENTS = 100;

/**
 * Settings of live mode with an unreachable venue. Every bar is stored, so the service sends no request to the venue.
 */
const LIVE = { VENUE_MODE: 'live', VENUE_SPOT_URL: 'http://127.0.0.1:9' };

/**
 * Measures candles of six intervals as of an instant, 500 bars each with the forming bars: at random instants, compared
 * with six requests to `GET /candles`; and replays that step from minute to minute.
 */
export async function run(): Promise<BenchRow[]> {
  await seed();
  const service = await startService(LIVE);
  try {
    return [await rateRow(service), await stepsRow(service), await clientsRow(service)];
  } finally {
    await stopAll();
  }
}

function rateRow(service: Server): Promise<BenchRow> {
  const ofSix = async (asks: (at: number) => readonly Ask[]) => {
    const all = Array.from({ length: scaled(100, 20) }, () => asks(someInstant()));
    return (await requestsPerSecond(service, 1, all.flat())) / asks(FIRST_MINUTE).length;
  };
  return compared({
    workload: `GET /candles/as-of, six intervals of ${COUNT} bars, random instants`,
    unit: 'responses/s',
    runs: 7,
    warmUps: 1,
    ours: () => ofSix((at) => [asOf(at)]),
    baseline: () => ofSix(eachInterval),
    goal: { of: 'ratio', least: 0.5 },
    note: 'against the same bars by six requests to GET /candles, one after the other',
  });
}

function stepsRow(service: Server): Promise<BenchRow> {
  return compared({
    workload: `GET /candles/as-of, six intervals of ${COUNT} bars, p99 of minute steps, 1 client`,
    unit: 'ms',
    runs: 5,
    warmUps: 1,
    ours: async () => percentile(await replayMs(service, STEPS), 99),
    baseline: async () => percentile(await repeatedMs(service), 99),
    goal: { of: 'ours', most: 5 },
    note: 'against the p99 of a repeated request, whose bars are all cached',
  });
}

function clientsRow(service: Server): Promise<BenchRow> {
  const together = async () => {
    const replays = Array.from({ length: CLIENTS }, async (_, i) => {
      await delay((i * 1_000) / CLIENTS);
      return replayMs(service, SECONDS, 1_000);
    });
    return percentile((await Promise.all(replays)).flat(), 99);
  };
  return compared({
    workload: `GET /candles/as-of, p99 of ${CLIENTS} clients that each step once a second`,
    unit: 'ms',
    runs: 3,
    warmUps: 1,
    ours: together,
    baseline: async () => percentile(await replayMs(service, STEPS), 99),
    goal: { of: 'ours', most: 50 },
    note: 'against the p99 of one client without pauses; no request is refused',
  });
}

/** Steps from minute to minute, from a random instant on. Returns the milliseconds of each step. */
async function replayMs(service: Server, steps: number, everyMs = 0): Promise<number[]> {
  const start = someInstant();
  const measured: number[] = [];
  let next = performance.now();
  for (let step = 0; step < steps; step += 1) {
    measured.push(await answerMs(service, asOf(start + step * MINUTE_MS)));
    next += everyMs;
    if (everyMs > 0) await delay(Math.max(0, next - performance.now()));
  }
  return measured;
}

async function repeatedMs(service: Server): Promise<number[]> {
  const measured: number[] = [];
  for (const ask of times(STEPS, asOf(someInstant()))) measured.push(await answerMs(service, ask));
  return measured;
}

const asOf = (at: number): Ask => ({
  path: `/candles/as-of?symbol=${SYMBOL}&intervals=${INTERVALS.join()}&at=${at}&count=${COUNT}`,
});

const eachInterval = (at: number): readonly Ask[] =>
  INTERVALS.map((interval) => ({
    path: `/candles?symbol=${SYMBOL}&interval=${interval}&count=${COUNT}&before=${at}`,
  }));

/** Returns an instant within a minute, with enough bars of a day before it and enough steps after it. */
function someInstant(): number {
  const first = (COUNT + 1) * 1440;
  const places = DAYS * 1440 - first - STEPS;
  return FIRST_MINUTE + (first + Math.floor(Math.random() * places)) * MINUTE_MS + 17_000;
}

async function seed(): Promise<void> {
  const dataSource = createDataSource({ url: databaseUrl() }, { poolSize: 2, entities });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
    const store = new CandleStore(dataSource);
    const { id } = await store.getOrCreateSeries('venue-spot', SYMBOL, '1m');
    await writeMinutes(store, id, (DAYS * DAY_MS) / MINUTE_MS);
    await dataSource.query('ANALYZE bars');
    await dataSource.query('ANALYZE made_bars');
  } finally {
    await dataSource.destroy();
  }
}
