import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { riskTask } from '../../src/review/analysis/risk/risk.task.js';
import { AnalysisQueue } from '../../src/review/analysis/service/analysis-queue.js';
import { VERSION_OF_RETURNS } from '../../src/sessions/figures-version.js';
import { SessionsService } from '../../src/sessions/sessions.service.js';
import { RunsFiller } from '../../src/review/trials/runs-filler.js';
import { SessionFiguresService } from '../../src/review/trials/session-figures.service.js';
import { StudiesService } from '../../src/review/trials/studies.service.js';
import { type TestApp, startTestApp } from '../support/app.js';
import {
  DAY,
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
import { aRun, freqtradeResult, sendRun } from '../support/run-files.js';
import { ManualTrialsClock, endsOf, studyOf, workspaceOf } from '../support/trials.js';
import { until } from '../support/until.js';

let t: TestApp;
let clock: ManualTrialsClock;
beforeAll(async () => {
  t = await startTestApp();
  clock = ManualTrialsClock.of(t);
});
afterAll(() => t.close());

type Id = { readonly id: string };

const query = <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  t.app.get(DataSource).query<Row[]>(text, [...values]);
const empty = ({ id }: Id) => t.call.delete(`/sessions/${id}/trades`).expect(200);
const remove = ({ id }: Id) => t.call.delete(`/sessions/${id}`).expect(204);
const moveTo = ({ id }: Id, study: string | null) =>
  t.call.patch(`/sessions/${id}`, { trial: { study } }).expect(200);
const aProjectId = async () => ({ projectId: (await aProject(t.call)).id });

/** Session k of the example with ten sessions, with its trades of 60 days. */
const START = Date.UTC(2024, 0, 1);
const exampleTrades = (k: number) =>
  Array.from({ length: 60 }, (_, day) => {
    const plNet = (((k + 2) * (day + 1) ** 2 + 3 * day) % 47) - 23 + (k === 9 ? 3 : 0);
    const entryTime = START + day * DAY;
    return aTrade({ clientId: `${k}-${day}`, plNet, entryTime, exitTime: entryTime + DAY / 2 });
  });

describe('the ledger', () => {
  it('has one row for a session with several batches, and no row for a session without trades', async () => {
    const project = await aProjectId();
    const session = await aSession(t.call, project);
    expect(await studyOf(t, project)).toEqual([]);
    await ingest(t.call, session, [aTrade()]);
    await ingest(t.call, session, [aTrade({ hour: 2 })]);
    expect(endsOf(await studyOf(t, project))).toEqual([[session.id, 1, null]]);
  });

  it('keeps the figures of a session that is deleted', async () => {
    const project = await aProjectId();
    const session = await aSessionWith(t.call, exampleTrades(0), project);
    const [before] = await studyOf(t, project);
    await remove(session);
    const [row, ...others] = await studyOf(t, project);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      sessionId: session.id,
      run: 1,
      ended: 'deleted',
      session: null,
      pending: false,
    });
    expect(row!.createdAt).toEqual(before!.createdAt);
    const { days, tradingDays, sharpePerDay, skewness, kurtosis, tradeCount, hash } = before!.figures!;
    expect(row!.figures).toMatchObject({
      days,
      tradingDays,
      sharpePerDay,
      skewness,
      kurtosis,
      tradeCount,
      hash,
    });
    expect(row!.figures).toMatchObject({ statistics: null, returns: null, dailyPlNet: null });
    expect(row!.parameters).toEqual({});
  });

  it('keeps the figures of a deleted session even if they were never read before the deletion', async () => {
    const project = await aProjectId();
    await remove(await aSessionWith(t.call, exampleTrades(9), project));
    const [row] = await studyOf(t, project);
    expect(row!.figures).toMatchObject({ days: 60, tradeCount: 60, sharpePerDay: expect.any(Number) });
  });

  it('ends a row when the last trade or all trades are removed, and begins a row with the next trades', async () => {
    const project = await aProjectId();
    const session = await aSessionWith(t.call, tradesWith(5, -3), project);
    await empty(session);
    await empty(session);
    expect(endsOf(await studyOf(t, project))).toEqual([[session.id, 1, 'emptied']]);
    const { trades } = await ingest(t.call, session, tradesWith(1, 2));
    await t.call.delete(`/sessions/${session.id}/trades/${trades[0]!.id}`).expect(204);
    expect(endsOf(await studyOf(t, project)).at(-1)).toEqual([session.id, 2, null]);
    await t.call.delete(`/sessions/${session.id}/trades/${trades[1]!.id}`).expect(204);
    await ingest(t.call, session, [aTrade()]);
    const rows = await studyOf(t, project);
    expect(endsOf(rows)).toEqual([
      [session.id, 1, 'emptied'],
      [session.id, 2, 'emptied'],
      [session.id, 3, null],
    ]);
    expect(rows.map(({ figures }) => figures?.tradeCount)).toEqual([2, 1, 1]);
    await remove(session);
    expect(endsOf(await studyOf(t, project)).map(([, , ended]) => ended)).toEqual([
      'emptied',
      'emptied',
      'deleted',
    ]);
  });

  it('moves a session to another study, and shows its figures in the first study until the run ends', async () => {
    const project = await aProjectId();
    const session = await aSessionWith(t.call, tradesWith(5, -3), { ...project, trial: { study: 'A' } });
    await moveTo(session, 'B');
    expect(endsOf(await studyOf(t, project, 'A'))).toEqual([[session.id, 1, 'moved']]);
    expect(endsOf(await studyOf(t, project, 'B'))).toEqual([[session.id, 1, null]]);
    await ingest(t.call, session, [aTrade({ hour: 9 })]);
    const countIn = async (study: string) => (await studyOf(t, project, study))[0]!.figures?.tradeCount;
    expect([await countIn('A'), await countIn('B')]).toEqual([3, 3]);
    await empty(session);
    await ingest(t.call, session, [aTrade()]);
    expect([await countIn('A'), await countIn('B')]).toEqual([3, 3]);
    expect(endsOf(await studyOf(t, project, '*'))).toEqual([
      [session.id, 1, 'moved'],
      [session.id, 1, 'emptied'],
      [session.id, 2, null],
    ]);
    await moveTo(session, 'A');
    await moveTo(session, 'B');
    // The row of run 2 in study B has ended, and an ended row never changes, so the second move to B adds no row.
    expect((await studyOf(t, project, 'B')).map(({ current }) => current)).toEqual([false, true]);
    expect((await studyOf(t, project, 'A')).map(({ current }) => current)).toEqual([false, false]);
    expect(endsOf(await studyOf(t, project, 'B'))).toEqual([
      [session.id, 1, 'emptied'],
      [session.id, 2, 'moved'],
    ]);
  });

  it('has a row only in the last study if a session is moved before the session has trades', async () => {
    const project = await aProjectId();
    const session = await aSession(t.call, project);
    await moveTo(session, 'A');
    await ingest(t.call, session, [aTrade()]);
    expect(await studyOf(t, project)).toEqual([]);
    expect(endsOf(await studyOf(t, project, 'A'))).toEqual([[session.id, 1, null]]);
  });

  it('has a row for a copy with trades, and copies at other costs have the hash of the original', async () => {
    const project = await aProjectId();
    const original = await aSessionWith(t.call, exampleTrades(1), project);
    const copyWith = async (fields: object) =>
      (await t.call.post(`/sessions/${original.id}/copy`, fields).expect(201)).body.session as Id;
    const copy = await copyWith({ feesConfig: { type: 'percent', entryFee: 1, exitFee: 1 } });
    await copyWith({ withTrades: false });
    const rows = await studyOf(t, project);
    expect(endsOf(rows)).toEqual([
      [original.id, 1, null],
      [copy.id, 1, null],
    ]);
    expect(rows[0]!.figures!.hash).toBe(rows[1]!.figures!.hash);
    expect(rows[0]!.figures!.sharpePerDay).not.toBe(rows[1]!.figures!.sharpePerDay);
  });

  it('has a row for each imported run with trades', async () => {
    const project = await aProject(t.call);
    const file = freqtradeResult({ A: aRun(), B: aRun({ trades: [] }) });
    const { body } = await sendRun(t.call, project, file, { study: 'S' }).expect(201);
    const rows = await studyOf(t, { projectId: project.id }, 'S');
    expect(endsOf(rows)).toEqual([[body.sessions[0].session.id, 1, null]]);
  });

  it('is deleted with its project', async () => {
    const project = await aProjectId();
    await remove(await aSessionWith(t.call, [aTrade()], project));
    await t.call.delete(`/projects/${project.projectId}`).expect(204);
    expect(await query('SELECT 1 FROM trials WHERE project_id = $1', [project.projectId])).toEqual([]);
  });

  it('has no row for a batch that was refused', async () => {
    const project = await aProjectId();
    const session = await aSession(t.call, project);
    const trade = aTrade();
    const twice = [trade, { ...trade, qty: 2 }];
    expectProblem(
      await t.call.post(`/sessions/${session.id}/trades`, { trades: twice }),
      'VALIDATION_FAILED',
      ['trades[1].clientId'],
    );
    expect(await studyOf(t, project)).toEqual([]);
  });

  it('counts the rows in each study of a project', async () => {
    const project = await aProjectId();
    await aSessionWith(t.call, [aTrade()], project);
    const moved = await aSessionWith(t.call, [aTrade()], project);
    await moveTo(moved, 'B');
    const [workspaceId, { projectId }] = [await workspaceOf(t, project), project];
    const studies = t.app.get(StudiesService);
    expect(await studies.counts(workspaceId, projectId, '')).toEqual({
      since: null,
      ends: [
        { ended: 'moved', rows: 1, rowsOfProject: 1 },
        { ended: null, rows: 1, rowsOfProject: 2 },
      ],
    });
    const all = [
      { study: '', rows: 2 },
      { study: 'B', rows: 1 },
    ];
    expect(await studies.studies(workspaceId, projectId, 2)).toEqual(all);
    expect(await studies.studies(workspaceId, projectId, 1)).toEqual(all.slice(0, 1));
  });
});

describe('rows that an older version of the service has left out', () => {
  /** Makes a session look as if an older version had stored its trades. */
  const forget = async ({ id }: Id) => {
    await query('DELETE FROM trials WHERE session_id = $1', [id]);
    await query('UPDATE sessions SET run = NULL WHERE id = $1', [id]);
  };

  it('are included in reads, and are added by the next write or after a start', async () => {
    const project = await aProjectId();
    const [read, written, emptied, moved, gone] = await Promise.all(
      Array.from({ length: 5 }, () => aSessionWith(t.call, tradesWith(5, -3), project)),
    );
    for (const session of [read, written, emptied, moved, gone]) await forget(session!);
    const before = await studyOf(t, project);
    expect(before.map(({ ended, run }) => [ended, run])).toEqual(Array.from({ length: 5 }, () => [null, 1]));
    await ingest(t.call, written!, [aTrade({ hour: 9 })]);
    await empty(emptied!);
    await moveTo(moved!, 'A');
    await remove(gone!);
    const filler = t.app.get(RunsFiller);
    filler.onApplicationBootstrap();
    const stored = 'SELECT session_id FROM trials WHERE project_id = $1';
    await until(async () => (await query(stored, [project.projectId])).length === 6);
    const rows = await studyOf(t, project);
    expect(rows.map(({ sessionId, createdAt }) => [sessionId, createdAt])).toEqual(
      before.map(({ sessionId, createdAt }) => [sessionId, createdAt]),
    );
    const ends = new Map(rows.map(({ sessionId, ended }) => [sessionId, ended]));
    expect([read, written, emptied, moved, gone].map((session) => ends.get(session!.id))).toEqual([
      null,
      null,
      'emptied',
      'moved',
      'deleted',
    ]);
    expect(rows.map(({ figures }) => figures !== null)).toEqual(Array(5).fill(true));
  });

  it('are read as ended if the older version has deleted or emptied their sessions', async () => {
    const project = await aProjectId();
    const deleted = await aSessionWith(t.call, [aTrade()], project);
    const emptied = await aSessionWith(t.call, [aTrade()], project);
    await query('DELETE FROM trades WHERE session_id = ANY ($1)', [[deleted.id, emptied.id]]);
    await query('DELETE FROM session_assets WHERE session_id = $1', [deleted.id]);
    await query('DELETE FROM sessions WHERE id = $1', [deleted.id]);
    await query('UPDATE sessions SET revision = revision + 1 WHERE id = $1', [emptied.id]);
    expect(endsOf(await studyOf(t, project))).toEqual([
      [deleted.id, 1, 'deleted'],
      [emptied.id, 1, 'emptied'],
    ]);
    await ingest(t.call, emptied, [aTrade()]);
    expect(endsOf(await studyOf(t, project)).slice(1)).toEqual([
      [emptied.id, 1, 'emptied'],
      [emptied.id, 2, null],
    ]);
  });
});

describe('a session that an older version of the service has filled again after this version had emptied it', () => {
  /** Returns a session whose row says `emptied`, with trades that no row counts. */
  const aRefilledSession = async (project: { readonly projectId: string }) => {
    const session = await aSessionWith(t.call, tradesWith(5), project);
    await empty(session);
    await ingest(t.call, session, tradesWith(7, -3));
    await query('DELETE FROM trials WHERE session_id = $1 AND run = 2', [session.id]);
    await query('UPDATE sessions SET run = 1 WHERE id = $1', [session.id]);
    return session;
  };
  const counted = async (project: { readonly projectId: string }, study?: string) =>
    (await studyOf(t, project, study))
      .toSorted((a, b) => a.run - b.run)
      .map(({ run, ended, current, figures }) => [run, ended, current, figures?.tradeCount]);

  it('counts as another try, in addition to the row that was emptied', async () => {
    const project = await aProjectId();
    const session = await aRefilledSession(project);
    const rows = [
      [1, 'emptied', false, 1],
      [2, null, true, 2],
    ];
    expect(await counted(project)).toEqual(rows);
    await ingest(t.call, session, [aTrade({ hour: 9 })]);
    expect(await counted(project)).toEqual([rows[0], [2, null, true, 3]]);
  });

  it('stays counted with its figures when it is deleted or emptied', async () => {
    for (const [end, ended] of [
      [remove, 'deleted'],
      [empty, 'emptied'],
    ] as const) {
      const project = await aProjectId();
      await end(await aRefilledSession(project));
      expect(await counted(project)).toEqual([
        [1, 'emptied', false, 1],
        [2, ended, false, 2],
      ]);
    }
  });

  it('stays counted when it moves to another study', async () => {
    const project = await aProjectId();
    await moveTo(await aRefilledSession(project), 'A');
    expect(await counted(project)).toEqual([
      [1, 'emptied', false, 1],
      [2, 'moved', false, 2],
    ]);
    expect(await counted(project, 'A')).toEqual([[2, null, true, 2]]);
  });
});

describe('the figures of a run', () => {
  it('contain the statistics, the risk figures and the moments of the daily returns', async () => {
    const project = await aProjectId();
    const sessions = await Promise.all([0, 9].map((k) => aSessionWith(t.call, exampleTrades(k), project)));
    const rows = new Map((await studyOf(t, project)).map((row) => [row.sessionId, row.figures!]));
    const [first, last] = sessions.map(({ id }) => rows.get(id)!);
    const risk = await t.call.get(`/sessions/${sessions[1]!.id}/analysis/risk`).expect(200);
    expect(last!.returns).toEqual(risk.body.returns);
    expect(last!.sharpePerDay! * Math.sqrt(365)).toBeCloseTo(risk.body.returns.sharpe, 7);
    const stats = await statsOf(t.call, sessions[1]!, 0);
    const { curve, ...statistics } = last!.statistics as Readonly<Record<string, unknown>>;
    expect(curve).toHaveLength(40);
    // The statistics show 0 for a figure that is undefined.
    const defined = Object.entries(statistics).filter(([, value]) => value !== null);
    expect(stats).toMatchObject(Object.fromEntries(defined));
    expect(first).toMatchObject({
      days: 60,
      tradingDays: 60,
      tradeCount: 60,
      firstEntry: START,
      lastExit: START + 59.5 * DAY,
      firstDay: '2024-01-01',
      lastDay: '2024-02-29',
      equityNotPositive: false,
    });
    expect(first!.dailyPlNet!.slice(0, 4).map(({ plNet }) => plNet)).toEqual(['-21', '-12', '1', '18']);
    expect(first!.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(first!.hash).not.toBe(last!.hash);
  });

  it('are stored with the version of the risk analysis', () => {
    expect(VERSION_OF_RETURNS).toBe(riskTask.version);
  });

  const stored = async ({ id }: Id): Promise<number | null> => {
    const [row] = await query<{ revision: number }>(
      `SELECT f.revision FROM session_figures f
       JOIN sessions s ON s.workspace_id = f.workspace_id AND s.id = f.session_id AND s.revision = f.revision
         AND s.account_timezone = f.account_timezone WHERE f.session_id = $1`,
      [id],
    );
    return row?.revision ?? null;
  };

  /**
   * Advances the clock until the figures are stored. The background work handles the sessions of other tests first, and
   * pauses after each session.
   */
  const storedInTime = (session: Id) =>
    until(async () => {
      clock.advance(1_000);
      return (await stored(session)) !== null;
    });

  it('are computed ten seconds after the last write, and a second after a session is finished', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    clock.advance(9_000);
    await ingest(t.call, session, [aTrade({ hour: 3 })]);
    clock.advance(9_000);
    expect(await stored(session)).toBeNull();
    await storedInTime(session);
    const finished = await aSessionWith(t.call, [aTrade()]);
    await finish(t.call, finished);
    await storedInTime(finished);
    await t.call.patch(`/sessions/${finished.id}`, { accountTimezone: 'Asia/Tokyo' }).expect(200);
    expect(await stored(finished)).toBeNull();
    await storedInTime(finished);
  });

  it('change the version of the study, as do changed labels and ended runs', async () => {
    const project = await aProjectId();
    const workspaceId = await workspaceOf(t, project);
    const versions: string[] = [];
    const look = async () => {
      const { version, rows, pending } = await t.app
        .get(StudiesService)
        .versionOf(workspaceId, project.projectId, '');
      versions.push(version);
      return [rows, pending];
    };
    expect(await look()).toEqual([0, 0]);
    const session = await aSessionWith(t.call, [aTrade()], project);
    expect(await look()).toEqual([1, 0]);
    await ingest(t.call, session, [aTrade({ hour: 5 })]);
    await look();
    await t.call.patch(`/sessions/${session.id}`, { tags: ['x'] }).expect(200);
    await look();
    await finish(t.call, session);
    await look();
    await remove(session);
    expect(await look()).toEqual([1, 0]);
    expect(new Set(versions).size).toBe(versions.length);
    await look();
    expect(versions.at(-1)).toBe(versions.at(-2));
  });

  /** Replaces a method for one call, which first does the work. */
  function onceBefore<Name extends string>(
    service: Record<Name, (...args: never[]) => Promise<unknown>>,
    name: Name,
    work: () => Promise<unknown>,
  ): void {
    const original = service[name].bind(service);
    service[name] = async (...args) => {
      Reflect.deleteProperty(service, name);
      await work();
      return original(...args);
    };
  }

  type Deletion = () => Promise<unknown>;
  it.each<[string, (deletion: Deletion) => void]>([
    ['its assets are read', (deletion) => onceBefore(t.app.get(SessionsService), 'getAssets', deletion)],
    ['its trades are read', (deletion) => onceBefore(t.app.get(AnalysisQueue), 'run', deletion)],
    ['its figures are stored', (deletion) => onceBefore(t.app.get(SessionsService), 'withLock', deletion)],
  ])('cause no warning in the log if the session is deleted before %s', async (_, onceBeforeStep) => {
    const project = await aProjectId();
    const session = await aSessionWith(t.call, tradesWith(5, -3), project);
    const key = { id: session.id, workspaceId: await workspaceOf(t, project) };
    onceBeforeStep(() => remove(session));
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const revision = await t.app.get(SessionFiguresService).prepare(key, new AbortController().signal);
    const warnings = [...warn.mock.calls];
    warn.mockRestore();
    expect(warnings).toEqual([]);
    expect(revision).toBeNull();
    const [row] = await studyOf(t, project);
    expect(row).toMatchObject({ ended: 'deleted', figures: { tradeCount: 2 } });
  });
});

describe('concurrent writes', () => {
  it('end a run only once if two requests remove all its trades', async () => {
    const project = await aProjectId();
    const session = await aSessionWith(t.call, tradesWith(5, -3), project);
    const path = `/sessions/${session.id}/trades`;
    const both = await Promise.all([t.call.delete(path), t.call.delete(path)]);
    expect(both.map(({ body }) => body.removed as number).toSorted((a, b) => a - b)).toEqual([0, 2]);
    const rows = await studyOf(t, project);
    expect(endsOf(rows)).toEqual([[session.id, 1, 'emptied']]);
    expect(rows[0]!.figures!.tradeCount).toBe(2);
  });

  it('count a session that is deleted while trades arrive', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await aProjectId();
      const session = await aSessionWith(t.call, [aTrade()], project);
      const [, deleted] = await Promise.all([
        t.call.post(`/sessions/${session.id}/trades`, { trades: [aTrade({ hour: 4 })] }),
        t.call.delete(`/sessions/${session.id}`),
      ]);
      expect(deleted.status).toBe(204);
      const [row, ...others] = await studyOf(t, project);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ ended: 'deleted', run: 1 });
      expect([1, 2]).toContain(row!.figures!.tradeCount);
    }
  });
});
