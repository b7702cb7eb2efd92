import { DataSource } from 'typeorm';
import { type Sent, statementsOf } from '../bench/support/plans.js';
import { CandlesService } from '../src/candles/candles.service.js';
import type { SessionDto } from '../src/sessions/session.dto.js';
import { type TestApp, startTestApp } from './support/app.js';
import { copyRows, copySessions } from './support/copy-rows.js';
import { type Answered, MINUTE, T, aSession, aTrade, ingest } from './support/factories.js';
import { type OwnDatabase, anOwnDatabase } from './support/own-database.js';

/** A database that was never analysed: each table has far more rows than a request asks for. */
describe('on a database without planner statistics, no node of a plan reads more than a few times the rows of', () => {
  const MINUTES = 150_000;
  const SESSIONS = 8_000;
  const TRADED_SESSIONS = 20;
  const TRADES = 3_000;
  /** The end of the bars is in the past, so that no bar is missing at their end. */
  const BARS_END = T + MINUTES * MINUTE;
  let database: OwnDatabase;
  let t: TestApp;
  let session: Answered<SessionDto>;
  let db: DataSource;
  let tradeId: string;

  beforeAll(async () => {
    database = await anOwnDatabase();
    t = await startTestApp({}, database.address);
    db = t.app.get(DataSource);
    for (const table of [
      'bars',
      'coverage',
      'candle_gaps',
      'projects',
      'sessions',
      'session_assets',
      'trades',
    ])
      await db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    session = await aSession(t.call);
    await ingest(t.call, session, [aTrade({ clientId: 'first', tags: ['one'] })]);
    const { body: stored } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    tradeId = stored.trades[0].id;
    await copySessions(db, session, SESSIONS);
    const traded = `(SELECT id FROM sessions ORDER BY created_at LIMIT ${TRADED_SESSIONS}) o`;
    await copyRows(db, 'trades', `${traded}, generate_series(1, ${TRADES}) i`, {
      id: 'gen_random_uuid()',
      session_id: 'o.id',
      client_id: `'copy-' || i`,
      exit_time: 's.exit_time + i',
    });
    for (const symbol of ['AAAUSDT', 'BTCUSDT', 'ZZZUSDT']) await storeMinutes(symbol);
    // Otherwise, the first read would start the making of larger bars, whose reads would be counted, too.
    const candles = t.app.get(CandlesService);
    for (const { id } of await candles.minuteSeries()) await candles.makeAgain(id);
  });
  afterAll(async () => {
    await t.close();
    await database.remove();
  });

  /** Stores minutes with gaps, because a span without a gap is read in another way. */
  async function storeMinutes(symbol: string): Promise<void> {
    const [{ id }] = await db.query<[{ id: number }]>(
      `INSERT INTO series (feed, symbol, "interval", created_at) VALUES ('venue-spot', $1, '1m', 1) RETURNING id`,
      [symbol],
    );
    await db.query('INSERT INTO coverage (series_id, start_ts, end_ts) VALUES ($1, $2, $3)', [
      id,
      T,
      BARS_END,
    ]);
    await db.query(
      `INSERT INTO bars (series_id, ts, open, high, low, close, volume)
       SELECT $1, $2 + i * ${MINUTE}::bigint, 1, 2, 1, 2, 3 FROM generate_series(0, ${MINUTES - 1}) i
       WHERE i % 1000 <> 7`,
      [id, T],
    );
  }

  /** Returns the greatest number of rows that a scan of the statements read, with the name of its table or index. */
  async function mostRead(request: () => PromiseLike<unknown>): Promise<[rows: number, on: string]> {
    const sent = await statementsOf(request);
    const scans: [number, string][] = [];
    for (const statement of sent.filter(({ text }) => /^\s*(\(?SELECT|WITH found)/i.test(text)))
      scans.push(...(await scansOf(statement)));
    return scans.toSorted(([one], [other]) => other - one)[0]!;
  }

  async function scansOf({ text, values }: Sent): Promise<[number, string][]> {
    const explained = await db.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values]);
    return nodesIn(explained).flatMap((node): [number, string][] => {
      const on = node['Index Name'] ?? node['Relation Name'];
      return on ? [[rowsOf(node), on]] : [];
    });
  }

  const range = (minutes: number) => `from=${T + MINUTE}&to=${T + (minutes + 1) * MINUTE}`;

  it.each([
    [
      '2,000 newest minutes',
      2_000,
      () => `/candles?symbol=BTCUSDT&interval=1m&count=2000&before=${BARS_END}`,
    ],
    ['500 minutes', 500, () => `/candles?symbol=BTCUSDT&interval=1m&count=500&before=${T + 90_000 * MINUTE}`],
    ['500 hours', 500, () => `/candles?symbol=BTCUSDT&interval=1h&count=500&before=${BARS_END}`],
    ['a range of 2,000 minutes', 2_000, () => `/candles/range?symbol=BTCUSDT&interval=1m&${range(2_000)}`],
    [
      'candles as of an instant',
      1_440,
      () =>
        `/candles/as-of?symbol=BTCUSDT&intervals=1m,5m,15m,1h,4h,1d&at=${T + 2 * 86_400_000 + 70_000_000}`,
    ],
    ['the series', 10, () => '/candles/series'],
    ['500 trades', 500, () => `/sessions/${session.id}/trades?count=500`],
    ['500 newest trades', 500, () => `/sessions/${session.id}/trades?count=500&order=desc`],
    ['500 trades with a tag', 500, () => `/sessions/${session.id}/trades?count=500&tag=one`],
    ['an export of trades', 1_000, () => `/sessions/${session.id}/trades/export?format=ndjson`],
    ['statistics', TRADES, () => `/sessions/${session.id}/stats`],
    ['a session', 1, () => `/sessions/${session.id}`],
    ['500 sessions', 500, () => '/sessions?count=500'],
    ['500 sessions of a project', 500, () => `/sessions?count=500&projectId=${session.projectId}`],
    ['100 active sessions', 100, () => '/sessions?count=100&status=active'],
    ['100 sessions that are found', 100, () => '/sessions?count=100&search=try'],
    ['a record of a session', 2_000, () => `/sessions/${session.id}/record`],
    ['the tags of a project', SESSIONS, () => `/projects/${session.projectId}/tags`],
    ['100 records of projects', SESSIONS, () => '/project-records?count=100'],
    ['a comparison', TRADES, () => `/projects/${session.projectId}/comparison?sessionIds=${session.id}`],
    ['100 sessions of a leaderboard', SESSIONS, () => `/projects/${session.projectId}/leaderboard?count=100`],
    ['a trade of a session', 1, () => `/sessions/${session.id}/trades/${tradeId}`],
  ])('%s', async (_, asked, path) => {
    const [rows, on] = await mostRead(() => t.call.get(path()).expect(200));
    expect([on, rows > 3 * asked + 10 ? rows : 'few']).toEqual([on, 'few']);
  });

  it('500 sessions after a cursor', async () => {
    const { body } = await t.call.get('/sessions?count=500').expect(200);
    const [rows] = await mostRead(() =>
      t.call.get(`/sessions?count=500&cursor=${body.nextCursor}`).expect(200),
    );
    expect(rows).toBeLessThanOrEqual(1_510);
  });
});

interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
}

const rowsOf = (node: Node): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return 'Actual Rows' in value ? [value as Node, ...inner] : inner;
}
