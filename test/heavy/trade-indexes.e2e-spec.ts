import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { plansOf, statementsOf } from '../../bench/support/plans.js';
import type { SessionDto } from '../../src/sessions/session.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { type Answered, aSession, aTrade, ingest } from '../support/factories.js';
import { copyRows } from '../support/hot-requests.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';

describe('a database without planner statistics, such as the embedded database or a new database,', () => {
  const TRADES = 20_000;
  let database: OwnDatabase;
  let t: TestApp;
  let session: Answered<SessionDto>;
  beforeAll(async () => {
    database = await anOwnDatabase();
    t = await startTestApp({}, database.address);
    const db = t.app.get(DataSource);
    await db.query('ALTER TABLE trades SET (autovacuum_enabled = false)');
    session = await aSession(t.call);
    await ingest(t.call, session, [aTrade({ clientId: 'first' })]);
    // All trades end at the same time, so only the clientId decides where a page begins.
    await copyRows(db, 'trades', `s.session_id = '${session.id}'`, {
      from: `generate_series(1, ${TRADES}) i`,
      changed: { id: 'gen_random_uuid()', client_id: `'copy-' || i` },
    });
  });
  afterAll(async () => {
    await t.close();
    await database.remove();
  });

  const plansOfTrades = async (path: string) => {
    const db = t.app.get(DataSource);
    const sent = await statementsOf(() => t.call.get(path).expect(200));
    const plans = await plansOf(sent, (text, values) => db.query(text, values));
    return plans.filter(({ statement }) => statement === 'SELECT trades');
  };
  const trades = () => `/sessions/${session.id}/trades`;

  it('uses the index of ids, not the primary key, to find a trade by its id', async () => {
    const { body } = await t.call.get(`${trades()}?count=1`).expect(200);
    const plans = await plansOfTrades(`${trades()}/${body.trades[0].id}`);
    expect(plans.flatMap(({ scans }) => scans.map(({ on }) => on))).toContain('trades_id');
    expect(plans.flatMap(({ scans }) => scans.map(({ on }) => on))).not.toContain('trades_pkey');
  });

  it('looks up sent trades one by one by the primary key', async () => {
    const db = t.app.get(DataSource);
    const sent = await statementsOf(() => ingest(t.call, session, [aTrade(), aTrade()]));
    const lookUps = sent.filter(({ text }) => text.includes('sent.client_id'));
    const plans = await plansOf(lookUps, (text, values) => db.query(text, values));
    const scans = plans.flatMap((plan) => plan.scans).filter(({ on }) => on.startsWith('trades'));
    expect(scans.map(({ on }) => on)).toEqual(['trades_pkey']);
    expect(scans[0]!.key).toContain('client_id >= sent.client_id');
  });

  it.each(['?count=100', '?count=100&order=desc', '/export'])('reads trades%s in order', async (query) => {
    const [plan] = await plansOfTrades(`${trades()}${query}`);
    expect(plan!.scans.map(({ type, on }) => [type, on])).toEqual([['Index Scan', 'trades_ordered']]);
    expect(plan!.sorted).toEqual([]);
  });

  it.each(['asc', 'desc'])(
    'begins a page at its position among trades with the same times (%s)',
    async (order) => {
      const db = t.app.get(DataSource);
      const page = `${trades()}?count=100&order=${order}`;
      const { body } = await t.call.get(`${trades()}?count=500&order=${order}`).expect(200);
      const pages = await statementsOf(() => t.call.get(`${page}&cursor=${body.nextCursor}`).expect(200));
      const { text, values } = pages.find((sent) => sent.text.includes('is_match'))!;
      const [row] = await db.query<[{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }]>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        [...values],
      );
      // A page reads about 100 rows. If the page began at the start of the equal times, it would read 500 more.
      expect(row['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(300);
    },
  );
});

it('indexes take at most 200 bytes per trade if the clientIds have 12 characters in random order', async () => {
  const [batches, size] = [40, 500];
  const database = await anOwnDatabase();
  const t = await startTestApp({}, database.address);
  try {
    const session = await aSession(t.call);
    // Hashes look random, but are the same every time the test runs.
    const clientId = (number: number) =>
      createHash('md5').update(String(number)).digest('base64url').slice(0, 12);
    for (let batch = 0; batch < batches; batch += 1)
      await ingest(
        t.call,
        session,
        Array.from({ length: size }, (_, i) => {
          const hour = batch * size + i;
          return aTrade({ clientId: clientId(hour), hour });
        }),
      );
    const [{ bytes }] = await t.app
      .get(DataSource)
      .query<[{ bytes: number }]>(`SELECT pg_indexes_size('trades')::float8 AS bytes`);
    expect(bytes / (batches * size)).toBeLessThanOrEqual(200);
  } finally {
    await t.close();
    await database.remove();
  }
});
