import { DataSource } from 'typeorm';
import type { LeaderboardAnswer } from '../../src/review/selection/routes/leaderboard.dto.js';
import { TestApp, startTestApp } from '../support/app.js';
import { aRun, anExampleStudy, dailyTrades } from '../support/example-study.js';
import { DAY, aProject, aSession, aTrade, ingest } from '../support/factories.js';
import type { DayResult } from '../support/study-rows.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const leaderboardOf = async (projectId: string, query = ''): Promise<LeaderboardAnswer> =>
  (await t.call.get(`/projects/${projectId}/leaderboard${query}`).expect(200)).body;

describe('the rows of a leaderboard', () => {
  it('shows what tells sessions apart, and names what all sessions have in common', async () => {
    const { id } = await aProject(t.call);
    const range = { rangeStart: DAY, rangeEnd: 9 * DAY, startedAt: 5_000 };
    const assets = ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({ symbol, timeframe: '5m' }));
    const trial = (n: number) => ({ parameters: { n, exit: 'stop', x: true } });
    const make = (n: number, fields = {}) =>
      aSession(t.call, { projectId: id, initialBalance: 1000, assets, trial: trial(n), ...fields });
    const [one, two, none] = [await make(1, range), await make(2, { strategy: 'other' }), await make(3)];
    const results: DayResult[] = [
      [0, 10],
      [1, -20],
      [2, 5.5],
    ];
    const inBitcoin = (days: readonly DayResult[]) =>
      dailyTrades(days).map((trade) => ({ ...trade, symbol: 'BTCUSDT' }));
    await ingest(t.call, one, inBitcoin(results));
    await ingest(t.call, two, inBitcoin([[0, 1]]));
    await t.call.post(`/sessions/${one.id}/finish`, {}).expect(200);
    const { sessions, constant } = await leaderboardOf(id, '?all=true&sort=plNet');
    expect(sessions.map(({ session, rank }) => [session.id, rank])).toEqual([
      [two.id, 1],
      [one.id, 2],
      [none.id, null],
    ]);
    const record = (await t.call.get(`/sessions/${one.id}/record`).expect(200)).body.session;
    expect(sessions[1]!.session).toMatchObject({
      ...range,
      sourceFile: null,
      runAt: null,
      updatedAt: record.updatedAt,
      symbols: ['BTCUSDT', 'ETHUSDT'],
      timeframes: ['5m'],
      curve: [100, 101, 99, 99.55],
    });
    const common = [
      'symbols',
      'timeframes',
      'accountCurrency',
      'initialBalance',
      'mode',
      'source',
      'tags',
      'study',
    ];
    expect(constant).toEqual([...common, 'parameters.exit', 'parameters.x']);
    await t.call.post(`/sessions/${two.id}/finish`, {}).expect(200);
    const { constant: ofFinished } = await leaderboardOf(id, '?sort=plNet');
    expect(ofFinished).toEqual(['status', ...common, 'parameters.exit', 'parameters.x']);
    expect((await leaderboardOf(id, '?where=parameters.n=1')).constant).toEqual([]);
  });

  it('has the extremes of the equity within a day, unless version 1.13 stored the figures', async () => {
    const { id } = await aProject(t.call);
    const session = await aSession(t.call, { projectId: id, initialBalance: 1000 });
    const nets = [10, -30, 50, -5];
    await ingest(
      t.call,
      session,
      nets.map((plNet, hour) => aTrade({ hour, plNet })),
    );
    // Another query, because responses are cached.
    const curvesOf = async (query: string) => {
      const { body } = await t.call.get('/project-records').expect(200);
      const project = body.projects.find((found: { readonly id: string }) => found.id === id);
      return [(await leaderboardOf(id, query)).sessions[0]!.session.curve, project.curve];
    };
    const curve = [100, 101, 98, 103, 102.5];
    await leaderboardOf(id, '?sort=plNet');
    expect(await curvesOf('?sort=plNet')).toEqual([curve, curve]);
    await t.app
      .get(DataSource)
      .query(
        `UPDATE session_figures SET statistics = (statistics::jsonb - 'curve')::json WHERE session_id = $1`,
        [session.id],
      );
    expect(await curvesOf('?sort=winCount')).toEqual([
      [100, 102.5],
      [100, 102.5],
    ]);
  });

  it('changes its ETag if a session without trades changes, only if it shows them', async () => {
    const { id } = await aProject(t.call);
    await aRun(t.call, id, [[0, 10]]);
    const empty = await aSession(t.call, { projectId: id });
    const etagOf = async (query: string) =>
      (await t.call.get(`/projects/${id}/leaderboard${query}`).expect(200)).headers['etag'];
    const before = [await etagOf(''), await etagOf('?all=true')];
    await t.call.patch(`/sessions/${empty.id}`, { name: 'Renamed' }).expect(200);
    expect([await etagOf(''), await etagOf('?all=true')]).toEqual([
      before[0],
      expect.not.stringMatching(before[1]!),
    ]);
    await t.call.delete(`/sessions/${empty.id}`).expect(204);
    expect((await leaderboardOf(id, '?all=true')).sessions).toHaveLength(1);
  });

  it('folds sessions with the same trades within each study', async () => {
    const { projectId, sessions } = await anExampleStudy(t.call);
    const copies = [];
    for (const study of [null, 'other', 'other']) {
      const body = { withTrades: true, trial: { study } };
      copies.push((await t.call.post(`/sessions/${sessions[9]!.id}/copy`, body).expect(201)).body.session);
    }
    const { sessions: rows } = await leaderboardOf(projectId, '?fold=true&sort=plNet&study=*&count=2');
    expect(
      rows.map(({ session, repeats, duplicateOf, rank }) => [session.id, repeats, duplicateOf, rank]),
    ).toEqual(
      [
        [sessions[9]!.id, 2, null, 1],
        [copies[1].id, 2, null, 2],
      ]
        .toSorted(([one], [other]) => (one! < other! ? -1 : 1))
        .map(([id, repeats, of], i) => [id, repeats, of, i + 1]),
    );
    const all = await leaderboardOf(projectId, '?sort=plNet&count=2');
    const counting = new Map(all.sessions.map(({ session, duplicateOf }) => [session.id, duplicateOf]));
    expect(counting).toEqual(
      new Map([
        [sessions[9]!.id, null],
        [copies[0].id, sessions[9]!.id],
      ]),
    );
  });

  it('compares each session with the tries of its own study, for all studies only on request', async () => {
    const { projectId, sessions } = await anExampleStudy(t.call, {});
    await aRun(t.call, projectId, [[0, 1]], { trial: { study: 'other' }, name: 'alone' });
    const own = await leaderboardOf(projectId);
    const each = await leaderboardOf(projectId, '?study=*&verdicts=each&judged=first');
    const verdicts = new Map(each.sessions.map(({ session, selection }) => [session.id, selection]));
    for (const { session, selection } of own.sessions) expect(verdicts.get(session.id)).toEqual(selection);
    expect(verdicts.get(sessions[9]!.id)).toMatchObject({ trials: 10, verdict: 'above-the-bar' });
    expect(each.sessions.at(-1)).toMatchObject({
      session: { name: 'alone' },
      selection: { trials: 1, verdict: 'unknown' },
    });
    const { sessions: all } = await leaderboardOf(projectId, '?study=*');
    expect(all.map(({ selection }) => selection)).toEqual(Array.from({ length: 11 }, () => null));
  });
});
