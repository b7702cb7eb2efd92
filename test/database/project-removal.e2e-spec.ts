import { DataSource } from 'typeorm';
import type { DrawAnswer } from '../../src/sessions/replay/draw.dto.js';
import { Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  type Fields,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  ingest,
  statsOf,
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

const database = () => t.app.get(DataSource);
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
