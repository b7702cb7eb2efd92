import { setTimeout as delay } from 'node:timers/promises';
import type supertest from 'supertest';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { openTestDatabase } from '../support/database.js';
import { MINUTE, T, aSession, aTrade, statsOf } from '../support/factories.js';
import { operations, problemsOf } from '../support/openapi-document.js';
import { noChange, whileLocked } from '../support/while-locked.js';

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

describe('in a race,', () => {
  /** Number of trades of a file. One statement stores fewer trades. */
  const SIZE = 1_200;
  const HEADER = 'clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice,note';
  const fileOf = (clientIds: readonly string[], note = '') =>
    [
      HEADER,
      ...clientIds.map((id, i) => `${id},long,1,${T + i * MINUTE},1000,${T + (i + 1) * MINUTE},1001,${note}`),
    ].join('\n');
  const idsOf = (start: number, end: number) =>
    Array.from({ length: end - start }, (_, i) => `import-${start + i}`);
  const ALL = idsOf(0, SIZE);

  interface Named {
    readonly id: string;
  }

  const importing = (call: Caller, { id }: Named, file = fileOf(ALL)) =>
    call.post(`/sessions/${id}/trades/import`).set('content-type', 'text/csv').send(file);

  /** Returns the status of a success or the code of a problem. Both must be documented. */
  function outcome(route: string, { status, body }: supertest.Response): number | string {
    const { responses } = operations.get(route)!;
    expect(Object.keys(responses)).toContain(String(status));
    if (status < 300) return status;
    expect(problemsOf(responses[status]!.content!['application/json'].schema, body)).toEqual([]);
    return body.code;
  }
  const outcomeOfImport = (response: supertest.Response) =>
    outcome('post /sessions/{id}/trades/import', response);

  /**
   * Returns the clientIds in the list of trades, and checks that the summary and the statistics count the same trades.
   */
  async function listedIds({ id }: Named): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: supertest.Response = await t.call
        .get(`/sessions/${id}/trades?count=500${cursor && `&cursor=${cursor}`}`)
        .expect(200);
      ids.push(...body.trades.map(({ clientId }: { clientId: string }) => clientId));
      cursor = body.nextCursor;
    }
    expect((await statsOf(t.call, { id })).tradeCount).toBe(ids.length);
    const { body } = await t.call.get(`/sessions/${id}/record`).expect(200);
    expect(body.session.summary).toMatchObject({ tradeCount: ids.length, plNet: ids.length });
    return ids.toSorted();
  }

  async function storedCount({ id }: Named): Promise<number> {
    const database = await openTestDatabase();
    const [row] = await database.query<[{ n: number }]>(
      'SELECT count(*)::int AS n FROM trades WHERE session_id = $1',
      [id],
    );
    await database.destroy();
    return row.n;
  }

  type Ask = (call: Caller, session: Named) => supertest.Test;

  /** Sends an import and a rival request to a session, and returns their responses in this order. */
  type Rivalry = (rival: Ask, session: Named) => Promise<[supertest.Response, supertest.Response]>;

  const inOrder =
    (rivalFirst: boolean): Rivalry =>
    async (rival, session) => {
      const requests = [() => importing(callers[0], session), () => rival(callers[1], session)];
      const answers = await whileLocked(
        [t, second],
        session,
        noChange,
        rivalFirst ? requests.toReversed() : requests,
      );
      return (rivalFirst ? answers.toReversed() : answers) as [supertest.Response, supertest.Response];
    };
  const after =
    (ms: number): Rivalry =>
    (rival, session) =>
      Promise.all([
        importing(callers[0], session).then((response) => response),
        delay(ms).then(() => rival(callers[1], session)),
      ]);

  const rivalries: [when: string, rivalry: Rivalry][] = [
    ['which waits for the import', inOrder(false)],
    ['for which the import waits', inOrder(true)],
    ...[0, 20, 60, 120, 200, 300].map((ms): [string, Rivalry] => [`sent ${ms} ms later`, after(ms)]),
  ];

  it.each(rivalries)('an import and a DELETE of the session (%s) leave nothing', async (_, rivalry) => {
    const session = await aSession(t.call);
    const [imported, deleted] = await rivalry((call, { id }) => call.delete(`/sessions/${id}`), session);
    expect(outcome('delete /sessions/{id}', deleted)).toBe(204);
    expect([201, 'SESSION_NOT_FOUND']).toContain(outcomeOfImport(imported));
    await t.call.get(`/sessions/${session.id}`).expect(404);
    expect(await storedCount(session)).toBe(0);
  });

  it.each(rivalries)(
    'an import and a DELETE of all trades (%s) leave all trades of the import or none',
    async (_, rivalry) => {
      const session = await aSession(t.call);
      await importing(t.call, session, fileOf(['before'])).expect(201);
      const [imported, deleted] = await rivalry(
        (call, { id }) => call.delete(`/sessions/${id}/trades`),
        session,
      );
      expect(outcomeOfImport(imported)).toBe(201);
      expect(imported.body).toMatchObject({ inserted: SIZE, stored: 0 });
      expect(outcome('delete /sessions/{id}/trades', deleted)).toBe(200);
      const { removed } = deleted.body;
      expect([1, SIZE + 1]).toContain(removed);
      expect(await listedIds(session)).toEqual(removed === 1 ? ALL.toSorted() : []);
    },
  );

  it.each(rivalries)('an import and a finish (%s) count the same trades', async (_, rivalry) => {
    const session = await aSession(t.call);
    const [imported, finished] = await rivalry(
      (call, { id }) => call.post(`/sessions/${id}/finish`),
      session,
    );
    const isStored = outcomeOfImport(imported) === 201;
    if (!isStored) expect(imported.body.code).toBe('SESSION_FINISHED');
    expect(outcome('post /sessions/{id}/finish', finished)).toBe(200);
    expect(finished.body.stats.tradeCount).toBe(isStored ? SIZE : 0);
    expect(await listedIds(session)).toEqual(isStored ? ALL.toSorted() : []);
    const again = await importing(t.call, session);
    expect([again.status, again.body.inserted ?? again.body.code]).toEqual(
      isStored ? [201, 0] : [409, 'SESSION_FINISHED'],
    );
  });

  it.each(rivalries)('an import and the same import again (%s) store each trade once', async (_, rivalry) => {
    const session = await aSession(t.call);
    const answers = await rivalry(importing, session);
    expect(answers.map(outcomeOfImport)).toEqual([201, 201]);
    const [one, other] = answers.map(({ body }) => body);
    expect([0, SIZE]).toContain(one.inserted);
    expect(one.inserted + other.inserted).toBe(SIZE);
    for (const { inserted, stored } of [one, other]) expect(inserted + stored).toBe(SIZE);
    expect(await listedIds(session)).toEqual(ALL.toSorted());
  });

  it.each(rivalries)('an import and a longer import (%s) store each trade once', async (_, rivalry) => {
    const session = await aSession(t.call);
    const longer = idsOf(SIZE / 2, 2 * SIZE);
    const answers = await rivalry((call, named) => importing(call, named, fileOf(longer)), session);
    // Trade number 600 has a different time in the longer file.
    expect(new Set(answers.map(outcomeOfImport))).toEqual(new Set([201, 'CLIENT_ID_CONFLICT']));
    const winner = answers[0].status === 201 ? ALL : longer;
    expect(await listedIds(session)).toEqual(winner.toSorted());
  });

  it.each(rivalries)(
    'an import and an ingest of some of its trades (%s) store each trade once',
    async (_, rivalry) => {
      const session = await aSession(t.call);
      const trades = idsOf(SIZE - 100, SIZE + 50).map((clientId, i) => ({
        ...aTrade(),
        clientId,
        entryTime: T + (SIZE - 100 + i) * MINUTE,
        exitTime: T + (SIZE - 99 + i) * MINUTE,
        exitPrice: 1001,
      }));
      const [imported, ingested] = await rivalry(
        (call, named) => call.post(`/sessions/${named.id}/trades`, { trades }),
        session,
      );
      expect(outcomeOfImport(imported)).toBe(201);
      expect(outcome('post /sessions/{id}/trades', ingested)).toBe(201);
      expect(imported.body.inserted + ingested.body.inserted).toBe(SIZE + 50);
      expect(await listedIds(session)).toEqual(idsOf(0, SIZE + 50).toSorted());
    },
  );

  it.each(rivalries)(
    'an import and a copy of its session (%s) leave all trades or none in the copy',
    async (_, rivalry) => {
      const session = await aSession(t.call);
      const [imported, copied] = await rivalry(
        (call, { id }) => call.post(`/sessions/${id}/copy`, {}),
        session,
      );
      expect(outcomeOfImport(imported)).toBe(201);
      expect(outcome('post /sessions/{id}/copy', copied)).toBe(201);
      const { session: copy } = copied.body;
      expect([0, SIZE]).toContain(copy.summary.tradeCount);
      expect(await listedIds(copy)).toEqual(copy.summary.tradeCount === 0 ? [] : ALL.toSorted());
      expect(await listedIds(session)).toEqual(ALL.toSorted());
    },
  );
});
