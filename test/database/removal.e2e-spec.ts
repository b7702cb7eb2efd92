import { DataSource } from 'typeorm';
import type supertest from 'supertest';
import type { DrawAnswer } from '../../src/sessions/replay/draw.dto.js';
import { Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  type Fields,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
  statsOf,
  tradesWith,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { NO_ROWS, fillReplay, rowsOf } from '../support/stored-rows.js';

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

type Id = { readonly id: string };

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
const database = () => t.app.get(DataSource);
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Returns every kind of request to a session. */
const requestsOf = (call: Caller, { id }: Id, trade: object): (() => supertest.Test)[] => [
  () => call.get(`/sessions/${id}`),
  () => call.get(`/sessions/${id}/record`),
  () => call.get(`/sessions/${id}/stats`),
  () => call.get(`/sessions/${id}/stats?breakEvenThreshold=1`),
  () => call.post(`/sessions/${id}/finish`),
  () => call.post(`/sessions/${id}/trades`, { trades: [trade] }),
  () => call.post(`/sessions/${id}/trades`, { trades: [aTrade()] }),
  () => call.post(`/sessions/${id}/trades`, { trades: [aTrade({ symbol: 'UNKNOWN' })] }),
  () => call.patch(`/sessions/${id}`, { name: 'x' }),
  () => call.patch(`/sessions/${id}`, {}),
  () => call.delete(`/sessions/${id}/trades`),
  () => call.delete(`/sessions/${id}`),
];

describe('DELETE /sessions/{id}', () => {
  it.each([false, true])(
    'removes the session with everything that belongs to it, and every instance returns 404 despite its caches (finished: %s)',
    async (isFinished) => {
      const trade = aTrade();
      const session = await aSessionWith(t.call, [trade, aTrade()]);
      const bystander = await aSessionWith(t.call, [aTrade()], { projectId: session.projectId });
      await database().query(
        `INSERT INTO session_states (workspace_id, session_id, state, updated_at)
         SELECT workspace_id, id, '{}', 1 FROM sessions WHERE id = $1`,
        [session.id],
      );
      await database().query(
        `INSERT INTO session_imports (workspace_id, project_id, digest, session_id)
         SELECT workspace_id, project_id, '\\x00', id FROM sessions WHERE id = $1`,
        [session.id],
      );
      await fillReplay(database(), session);
      for (const call of callers) {
        if (isFinished) await finish(call, session);
        await statsOf(call, session);
        await statsOf(call, session, 1);
        await call.post(`/sessions/${session.id}/trades`, { trades: [trade] }).expect(201);
      }
      expect(await rowsOf(database(), session)).toEqual({
        sessions: 1,
        session_assets: 1,
        trades: 2,
        session_states: 1,
        session_imports: 1,
        playheads: 1,
        first_answers: 1,
      });

      const answer = await t.call.delete(`/sessions/${session.id}`).expect(204);
      expect([answer.text, answer.headers['content-type']]).toEqual(['', undefined]);
      expect(await rowsOf(database(), session)).toEqual(NO_ROWS);
      for (const call of callers.toReversed())
        for (const ask of requestsOf(call, session, trade)) expectProblem(await ask(), 'SESSION_NOT_FOUND');
      const { body } = await t.call.get(`/sessions?projectId=${session.projectId}`).expect(200);
      expect(body.sessions.map(({ id }: Id) => id)).toEqual([bystander.id]);
      expect((await statsOf(t.call, bystander)).tradeCount).toBe(1);
    },
  );

  it('returns 404 for anything except a session of the workspace, and does not affect other workspaces', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    for (const id of [UNKNOWN, 'x', session.id])
      expectProblem(await t.other.delete(`/sessions/${id}`), 'SESSION_NOT_FOUND');
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });
});

describe('DELETE /sessions/{id}/trades', () => {
  it('removes the trades of an active session, and the clientIds of these trades can be used again', async () => {
    const trades = tradesWith(1, -2, 3);
    const session = await aSessionWith(t.call, trades);
    expect((await t.call.delete(`/sessions/${session.id}/trades`).expect(200)).body).toEqual({ removed: 3 });
    for (const call of callers) expect((await statsOf(call, session)).tradeCount).toBe(0);
    const { body } = await t.call.get(`/sessions/${session.id}/record`).expect(200);
    expect(body.session.summary).toEqual({
      tradeCount: 0,
      winCount: 0,
      lossCount: 0,
      breakEvenCount: 0,
      plGross: 0,
      feesPaid: 0,
      plNet: 0,
      plNetPct: 0,
      firstEntryTime: null,
      lastExitTime: null,
    });
    const { inserted } = await ingest(
      t.call,
      session,
      trades.map((trade) => ({ ...trade, qty: 2 })),
    );
    expect(inserted).toBe(3);
  });

  it('changes nothing in a session without trades', async () => {
    const session = await aSession(t.call);
    const { headers } = await t.call.get(`/sessions/${session.id}/stats`).expect(200);
    expect((await t.call.delete(`/sessions/${session.id}/trades`).expect(200)).body).toEqual({ removed: 0 });
    await t.call.get(`/sessions/${session.id}/stats`).set('if-none-match', headers['etag']!).expect(304);
  });

  it('is refused for a finished session', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    await finish(t.call, session);
    expectProblem(await t.call.delete(`/sessions/${session.id}/trades`), 'SESSION_FINISHED');
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });

  it('returns 404 for anything except a session of the workspace', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    for (const id of [UNKNOWN, 'x', session.id])
      expectProblem(await t.other.delete(`/sessions/${id}/trades`), 'SESSION_NOT_FOUND');
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });
});

describe('the deletion of a session', () => {
  const ROUNDS = times(6, (round) => round);
  /**
   * Returns the responses of requests that are sent together with a deletion. The round decides which request is the
   * deletion.
   */
  async function withDeletion(
    session: Id,
    round: number,
    ask: (call: Caller, i: number) => supertest.Test,
  ): Promise<supertest.Response[]> {
    const all = times(7, (i) =>
      i === round % 7 ? callers[1].delete(`/sessions/${session.id}`) : ask(callers[i % 2]!, i),
    );
    const answers = await Promise.all(all);
    expect(answers[round % 7]!.status).toBe(204);
    expect(await rowsOf(database(), session)).toEqual(NO_ROWS);
    return answers.filter((_, i) => i !== round % 7);
  }
  const expectGone = (answers: readonly supertest.Response[], ok: number) => {
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual(status === ok ? [ok, undefined] : [404, 'SESSION_NOT_FOUND']);
  };

  it.each(ROUNDS)('removes the whole session despite concurrent ingests (round %d)', async (round) => {
    const session = await aSession(t.call);
    const answers = await withDeletion(session, round, (call) =>
      call.post(`/sessions/${session.id}/trades`, { trades: times(40, () => aTrade()) }),
    );
    expectGone(answers, 201);
  });

  it.each(ROUNDS)(
    'removes the whole session despite concurrent finishes; the statistics of each finish count every trade (round %d)',
    async (round) => {
      const session = await aSessionWith(
        t.call,
        times(50, () => aTrade()),
      );
      const answers = await withDeletion(session, round, (call) =>
        call.post(`/sessions/${session.id}/finish`),
      );
      expectGone(answers, 200);
      for (const { status, body } of answers) if (status === 200) expect(body.stats.tradeCount).toBe(50);
    },
  );

  it.each(ROUNDS)(
    'removes the whole session despite concurrent reads of its statistics, which count every trade (round %d)',
    async (round) => {
      const session = await aSessionWith(
        t.call,
        times(50, () => aTrade()),
      );
      const answers = await withDeletion(session, round, (call, i) =>
        call.get(`/sessions/${session.id}/stats?breakEvenThreshold=${i}`),
      );
      expectGone(answers, 200);
      for (const { status, body } of answers) if (status === 200) expect(body.stats.tradeCount).toBe(50);
    },
  );

  it.each(ROUNDS)('removes the whole session despite concurrent edits (round %d)', async (round) => {
    const session = await aSession(t.call);
    const answers = await withDeletion(session, round, (call, i) =>
      call.patch(`/sessions/${session.id}`, { name: `name ${i}` }),
    );
    expectGone(answers, 200);
  });

  it.each(ROUNDS)(
    'removes the whole session despite concurrent deletions of its trades and of the session itself (round %d)',
    async (round) => {
      const session = await aSessionWith(t.call, [aTrade()]);
      const answers = await withDeletion(session, round, (call) =>
        call.delete(`/sessions/${session.id}/trades`),
      );
      expectGone(answers, 200);
      const again = await aSessionWith(t.call, [aTrade()]);
      const deletions = await Promise.all(times(6, (i) => callers[i % 2]!.delete(`/sessions/${again.id}`)));
      expect(deletions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        204,
        ...times(5, () => 404),
      ]);
    },
  );
});

describe('concurrent requests', () => {
  it.each(times(4, (round) => round))(
    'make two edits of one session without losing either edit (round %d)',
    async () => {
      const session = await aSession(t.call);
      const edits = [{ name: 'Renamed' }, { tags: ['x'] }, { strategy: 's' }, { description: 'd' }];
      await Promise.all(
        edits.map((edit, i) => callers[i % 2]!.patch(`/sessions/${session.id}`, edit).expect(200)),
      );
      const { body } = await t.call.get(`/sessions/${session.id}/record`).expect(200);
      expect(body.session).toMatchObject(Object.assign({}, ...edits));
    },
  );

  it.each(times(4, (round) => round))(
    'never leave the bounds of a range in the wrong order (round %d)',
    async () => {
      const session = await aSession(t.call, { rangeStart: 10, rangeEnd: 20 });
      const edits = [{ rangeStart: 15 }, { rangeEnd: 12 }];
      const answers = await Promise.all(
        edits.map((edit, i) => callers[i]!.patch(`/sessions/${session.id}`, edit)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    },
  );

  it.each(times(8, (round) => round))(
    'either delete a project or add a session to it, never both (round %d)',
    async (round) => {
      const { id: projectId } = await aProject(t.call);
      const input = { projectId, name: 'Run', initialBalance: 1000 };
      const answers = await Promise.all(
        times(5, (i) =>
          i === round % 5
            ? callers[1].delete(`/projects/${projectId}`)
            : callers[i % 2]!.post('/sessions', input),
        ),
      );
      const [removed] = answers.splice(round % 5, 1);
      const isRemoved = removed!.status === 204;
      if (!isRemoved) expectProblem(removed!, 'PROJECT_NOT_EMPTY');
      for (const answer of answers) {
        if (isRemoved) expectProblem(answer, 'PROJECT_NOT_FOUND');
        else expect(answer.status).toBe(201);
      }
      expect((await t.call.get(`/projects/${projectId}`)).status).toBe(isRemoved ? 404 : 200);
      const { body } = await t.call.get(`/sessions?count=5`).expect(200);
      const there = body.sessions.filter((session: { projectId: string }) => session.projectId === projectId);
      expect(there).toHaveLength(answers.filter(({ status }) => status === 201).length);
    },
  );
});

const MINUTE = 60_000;

async function ledgerRows(projectId: string): Promise<number> {
  const rows = await database().query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM trials WHERE project_id = $1',
    [projectId],
  );
  return rows[0]!.count;
}

describe('DELETE /projects/{id}?sessions=true', () => {
  it('removes the project, its sessions with their trades, and its ledger, and nothing else', async () => {
    const { id: projectId } = await aProject(t.call);
    const finished = await aSessionWith(t.call, [aTrade(), aTrade()], { projectId });
    await t.call.post(`/sessions/${finished.id}/finish`, {}).expect(200);
    const active = await aSessionWith(t.call, [aTrade()], { projectId });
    await fillReplay(database(), active);
    const empty = await aSession(t.call, { projectId });
    const deleted = await aSessionWith(t.call, [aTrade()], { projectId });
    await t.call.delete(`/sessions/${deleted.id}`).expect(204);
    const bystander = await aSessionWith(t.call, [aTrade()]);
    for (const call of callers) await statsOf(call, finished);
    expect(await ledgerRows(projectId)).toBe(3);

    for (const query of ['', '?sessions=false'])
      expectProblem(await t.call.delete(`/projects/${projectId}${query}`), 'PROJECT_NOT_EMPTY');
    expectProblem(await t.call.delete(`/projects/${projectId}?sessions=yes`), 'VALIDATION_FAILED', [
      'sessions',
    ]);
    expectProblem(await t.other.delete(`/projects/${projectId}?sessions=true`), 'PROJECT_NOT_FOUND');
    await t.call.delete(`/projects/${projectId}?sessions=true`).expect(204);
    expectProblem(await t.call.delete(`/projects/${projectId}?sessions=true`), 'PROJECT_NOT_FOUND');
    expectProblem(await t.call.delete('/projects/x?sessions=true'), 'PROJECT_NOT_FOUND');

    for (const session of [finished, active, empty]) {
      expect(await rowsOf(database(), session)).toEqual(NO_ROWS);
      for (const call of callers)
        expectProblem(await call.get(`/sessions/${session.id}/stats`), 'SESSION_NOT_FOUND');
    }
    expect(await ledgerRows(projectId)).toBe(0);
    expect((await statsOf(t.call, bystander)).tradeCount).toBe(1);
  });

  it('removes a project without sessions', async () => {
    const { id } = await aProject(t.call);
    await t.call.delete(`/projects/${id}?sessions=true`).expect(204);
    expectProblem(await t.call.get(`/projects/${id}`), 'PROJECT_NOT_FOUND');
  });

  it('leaves the time that the sessions have seen to the workspace', async () => {
    const symbol = 'SEENUSDT';
    const replay = (fields: Fields = {}) =>
      aSession(t.call, {
        mode: 'manual',
        assets: [{ symbol, timeframe: '1m' }],
        randomSourceStart: MINUTE,
        randomSourceEnd: 300 * MINUTE,
        ...fields,
      });
    const seen = await replay();
    const trade = aTrade({ symbol, entryTime: 10 * MINUTE, exitTime: 290 * MINUTE });
    await ingest(t.call, seen, [trade]);
    await t.call.delete(`/projects/${seen.projectId}?sessions=true`).expect(204);
    const drawn = await t.call.post(`/sessions/${(await replay()).id}/draw`, {
      length: 10 * MINUTE,
      unseen: true,
    });
    const { draw } = drawn.body as DrawAnswer;
    expect([draw.start, draw.candidates]).toEqual([290 * MINUTE, 1]);
  });

  it('is in the audit log with each session', async () => {
    const session = await aSessionWith(t.call, [aTrade(), aTrade()]);
    await t.call.delete(`/projects/${session.projectId}?sessions=true`).expect(204);
    const { body } = await t.call.get('/audit?count=2').expect(200);
    expect(body.entries).toMatchObject([
      { action: 'project.delete', resource: { type: 'project', id: session.projectId } },
      { action: 'session.delete', resource: { type: 'session', id: session.id }, count: 2 },
    ]);
  });

  it('and requests that add sessions and trades meanwhile end either before it or with 404', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: projectId } = await aProject(t.call);
      const sessions = [];
      for (let i = 0; i < 3; i += 1) sessions.push(await aSession(t.call, { projectId }));
      const [one, other] = callers;
      const requests = sessions.flatMap(({ id }) => [
        one.post(`/sessions/${id}/trades`, { trades: [aTrade()] }),
        other.post(`/sessions/${id}/trades`, { trades: [aTrade()] }),
        one.delete(`/sessions/${id}`),
      ]);
      const more = [one, other].map((call) =>
        call.post('/sessions', { projectId, name: 'x', initialBalance: 1 }),
      );
      const removing = other.delete(`/projects/${projectId}?sessions=true`);
      const answers = await Promise.all([...requests, ...more]);
      const removed = await removing;
      expect([204, 503]).toContain(removed.status);
      for (const { status } of answers) expect([201, 204, 404, 503]).toContain(status);
      if (removed.status !== 204) await other.delete(`/projects/${projectId}?sessions=true`).expect(204);
      const left = await database().query('SELECT 1 FROM sessions WHERE project_id = $1', [projectId]);
      expect(left).toEqual([]);
      expect(await ledgerRows(projectId)).toBe(0);
    }
  });
});
