import { DataSource } from 'typeorm';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import type { Scope } from '../../src/platform/auth/principal.js';
import { SAMPLE_RUNS, SAMPLE_SPAN, sampleMinutes } from '../../src/review/samples/sample-plan.js';
import { SampleInsertsService } from '../../src/review/samples/sample-inserts.service.js';
import { SessionsService } from '../../src/sessions/sessions.service.js';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { sendCandles } from '../support/candle-imports.js';
import { MINUTE, type Answered, aProject } from '../support/factories.js';
import { PRESENT, startLiveApp } from '../support/live-app.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';
import { expectProblem } from '../support/problems.js';
import { setQuotas } from '../support/quotas.js';
import { removeSample, sampleOf } from '../support/samples.js';
import { studyOf } from '../support/trials.js';

/** A database that only this suite uses: others may make samples at the same time, and all share the candles. */
let own: OwnDatabase;
let t: TestApp;
beforeAll(async () => {
  own = await anOwnDatabase();
  t = await startTestApp({}, own.address);
});
afterAll(async () => {
  await t.close();
  await own.remove();
});
beforeEach(() => removeSample(t.call));

/** A caller with a stored key of a workspace that no other test uses. */
async function newcomer(...scopes: Scope[]) {
  const name = `sample-${Math.random().toString(36).slice(2)}`;
  const wanted = { name, workspace: name, scopes, expiresAt: null };
  return callerWith(t.stranger, (await t.app.get(KeysService).create(wanted)).secret);
}

const projects = async (): Promise<unknown[]> => (await t.call.get('/projects').expect(200)).body.projects;

const tradesOf = (sessions: readonly Answered<SessionRecord>[]): number =>
  sessions.reduce((sum, { summary }) => sum + summary.tradeCount, 0);

/** Returns how many entries the audit log has of each action. */
async function actionsOf(call: TestApp['call']): Promise<Record<string, number>> {
  const { body } = await call.get('/audit?count=500').expect(200);
  const counts: Record<string, number> = {};
  for (const { action } of body.entries as { action: string }[]) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

describe('POST /samples', () => {
  it('makes a project of the symbol SAMPLE with finished sessions, and the desk has a link to it', async () => {
    const { status, project, sessions, desk, ...rest } = await sampleOf(t.call);
    expect([status, rest]).toEqual([201, {}]);
    expect(project).toMatchObject({ name: 'Sample: moving averages', symbol: 'SAMPLE', timeframe: '15m' });
    expect(desk).toBe(`/desk/#/projects/${project.id}`);
    expect(sessions.map(({ name }) => name)).toEqual(SAMPLE_RUNS.map(({ name }) => name).toReversed());
    for (const session of sessions) {
      expect(session).toMatchObject({
        projectId: project.id,
        status: 'finished',
        assets: [{ symbol: 'SAMPLE', timeframe: '15m' }],
        feesConfig: { entryFee: 0.02, exitFee: 0.02, type: 'percent' },
        rangeStart: SAMPLE_SPAN.start,
        rangeEnd: SAMPLE_SPAN.end,
      });
      expect(session.summary.feesPaid).toBeGreaterThan(0);
    }
    const { body } = await t.call.get(`/sessions?projectId=${project.id}`).expect(200);
    expect(body.sessions).toEqual(sessions);
  });

  it('has something to show in each analysis', async () => {
    const { project, sessions } = await sampleOf(t.call);
    await studyOf(t, { projectId: project.id });
    const get = async (path: string) => (await t.call.get(path).expect(200)).body;
    const leaderboard = await get(`/projects/${project.id}/leaderboard?fold=true`);
    expect(leaderboard.sessions).toHaveLength(10);
    expect(leaderboard.sessions[0]).toMatchObject({ repeats: 2, session: { name: '10 and 60 closes' } });
    const verdicts = leaderboard.sessions.map(
      ({ selection }: { selection: { verdict: string } }) => selection.verdict,
    );
    expect(new Set(verdicts)).toEqual(new Set(['undecided', 'within-luck']));
    expect(await get(`/projects/${project.id}/analysis/overfitting`)).toMatchObject({ state: 'ready' });
    const ofSession = (name: string) => get(`/sessions/${sessions.at(-1)!.id}/analysis/${name}`);
    expect((await ofSession('monte-carlo')).suggested.riskPct).toBeGreaterThan(0.5);
    for (const name of ['exits?targets=auto', 'excursions', 'fills', 'timing', 'equity'])
      expect([name, await ofSession(name)]).toMatchObject([name, { state: 'ready' }]);
    expect(await ofSession('timestamps')).toMatchObject({ verdict: 'aligned' });
    expect(await ofSession('fills')).toMatchObject({ summary: { fills: { impossible: 0 } } });
    const { questions } = await ofSession('evidence');
    const answers = questions.map(({ verdict }: { verdict: string }) => verdict);
    expect(new Set(answers)).toEqual(new Set(['supports', 'doubts']));
  });

  it('returns the sample that stands, also with a session less, and changes nothing', async () => {
    const first = await sampleOf(t.call);
    expect(await sampleOf(t.call)).toEqual({ ...first, status: 200 });
    const [removed, ...others] = first.sessions;
    await t.call.delete(`/sessions/${removed!.id}`).expect(204);
    expect(await sampleOf(t.call)).toEqual({ ...first, status: 200, sessions: others });
    expect(await projects()).toEqual([first.project]);
  });

  it('makes one sample if requests arrive at the same time', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => sampleOf(t.call)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(await projects()).toEqual([answers[0]!.project]);
    const { project, sessions } = answers[0]!;
    for (const answer of answers) expect(answer).toMatchObject({ project, sessions });
  });

  it('makes a sample of its own for each workspace', async () => {
    const [mine, others] = [await sampleOf(t.call), await sampleOf(t.other)];
    expect([mine.status, others.status]).toEqual([201, 201]);
    expect(others.project.id).not.toBe(mine.project.id);
    await removeSample(t.other);
  });

  it('makes the sample again after it was removed, with the candles that have stayed', async () => {
    const call = await newcomer('read', 'write', 'audit');
    const first = await sampleOf(call);
    await call.delete(`/projects/${first.project.id}?sessions=true`).expect(204);
    const candles = await call.get('/candles?symbol=SAMPLE&interval=1m&count=1').expect(200);
    expect(candles.body.candles).toHaveLength(1);
    const second = await sampleOf(call);
    expect(second.status).toBe(201);
    expect(second.project.id).not.toBe(first.project.id);
    expect(tradesOf(second.sessions)).toBe(tradesOf(first.sessions));
    const runs = SAMPLE_RUNS.length;
    const counts = await actionsOf(call);
    expect(counts).toMatchObject({ 'project.create': 2, 'project.delete': 1, 'session.create': 2 * runs });
    expect(counts).toMatchObject({ 'trades.import': 2 * runs, 'session.finish': 2 * runs });
    expect(counts).not.toHaveProperty(['candles.import']);
  });

  it('does not take a project of the symbol without sessions for a sample', async () => {
    const empty = await aProject(t.call, { symbol: 'sample' });
    const { status, project } = await sampleOf(t.call);
    expect(status).toBe(201);
    expect(project.id).not.toBe(empty.id);
  });

  it('needs the scope write, and no other', async () => {
    expectProblem(await (await newcomer('read', 'candles')).post('/samples'), 'FORBIDDEN');
    expect((await (await newcomer('write')).post('/samples')).status).toBe(201);
  });

  it('takes no field and no parameter', async () => {
    expectProblem(await t.call.post('/samples', { name: 'x' }), 'VALIDATION_FAILED', ['name']);
    expectProblem(await t.call.post('/samples?symbol=BTCUSDT'), 'VALIDATION_FAILED', ['symbol']);
    expect(await projects()).toEqual([]);
  });

  it('names a quota, and then makes no part of the sample', async () => {
    for (const [quota, most, code] of [
      ['sessions', SAMPLE_RUNS.length - 1, 'QUOTA_SESSIONS'],
      ['trades', 500, 'QUOTA_TRADES'],
    ] as const) {
      await setQuotas(t, { [quota]: most });
      expectProblem(await t.call.post('/samples'), code);
      expect(await projects()).toEqual([]);
      await setQuotas(t, { [quota]: null });
    }
    await setQuotas(t, { sessions: SAMPLE_RUNS.length });
    expect((await sampleOf(t.call)).status).toBe(201);
    // The sample that stands needs no room.
    await setQuotas(t, { sessions: 1, trades: 1 });
    expect((await sampleOf(t.call)).status).toBe(200);
    await setQuotas(t, { sessions: null, trades: null });
  });
});

describe('a sample that fails', () => {
  it('leaves no project, and the next request makes it', async () => {
    const finish: SessionsService['finishWithin'] = Reflect.get(SessionsService.prototype, 'finishWithin');
    let calls = 0;
    const services = t.instances.map((instance) => instance.get(SessionsService));
    for (const service of services)
      Object.assign(service, {
        finishWithin(this: SessionsService, ...rest: Parameters<typeof finish>) {
          calls += 1;
          return calls === SAMPLE_RUNS.length ? Promise.reject(new Error('no')) : finish.apply(this, rest);
        },
      });
    expectProblem(await t.call.post('/samples'), 'INTERNAL_ERROR');
    for (const service of services) Reflect.deleteProperty(service, 'finishWithin');
    expect(calls).toBe(SAMPLE_RUNS.length);
    expect(await projects()).toEqual([]);
    const { status, sessions } = await sampleOf(t.call);
    expect([status, sessions.length]).toEqual([201, SAMPLE_RUNS.length]);
  });

  it('is made again if another request removes it before it is answered', async () => {
    const services = t.instances.map((instance) => instance.get(SampleInsertsService));
    const insert: SampleInsertsService['insert'] = Reflect.get(SampleInsertsService.prototype, 'insert');
    let removed: string | undefined;
    for (const service of services)
      Object.assign(service, {
        async insert(this: SampleInsertsService, ...rest: Parameters<typeof insert>) {
          const made = await insert.apply(this, rest);
          if (removed === undefined) {
            removed = made.projectId;
            // The transaction answers with the id of a project that does not exist.
            return { ...made, projectId: '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a' };
          }
          return made;
        },
      });
    const { status, project } = await sampleOf(t.call);
    for (const service of services) Reflect.deleteProperty(service, 'insert');
    expect([status, project.id]).toEqual([200, removed]);
  });
});

describe('the candles of a sample', () => {
  const stored = async () =>
    t.app.get(DataSource).query<Record<string, number>[]>(
      `SELECT ts, open, high, low, close, volume FROM bars
       WHERE series_id = (SELECT id FROM series WHERE symbol = 'SAMPLE' AND "interval" = '1m') ORDER BY ts`,
    );
  const expected = () => {
    const { count, ts, open, high, low, close, volume } = sampleMinutes();
    return Array.from({ length: count }, (_, at) =>
      [ts, open, high, low, close, volume].map((column) => column[at]!).join(),
    );
  };
  const text = async () => (await stored()).map((bar) => Object.values(bar).map(Number).join());

  it('are those of the sample, whatever was stored, and no candles of another symbol are stored', async () => {
    const at = SAMPLE_SPAN.start + 5_000 * MINUTE;
    const wrong = `ts,open,high,low,close,volume\n${at},1,1,1,1,1\n`;
    await sendCandles(t.call, 'SAMPLE', wrong, { replace: 'true' }).expect(201);
    await sampleOf(t.call);
    expect(await text()).toEqual(expected());
    const { body } = await t.call.get('/candles/series').expect(200);
    expect(body.series.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['SAMPLE']);
  });

  it('are completed if an earlier request has stored only a part of them', async () => {
    const database = t.app.get(DataSource);
    const half = SAMPLE_SPAN.start + 50_000 * MINUTE;
    await database.query('DELETE FROM bars WHERE ts >= $1', [half]);
    await database.query('UPDATE coverage SET end_ts = $1', [half]);
    const restarted = await startTestApp({}, own.address);
    const { status } = await sampleOf(restarted.call);
    await restarted.close();
    expect(status).toBe(201);
    expect(await text()).toEqual(expected());
    expect(await database.query('SELECT start_ts AS start, end_ts AS "end" FROM coverage')).toEqual([
      SAMPLE_SPAN,
    ]);
  });

  it('are never requested from the venue', async () => {
    const empty = await anOwnDatabase();
    const live = await startLiveApp({}, empty.address);
    try {
      live.venue.play({ kind: 'listing', symbol: 'SAMPLE', listedAt: Date.UTC(2019, 0, 1) });
      expectProblem(await live.call.get('/candles?symbol=SAMPLE&interval=1m&before=1'), 'SYMBOL_NOT_FOUND');
      const { sessions } = await sampleOf(live.call);
      const paths = [
        '/candles?symbol=SAMPLE&interval=1m&count=5',
        '/candles?symbol=SAMPLE&interval=1d&count=500',
        `/candles/range?symbol=SAMPLE&interval=1h&from=${SAMPLE_SPAN.end - 3_600_000}&to=${PRESENT}`,
        `/candles/as-of?symbol=SAMPLE&intervals=1m,1d&at=${PRESENT}&count=5`,
        `/sessions/${sessions[0]!.id}/stats`,
        `/sessions/${sessions[0]!.id}/analysis/exits?targets=auto`,
      ];
      for (const path of paths) {
        const { status, body } = await live.call.get(path);
        expect([path, status]).toEqual([path, 200]);
        expect(body.candles ?? ['no candles asked']).not.toEqual([]);
      }
      expect(live.venue.requests).toEqual([]);
    } finally {
      await live.close();
      await empty.remove();
    }
  });
});
