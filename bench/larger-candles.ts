import { NO_BARS } from '../src/candles/store/bar-columns.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { entities } from '../src/entities.js';
import { createDataSource } from '../src/platform/database/data-source.js';
import { migrate } from '../src/platform/database/migrate.js';
import type { DataSource } from 'typeorm';
import { type Interval, MINUTE_MS, intervalMs } from '../src/shared/market/intervals.js';
import { type BenchRow, compared, median, scaled } from './measure.js';
import { answerMs } from './support/load.js';
import { FIRST_MINUTE, writeMinutes } from './support/minutes.js';
import { type Server, databaseUrl, startService, stopAll } from './support/processes.js';

/** Two years of minutes. */
const MINUTES = scaled(730, 600) * 1440;
const COUNT = 500;
/** Maximum count of a request. */
const MOST = 2_000;
const SYMBOL = 'LARGERUSDT';
/** Number of minutes of one measured import. */
const IMPORTED = scaled(60_000, 10_000);
const REQUESTS = scaled(20, 5);

/**
 * Measures what larger candles, which are made from minutes, cost: reads of 500 bars at random times, compared with 500
 * minutes; the import of minutes, compared with the import of earlier versions, which make no larger bars; and their size.
 */
export async function run(): Promise<BenchRow[]> {
  const dataSource = createDataSource({ url: databaseUrl() }, { poolSize: 2, entities });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
    const store = new CandleStore(dataSource);
    const { id } = await store.getOrCreateSeries('venue-spot', SYMBOL, '1m');
    await writeMinutes(store, id, MINUTES);
    const service = await startService({ CANDLE_CACHE_MB: '0' });
    const rows: BenchRow[] = [];
    for (const interval of ['1h', '4h', '1d'] as const) rows.push(await readRow(service, interval));
    for (const interval of ['1m', '1d'] as const) rows.push(await mostRow(service, interval));
    await stopAll();
    return [...rows, await sizeRow(dataSource), await importRow(store)];
  } finally {
    await stopAll();
    await dataSource.destroy();
  }
}

const readRow = (service: Server, interval: Interval): Promise<BenchRow> =>
  compared({
    workload: `GET /candles, ${COUNT} bars of ${interval} at random times, two years of minutes`,
    unit: 'ms',
    runs: 15,
    warmUps: 1,
    ours: () => readMs(service, interval),
    baseline: () => readMs(service, '1m'),
    goal: { of: 'ratio', most: 1.5 },
    note: `against ${COUNT} minutes at random times`,
  });

const mostRow = (service: Server, interval: Interval): Promise<BenchRow> =>
  compared({
    workload: `GET /candles, ${MOST} bars of ${interval} or as many as there are`,
    unit: 'ms',
    runs: 7,
    warmUps: 1,
    ours: () => readMs(service, interval, MOST),
    baseline: () => readMs(service, '1m'),
    goal: { of: 'ours', most: 30 },
    note: `against ${COUNT} minutes; the store was never analysed`,
  });

/** Returns the median time of reads of the newest bars before random times. */
async function readMs(service: Server, interval: Interval, count = COUNT): Promise<number> {
  const cellMs = Math.min(intervalMs(interval), (MINUTES * MINUTE_MS * 0.9) / count);
  const places = MINUTES - (count * cellMs) / MINUTE_MS;
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const before = FIRST_MINUTE + count * cellMs + Math.floor(Math.random() * places) * MINUTE_MS;
    const path = `/candles?symbol=${SYMBOL}&interval=${interval}&count=${count}&before=${before}`;
    times.push(await answerMs(service, { path }));
  }
  return median(times);
}

async function sizeRow(dataSource: DataSource): Promise<BenchRow> {
  const [{ bars, made }] = await dataSource.query<[{ bars: number; made: number }]>(
    `SELECT pg_total_relation_size('bars')::float8 AS bars, pg_total_relation_size('made_bars')::float8 AS made`,
  );
  return {
    workload: 'size of two years of minutes with their larger bars',
    ours: (bars + made) / 2 ** 20,
    baseline: bars / 2 ** 20,
    unit: 'MB',
    ratio: (bars + made) / bars,
    goal: { of: 'ratio', most: 1.35 },
    note: 'against the minutes alone',
  };
}

function importRow(store: CandleStore): Promise<BenchRow> {
  let series = 0;
  const importMs = async (isMade: boolean) => {
    const { id } = await store.getOrCreateSeries('venue-spot', `IMPORTED${(series += 1)}`, '1m');
    if (!isMade) {
      // The service makes no larger bars with the minutes of such a series, and updates bars in a span that is covered.
      await store.forgetMade(id);
      await store.writeBars(id, NO_BARS, { start: FIRST_MINUTE, end: FIRST_MINUTE + IMPORTED * MINUTE_MS });
    }
    const start = performance.now();
    await writeMinutes(store, id, IMPORTED);
    return performance.now() - start;
  };
  return compared({
    workload: `import of ${IMPORTED} minutes with their larger bars`,
    unit: 'ms',
    runs: 7,
    warmUps: 1,
    ours: () => importMs(true),
    baseline: () => importMs(false),
    goal: { of: 'ratio', most: 1.35 },
    note: 'against the minutes alone, inserted or updated, as in versions before 1.10',
  });
}
