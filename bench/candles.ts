import { fromCandles } from '../test/support/candles.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { entities } from '../src/entities.js';
import { createDataSource } from '../src/platform/database/data-source.js';
import { migrate } from '../src/platform/database/migrate.js';
import { type BenchRow, compared, scaled } from './measure.js';
import { type Ask, askOnce, requestsPerSecond, times } from './support/load.js';
import { type Server, databaseUrl, startBaseline, startService, stopAll } from './support/processes.js';

const MINUTE = 60_000;
const FROM = Date.UTC(2024, 0, 1);
const BARS = scaled(250_000, 20_000);
const COUNT = 2000;
const SYMBOL = 'BENCHUSDT';

/**
 * Settings of live mode with an unreachable venue. Every bar is stored, so the service sends no request to the venue.
 */
const LIVE = { VENUE_MODE: 'live', VENUE_SPOT_URL: 'http://127.0.0.1:9' };

/**
 * Measures GET /candles with 2000 1m bars. Warm requests repeat the same page; their baseline is a bare Express that
 * sends the same bytes from memory. Cold requests read stored pages for the first time; their baseline is a bare
 * Express that selects the rows and stringifies them.
 */
export async function run(): Promise<BenchRow[]> {
  await seed();
  const service = await startService(LIVE);
  try {
    const memory = await startBaseline('bytes', { BENCH_SERVICE_PORT: String(service.port) });
    const select = await startBaseline('candles');
    const rows: BenchRow[] = [];
    for (const clients of [1, 10]) {
      rows.push(await warmRow(clients, service, memory), await coldRow(clients, service, select));
    }
    return rows;
  } finally {
    await stopAll();
  }
}

async function warmRow(clients: number, service: Server, memory: Server): Promise<BenchRow> {
  const ask = pageBefore(FROM + BARS * MINUTE);
  await expectSame(service, memory, ask);
  const asks = times(scaled(2_000, 200), ask);
  return compared({
    workload: workload('warm', clients),
    unit: 'requests/s',
    runs: 7,
    warmUps: 1,
    ours: () => requestsPerSecond(service, clients, asks),
    baseline: () => requestsPerSecond(memory, clients, asks),
    goal: { of: 'ratio', least: 0.6 },
    note: 'against a bare Express that sends the same bytes from memory',
  });
}

async function coldRow(clients: number, service: Server, select: Server): Promise<BenchRow> {
  await expectSame(service, select, nextPage());
  const asks = () => Array.from({ length: scaled(200, 50) }, nextPage);
  return compared({
    workload: workload('cold', clients),
    unit: 'requests/s',
    runs: 7,
    warmUps: 1,
    ours: () => requestsPerSecond(service, clients, asks()),
    baseline: () => requestsPerSecond(select, clients, asks()),
    goal: { of: 'ratio', least: 1 },
    note: 'stored pages, each requested once, against a bare Express that selects the rows with pg',
  });
}

const workload = (kind: string, clients: number): string =>
  `GET /candles (${COUNT} bars, ${kind}), ${clients} client${clients === 1 ? '' : 's'}`;

const pageBefore = (before: number): Ask => ({
  path: `/candles?symbol=${SYMBOL}&interval=1m&count=${COUNT}&before=${before}`,
});

let page = 0;

/** Returns a different page each time. The step is coprime to the number of pages, so all pages are requested. */
function nextPage(): Ask {
  page = (page + 7919) % (BARS - COUNT);
  return pageBefore(FROM + (COUNT + page) * MINUTE);
}

async function expectSame(service: Server, bare: Server, { path }: Ask): Promise<void> {
  const [ours, theirs] = await Promise.all([askOnce(service.port, path), askOnce(bare.port, path)]);
  if (ours.status !== 200 || !ours.body.equals(theirs.body)) throw new Error(`the answers of ${path} differ`);
}

/** Stores bars with prices of 2 decimals and volumes of 5 decimals, as a spot venue quotes them. */
async function seed(): Promise<void> {
  const dataSource = createDataSource({ url: databaseUrl() }, { poolSize: 2, entities });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
    const store = new CandleStore(dataSource);
    const { id } = await store.getOrCreateSeries('venue-spot', SYMBOL, '1m');
    const span = { start: FROM, end: FROM + BARS * MINUTE };
    await store.writeBars(id, fromCandles(Array.from({ length: BARS }, (_, i) => someBar(i))), span);
    await dataSource.query('ANALYZE bars');
  } finally {
    await dataSource.destroy();
  }
}

function someBar(index: number) {
  const open = 28_000_00 + Math.round(200_000 * Math.sin(index / 997)) + ((index * 7919) % 1013);
  return {
    ts: FROM + index * MINUTE,
    open: open / 100,
    high: (open + 1500) / 100,
    low: (open - 1111) / 100,
    close: (open + 313) / 100,
    volume: ((index * 104_729) % 9_999_991) / 1e5,
  };
}
