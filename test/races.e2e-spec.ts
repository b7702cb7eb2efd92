import { setTimeout as delay } from 'node:timers/promises';
import type supertest from 'supertest';
import { IngestAnswer } from '../src/trades/trade.dto.js';
import { Caller, TestApp, callerWith, startTestApp } from './support/app.js';
import { openTestDatabase } from './support/database.js';
import { aProject, aSession, aTrade, projectInput, statsOf } from './support/factories.js';

let t: TestApp;
/** A second instance of the service on the same database, with the same keys. */
let second: TestApp;
let callers: readonly [Caller, Caller];
beforeAll(async () => {
  t = await startTestApp();
  second = await startTestApp({ API_KEYS: t.environment.API_KEYS });
  callers = [t.call, callerWith(second.stranger, t.secrets.own)];
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** All requests at the same moment, by turns to the one and the other instance. */
const atOnce = <T>(count: number, ask: (call: Caller, i: number) => PromiseLike<T>): Promise<T[]> =>
  Promise.all(times(count, (i) => ask(callers[i % 2]!, i)));

const send = (call: Caller, session: { id: string }, trades: readonly object[]) =>
  call.post(`/sessions/${session.id}/trades`, { trades });

describe('at the same moment', () => {
  it('the same batch ten times is inserted once, and every answer shows the same trades', async () => {
    const session = await aSession(t.call);
    const trades = times(200, () => aTrade());
    const answers = (await atOnce(10, (call) => send(call, session, trades).expect(201))).map(
      ({ body }) => body,
    );
    expect(answers.map(({ inserted }) => inserted).filter((inserted) => inserted !== 0)).toEqual([200]);
    for (const answer of answers) expect(answer.trades).toEqual(answers[0].trades);
    expect((await statsOf(t.call, session)).tradeCount).toBe(200);
  });

  it('batches that overlap, each in another order, insert every trade once', async () => {
    const session = await aSession(t.call);
    const trades = times(120, () => aTrade());
    // Batch i holds 60 trades from 12·i on, every other one backwards: all in all the whole circle of 120.
    const batch = (i: number) => {
      const part = times(60, (place) => trades[(12 * i + place) % 120]!);
      return i % 2 === 0 ? part : part.toReversed();
    };
    const answers = await atOnce(10, (call, i) => send(call, session, batch(i)).expect(201));
    const bodies = answers.map(({ body }): IngestAnswer => body);
    expect(bodies.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(120);
    const idOf = new Map<unknown, string>();
    for (const [i, body] of bodies.entries()) {
      for (const [place, { clientId }] of batch(i).entries()) {
        const { id } = body.trades[place]!;
        expect(idOf.get(clientId) ?? id).toBe(id);
        idOf.set(clientId, id);
      }
    }
    expect(new Set(idOf.values()).size).toBe(120);
    expect((await statsOf(t.call, session)).tradeCount).toBe(120);
  });

  it('batches that contradict each other are stored whole or not at all', async () => {
    const session = await aSession(t.call);
    const contested = aTrade();
    const answers = await atOnce(6, (call, i) =>
      send(call, session, [aTrade(), { ...contested, note: `version ${i}` }, aTrade()]),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(times(5, () => 'CLIENT_ID_CONFLICT'));
    expect((await statsOf(t.call, session)).tradeCount).toBe(3);
  });

  it.each(times(12, (round) => round))(
    'trades and the finish leave no trade that the finish did not count (round %d)',
    async (round) => {
      const session = await aSession(t.call);
      const [batches, size] = [6, 40];
      const answers = await atOnce(batches + 1, (call, i) =>
        i === round % (batches + 1)
          ? call.post(`/sessions/${session.id}/finish`).expect(200)
          : send(
              call,
              session,
              times(size, () => aTrade()),
            ),
      );
      const finished = answers.find(({ body }) => body.stats !== undefined);
      const ingested = answers.filter((answer) => answer !== finished);
      for (const { status, body } of ingested) {
        expect([status, body.code]).toEqual(status === 201 ? [201, undefined] : [409, 'SESSION_FINISHED']);
      }
      const stored = size * ingested.filter(({ status }) => status === 201).length;
      expect(finished?.body.stats.tradeCount).toBe(stored);
      expect((await statsOf(t.call, session)).tradeCount).toBe(stored);
    },
  );

  type LockOf = (workspaceId: string, sessionId: string) => string;

  /** Asks while a transaction of ours holds a lock, one request after the other in the queue for it. */
  async function whileLocked(
    { id }: { readonly id: string },
    lockOf: LockOf,
    requests: (() => supertest.Test)[],
  ): Promise<supertest.Response[]> {
    const database = await openTestDatabase();
    try {
      const [{ workspaceId }] = await database.query<[{ workspaceId: string }]>(
        'SELECT workspace_id AS "workspaceId" FROM sessions WHERE id = $1',
        [id],
      );
      const answers = await database.transaction(async (manager) => {
        await manager.query(lockOf(workspaceId, id));
        const asked: Promise<supertest.Response>[] = [];
        for (const request of requests) {
          asked.push(request().then((response) => response));
          await delay(200);
        }
        // Wrapped, since a transaction would wait for promises themselves.
        return { asked };
      });
      return await Promise.all(answers.asked);
    } finally {
      await database.destroy();
    }
  }

  const noInsert: LockOf = () => 'LOCK TABLE trades IN SHARE MODE';
  const noChange: LockOf = (workspaceId, id) =>
    `SELECT * FROM sessions WHERE workspace_id = '${workspaceId}' AND id = '${id}' FOR UPDATE`;
  const orders: [what: string, lockOf: LockOf, finishFirst: boolean][] = [
    ['that comes between checking the session and storing the trades', noInsert, false],
    ['that waits for trades to be stored', noChange, false],
    ['that trades wait for', noChange, true],
  ];
  it.each(orders)('a finish %s counts what is stored', async (_, lockOf, finishFirst) => {
    const session = await aSession(t.call);
    const ingesting = () =>
      send(
        callers[0],
        session,
        times(40, () => aTrade()),
      );
    const finishing = () => callers[1].post(`/sessions/${session.id}/finish`);
    const requests = finishFirst ? [finishing, ingesting] : [ingesting, finishing];
    const answers = await whileLocked(session, lockOf, requests);
    const [ingested, finished] = finishFirst ? answers.toReversed() : answers;
    expect(finished?.status).toBe(200);
    expect([201, 409]).toContain(ingested?.status);
    const stored = ingested?.status === 201 ? 40 : 0;
    expect(finished?.body.stats.tradeCount).toBe(stored);
    expect((await statsOf(t.call, session)).tradeCount).toBe(stored);
  });

  it('ten finishes end a session once', async () => {
    const session = await aSession(t.call);
    const answers = await atOnce(10, (call) => call.post(`/sessions/${session.id}/finish`).expect(200));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.session.status).toBe('finished');
  });

  it('the first requests of a workspace all find it', async () => {
    const fresh = await startTestApp();
    try {
      await Promise.all(times(8, () => fresh.call.post('/projects', projectInput()).expect(201)));
      expect((await fresh.call.get('/projects').expect(200)).body.projects).toHaveLength(8);
    } finally {
      await fresh.close();
    }
  });

  it('projects get ids of their own', async () => {
    const projects = await atOnce(40, (call) => aProject(call));
    expect(new Set(projects.map(({ id }) => id)).size).toBe(40);
  });
});

describe('while trades come in', () => {
  it('statistics see whole batches only, and never fewer than before', async () => {
    const session = await aSession(t.call);
    const size = 100;
    const ingesting = (async () => {
      for (const call of times(8, (i) => callers[i % 2]!)) {
        await send(
          call,
          session,
          times(size, () => aTrade()),
        ).expect(201);
      }
    })();
    for (let [seen, i] = [0, 0]; seen < 8 * size; i += 1) {
      const { tradeCount, equityCurve, plPctDistribution } = await statsOf(callers[i % 2]!, session);
      expect(tradeCount % size).toBe(0);
      expect(tradeCount).toBeGreaterThanOrEqual(seen);
      expect(plPctDistribution.reduce((sum, { count }) => sum + count, 0)).toBe(tradeCount);
      expect(equityCurve.length > 0).toBe(tradeCount > 0);
      seen = tradeCount;
    }
    await ingesting;
  });
});
