import { DataSource } from 'typeorm';
import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { TestApp } from '../support/app.js';
import { A7, type AnswerRow, TAKEN_BACK } from '../support/answer-rows.js';
import { MINUTE, T, aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { sharedTestApp } from '../support/shared-app.js';
import { type StoredFirstVersion, markLook, storeFirstVersions } from '../support/stored-answers.js';

let t: TestApp;
let database: DataSource;
beforeAll(async () => {
  t = await sharedTestApp();
  database = t.app.get(DataSource);
});

interface Id {
  readonly id: string;
}

const pathOf = ({ id }: Id) => `/sessions/${id}/analysis/first-answers`;
const firstAnswersOf = async (session: Id, query = '') =>
  (await t.call.get(pathOf(session) + query).expect(200)).body;
const questionOf = async ({ id }: Id, query = '') => {
  const { body } = await t.call.get(`/sessions/${id}/analysis/evidence${query}`).expect(200);
  return body.questions[1];
};

/** Returns an id that no stored trade has; the ids ascend with the number. */
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const times = ({ entryTime = 0, exitTime = 0 }: AnswerRow) => ({
  entryTime: T + entryTime,
  exitTime: T + exitTime,
});

/** Stores rows as trades and first versions. Returns the session, and the ids of the trades by their names. */
async function aSessionOf(rows: readonly AnswerRow[]) {
  const stored = rows.filter(({ change = 'none' }) => change === 'none');
  const session = await aSessionWith(
    t.call,
    stored.map(({ id, plNet, ...row }) =>
      aTrade({
        clientId: id,
        entryPrice: 1_000,
        exitPrice: 1_000 + plNet,
        qty: 1,
        ...times(row as AnswerRow),
      }),
    ),
  );
  const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
  const ids = new Map<string, string>(
    body.trades.map(({ id, clientId }: Id & { clientId: string }) => [clientId, id]),
  );
  const versions = rows
    .filter(({ change = 'none' }) => change !== 'none')
    .map(({ id, plNet, at = 0, change, look, ...row }, place): StoredFirstVersion => {
      const kind = change === 'gone' ? (place % 2 === 0 ? 'deleted' : 'rewound') : (change as 'edited');
      ids.set(id, ids.get(id) ?? idOf(place));
      const more = { clientId: id, ...(look === 'run' && { secondLook: 'run' as const }) };
      return { tradeId: ids.get(id)!, kind, plNet, at, ...times({ id, plNet, ...row }), ...more };
    });
  await storeFirstVersions(database, session, versions);
  for (const { id, look, at = 0 } of stored)
    if (look) await markLook(database, session, ids.get(id)!, { look: 'run', at });
  return { session, ids };
}

describeAnalysis(() => t, 'analysis/first-answers');

describe('GET /sessions/{id}/analysis/first-answers', () => {
  it('compares the trades as kept with the first answers, while the session is active and afterwards', async () => {
    const { session, ids } = await aSessionOf(TAKEN_BACK);
    const body = await firstAnswersOf(session);
    const { asFirst, asKept, list, ...rest } = body;
    expect(rest).toEqual({
      calculationVersion: CALCULATION_VERSION,
      reason: null,
      changes: {
        removed: 3,
        edited: 1,
        costs: 0,
        secondLooks: 2,
        retaken: 1,
        helped: 6,
        hurt: 0,
        change: 10,
        pValue: 0.00159984,
      },
      earlierRuns: 0,
      earlierLooks: 0,
      draws: 0,
    });
    expect(asFirst).toMatchObject({ tradeCount: 6, winCount: 2, plNet: -4 });
    expect(asKept).toEqual((await t.call.get(`/sessions/${session.id}/analysis/figures`)).body.figures);
    expect(
      list.map(({ tradeId, kind, at, first, kept }: Record<string, unknown>) => [
        at,
        tradeId,
        kind,
        first,
        kept,
      ]),
    ).toEqual([
      [14, ids.get('C5'), 'second-look', null, 1],
      [13, ids.get('B5'), 'retaken', 1, null],
      [11, ids.get('A5'), 'removed', -1, null],
      [8, ids.get('A4'), 'edited', -1, 1],
      [6, ids.get('A3'), 'removed', -2, null],
      [4, ids.get('B1'), 'second-look', null, 2],
      [3, ids.get('A1'), 'removed', -2, null],
    ]);
    expect(list[3]).toMatchObject({
      clientId: 'A4',
      side: 'long',
      entryTime: T + 60 * MINUTE,
      exitTime: T + 70 * MINUTE,
    });
    await finish(t.call, session);
    expect(await firstAnswersOf(session)).toEqual(body);
  });

  it('counts answers that were only deleted, and costs', async () => {
    const { session } = await aSessionOf([...TAKEN_BACK, A7]);
    expect(await firstAnswersOf(session)).toMatchObject({
      asFirst: { tradeCount: 7, plNet: -7 },
      changes: { removed: 4, change: 13, pValue: 0.00229977 },
    });
    const costs = await aSessionOf([
      { id: 'a', plNet: 5 },
      { id: 'a', plNet: 3, change: 'costs', at: 2 },
    ]);
    const { changes, list } = await firstAnswersOf(costs.session);
    expect(changes).toMatchObject({ costs: 1, edited: 0, change: 2 });
    expect(list).toMatchObject([{ kind: 'costs', at: 2, first: 3, kept: 5 }]);
  });

  it('uses the threshold, and counts earlier looks, earlier runs and draws', async () => {
    const { session, ids } = await aSessionOf(TAKEN_BACK);
    await markLook(database, session, ids.get('A2')!, { look: 'earlier-run', at: 99 });
    await database.query('UPDATE sessions SET earlier_runs = 2 WHERE id = $1', [session.id]);
    const body = await firstAnswersOf(session, '?breakEvenThreshold=1');
    expect(body).toMatchObject({ asFirst: { breakEvenCount: 4 }, asKept: { breakEvenCount: 4 } });
    expect(body).toMatchObject({ earlierRuns: 2, earlierLooks: 1, changes: { secondLooks: 2 } });
    expect(body.list[0]).toMatchObject({
      kind: 'earlier-look',
      at: 99,
      first: null,
      kept: 1,
      clientId: 'A2',
    });
    const { headers } = await t.call.get(pathOf(session)).expect(200);
    await database.query('UPDATE sessions SET draws = 3 WHERE id = $1', [session.id]);
    const drawn = await t.call.get(pathOf(session)).set('if-none-match', headers['etag']!).expect(200);
    expect(drawn.body).toMatchObject({ draws: 3 });
  });

  it('has other figures and another ETag after each change', async () => {
    const session = await aSessionWith(t.call, [aTrade({ clientId: 'kept' })]);
    const before = await t.call.get(pathOf(session)).expect(200);
    const version = {
      tradeId: idOf(1),
      kind: 'rewound',
      plNet: -30,
      at: T,
      entryTime: T,
      exitTime: T + 1,
    } as const;
    await storeFirstVersions(database, session, [version]);
    const after = await t.call.get(pathOf(session)).set('if-none-match', before.headers['etag']!).expect(200);
    expect(after.body).toMatchObject({
      asFirst: { plNet: -20 },
      asKept: { plNet: 10 },
      changes: { change: 30 },
    });
    await ingest(t.call, session, [aTrade({ hour: 3 })]);
    expect(await firstAnswersOf(session)).toMatchObject({ asFirst: { plNet: -10 }, asKept: { plNet: 20 } });
  });

  it('covers only its own session', async () => {
    await aSessionOf(TAKEN_BACK);
    const { changes, list, asFirst, asKept } = await firstAnswersOf(await aSessionWith(t.call, [aTrade()]));
    expect([changes.removed, list]).toEqual([0, []]);
    expect(asFirst).toEqual(asKept);
  });

  it('has figures if all trades went', async () => {
    const session = await aSession(t.call);
    const version = {
      tradeId: idOf(1),
      kind: 'deleted',
      plNet: -30,
      at: T,
      entryTime: T,
      exitTime: T + 1,
    } as const;
    await storeFirstVersions(database, session, [version]);
    expect(await firstAnswersOf(session)).toMatchObject({
      reason: null,
      asFirst: { tradeCount: 1 },
      asKept: { tradeCount: 0 },
      changes: { change: 30, pValue: 1 },
    });
  });

  it('takes no filters', async () => {
    const session = await aSession(t.call);
    for (const filter of ['side=long', 'tag=x', 'from=1', 'outcome=win'])
      expectProblem(await t.call.get(`${pathOf(session)}?${filter}`), 'VALIDATION_FAILED', [
        filter.split('=')[0]!,
      ]);
  });
});

describe('the question whether the first answers were kept', () => {
  it('is doubted if the changes help more than chance', async () => {
    const { session } = await aSessionOf(TAKEN_BACK);
    expect(await questionOf(session)).toEqual({
      question: 'first-answers-kept',
      verdict: 'doubts',
      figure: 'first-answers.changes.pValue',
      value: 0.00159984,
      threshold: 0.05,
      source: 'first-answers',
      reason: null,
      sentence:
        '4 of 6 answers were removed or changed after they were stored, and 3 were given again with the outcome ' +
        'known: net −4.00 as first answered, +6.00 as kept.',
    });
    expect(await questionOf(session, '?maxFirstAnswersP=0.001')).toMatchObject({
      verdict: 'cannot-say',
      reason: 'answers-changed',
      threshold: 0.001,
    });
  });

  it('is supported if nothing was changed, unless the session has an earlier run', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    expect(await questionOf(session)).toMatchObject({ verdict: 'supports', value: null, reason: null });
    await database.query('UPDATE sessions SET earlier_runs = 1 WHERE id = $1', [session.id]);
    expect(await questionOf(session)).toMatchObject({ verdict: 'cannot-say', reason: 'earlier-runs' });
  });
});
