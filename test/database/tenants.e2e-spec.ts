import supertest from 'supertest';
import { DataSource } from 'typeorm';
import { poolOf } from '../../src/platform/database/connection/pool-of.js';
import { shareOf } from '../../src/platform/database/connection/shared-pool.js';
import { BulkWrites } from '../../src/trades/bulk-writes.js';
import { TradeInsertsService } from '../../src/trades/trade-inserts.service.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { isEmbedded, openTestDatabase } from '../support/database.js';
import { aSession, aSessionWith, aTrade, tradesWith } from '../support/factories.js';
import { takeTurns } from '../support/bulk-turns.js';
import { until } from '../support/until.js';

if (isEmbedded)
  process.stderr.write('Not checked: connections of workspaces (the embedded database has one backend).\n');
const onServer = isEmbedded ? describe.skip : describe;

const PATCHES = 60;

onServer('in a workspace whose requests wait for locks in the database,', () => {
  let t: TestApp;
  let database: DataSource;
  beforeAll(async () => {
    t = await startTestApp();
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await database.destroy();
    await t.close();
  });

  const pools = () => t.instances.map((instance) => poolOf(instance.get(DataSource)));
  /** Returns the number of connections that requests hold in the instance with the most such connections. */
  const mostHeld = () => Math.max(...pools().map(({ totalCount, idleCount }) => totalCount - idleCount));
  const share = () => shareOf(pools()[0]!.options.max);

  /** Runs work while another client locks sessions and the requests wait for the locks. */
  async function whileLocked(
    sessions: readonly { readonly id: string }[],
    requests: readonly supertest.Test[],
    areWaiting: () => boolean,
    work: () => Promise<void>,
  ): Promise<supertest.Response[]> {
    const locked = await database.transaction(async (transaction) => {
      await transaction.query('SELECT FROM sessions WHERE id = ANY($1::uuid[]) FOR UPDATE', [
        sessions.map(({ id }) => id),
      ]);
      const answers = requests.map((request) => request.then((response) => response));
      await until(areWaiting);
      await work();
      return { answers };
    });
    return Promise.all(locked.answers);
  }

  /** Sends four reads as this caller, one after another, and returns their statuses. */
  async function readsOf(call: Caller, { id }: { readonly id: string }): Promise<number[]> {
    const statuses: number[] = [];
    for (const path of ['/projects', `/sessions/${id}`, `/sessions/${id}/trades`, `/sessions/${id}/stats`])
      statuses.push((await call.get(path)).status);
    return statuses;
  }

  it('writers of one session hold one connection, and do not delay other workspaces', async () => {
    const mine = await aSession(t.call);
    const theirs = await aSessionWith(t.other, tradesWith(1, -1, 2));
    const edits = Array.from({ length: PATCHES }, (_, i) =>
      t.call.patch(`/sessions/${mine.id}`, { name: `name ${i}` }),
    );
    const held: number[] = [];
    const answers = await whileLocked(
      [mine],
      edits,
      () => mostHeld() === 1,
      async () => {
        for (let round = 0; round < 5; round += 1) {
          expect(await readsOf(t.other, theirs)).toEqual([200, 200, 200, 200]);
          await t.stranger.get('/health/ready').expect(200);
          held.push(mostHeld());
        }
      },
    );
    expect(held).toEqual([1, 1, 1, 1, 1]);
    expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
  });

  it('writers of many sessions hold half of the connections, and do not delay other workspaces', async () => {
    const mine: { readonly id: string }[] = [];
    for (let i = 0; i < 3 * share(); i += 1) mine.push(await aSession(t.call));
    const theirs = await aSessionWith(t.other, tradesWith(1, -1, 2));
    const batches = mine.map(({ id }) => t.call.post(`/sessions/${id}/trades`, { trades: [aTrade()] }));
    const held: number[] = [];
    const answers = await whileLocked(
      mine,
      batches,
      () => mostHeld() === share(),
      async () => {
        for (let round = 0; round < 5; round += 1) {
          expect(await readsOf(t.other, theirs)).toEqual([200, 200, 200, 200]);
          await t.stranger.get('/health/ready').expect(200);
          held.push(mostHeld());
        }
      },
    );
    expect(held).toEqual(held.map(() => share()));
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 201));
  });
});

onServer('an instance whose connections are all in use', () => {
  it('stays ready', async () => {
    const t = await startTestApp();
    const pool = poolOf(t.app.get(DataSource));
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    await t.stranger.get('/health/ready').expect(200);
    for (const client of clients) client.release();
    await t.close();
  });
});

describe('imports of a workspace that sends many', () => {
  const file = (name: string) =>
    `clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice\n${name},long,1,2024-01-10T00:00:00Z,1,2024-01-10T01:00:00Z,2\n`;

  it('are refused if too many of these imports wait; the import of another workspace starts before the second waiting import', async () => {
    const t = await startTestApp();
    const [mine, theirs] = [await aSession(t.call), await aSession(t.other)];
    const send = (call: Caller, { id }: { readonly id: string }, name: string) =>
      call.post(`/sessions/${id}/trades/import`).set('content-type', 'text/csv').send(file(name));

    // Uses one instance, because each instance has its own slots.
    const { app } = t;
    const agent = supertest(app.getHttpServer());
    const [own, other] = [callerWith(agent, t.secrets.own), callerWith(agent, t.secrets.other)];
    const begun: string[] = [];
    const inserts = app.get(TradeInsertsService);
    const insertParts = inserts.insertParts.bind(inserts);
    Object.assign(inserts, {
      insertParts: (...args: Parameters<typeof insertParts>) => {
        begun.push(args[1] === theirs.id ? 'theirs' : 'mine');
        return insertParts(...args);
      },
    });
    const turns = takeTurns([app.get(BulkWrites)]);
    const sent = Array.from({ length: 7 }, (_, i) =>
      send(own, mine, `mine-${i}`).then(({ status }) => status),
    );
    await turns.until(4);
    const theirImport = send(other, theirs, 'theirs').then(({ status }) => status);
    await turns.until(5);
    turns.end();
    expect(await theirImport).toBe(201);
    expect((await Promise.all(sent)).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 503, 503, 503]);
    const { text } = await own.get('/metrics').expect(200);
    expect(text).toContain('backtest_queue_refusals_total{queue="bulk writes",reason="full"} 3\n');
    expect(text).toContain('backtest_queue_refusals_total{queue="bulk writes",reason="late"} 0\n');
    expect(text).toContain('backtest_queue_waiting{queue="bulk writes"} 0\n');
    // Two of these 7 slots are taken by the test itself.
    expect(text).toContain('backtest_queue_wait_seconds_count{queue="bulk writes"} 7\n');
    expect(begun.toSorted()).toEqual(['mine', 'mine', 'mine', 'mine', 'theirs']);
    expect(begun.indexOf('theirs')).toBeLessThan(2);
    await t.close();
  });
});
