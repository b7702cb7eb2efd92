import { bodyOf, requestFor, selectionOn } from '../../../../test/support/fake-studies.js';
import { BAR_OF_P, COUNTS_OF_P, rowOfP, rowsOfP } from '../../../../test/support/study-rows.js';
import { MAX_TRIALS } from '../../trials/studies.service.js';
import type { StudyRow } from '../../../../test/support/stored-study-rows.js';
import type { SelectionAnswer, SelectionQuery } from './selection.dto.js';

const QUERY: SelectionQuery = { level: 0.95, count: 100 };

const selectionOf = (rows: StudyRow[], query: Partial<SelectionQuery> = {}, on = selectionOn(rows)) =>
  bodyOf<SelectionAnswer>(on.selection.selection(requestFor({ ...QUERY, ...query })));

const idOf = (k: number) => `0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b${k.toString().padStart(2, '0')}`;
const withIds = (rows: StudyRow[]) => rows.map((row, k) => ({ ...row, sessionId: idOf(k) }));

describe('the selection of a study', () => {
  it('has the number of tries and the figures of the worked example', async () => {
    const rows = rowsOfP();
    rows[3] = { ...rows[3]!, ended: 'deleted', session: null };
    const { trials, bar, sessions, ...answer } = await selectionOf([
      ...rows,
      rowOfP(9, { sessionId: 'copy' }),
    ]);
    expect(answer).toMatchObject({
      study: null,
      level: 0.95,
      state: 'ready',
      reason: null,
      since: null,
      nextCursor: null,
    });
    expect(trials).toEqual(COUNTS_OF_P);
    expect(bar).toEqual(BAR_OF_P);
    expect(sessions).toHaveLength(11);
    expect(sessions[0]).toMatchObject({
      sessionId: 'P9',
      run: 1,
      name: 'P9',
      ended: null,
      duplicateOf: null,
      days: 60,
      tradingDays: 60,
      sharpe: 9.90550172,
      deflatedSharpe: 0.96883956,
      verdict: 'above-the-bar',
    });
    expect(sessions[1]).toMatchObject({
      sessionId: 'copy',
      duplicateOf: { sessionId: 'P9', run: 1 },
      holm: null,
    });
    expect(sessions.find(({ sessionId }) => sessionId === 'P3')).toMatchObject({
      name: null,
      ended: 'deleted',
    });
    const ratios = sessions.map(({ sharpePerDay }) => sharpePerDay!);
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a));
  });

  it('lists tries without a ratio last, and returns the list in pages', async () => {
    const rows = withIds(rowsOfP());
    rows[4] = { ...rows[4]!, figures: null, ended: 'deleted', session: null };
    rows.push({ ...rows[4], run: 2 });
    const on = selectionOn(rows);
    const all = (await selectionOf(rows, {}, on)).sessions;
    expect(all.slice(-2).map(({ sessionId, run }) => [sessionId, run])).toEqual([
      [idOf(4), 1],
      [idOf(4), 2],
    ]);
    expect(all.at(-1)).toMatchObject({ days: null, sharpe: null, verdict: 'unknown' });
    const found = [];
    let cursor: string | undefined;
    do {
      const page: SelectionAnswer = await selectionOf(rows, { count: 3, ...(cursor && { cursor }) }, on);
      found.push(...page.sessions);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(all);
    expect(on.fake.reads).toBe(1);
  });

  it('refuses the cursor of another list', async () => {
    const rows = withIds(rowsOfP());
    const { nextCursor } = await selectionOf(rows, { count: 3 });
    await expect(selectionOf(rows, { cursor: nextCursor!, level: 0.9 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('has only the numbers of tries while figures are pending', async () => {
    const rows = rowsOfP();
    rows[2] = { ...rows[2]!, pending: true, figures: null };
    const answer = await selectionOf(rows);
    expect(answer).toMatchObject({
      state: 'pending',
      reason: null,
      bar: null,
      sessions: [],
      nextCursor: null,
    });
    expect(answer.trials).toMatchObject({
      total: 10,
      counted: null,
      duplicates: null,
      live: 10,
      pending: 1,
      known: null,
    });
  });

  it('has only the numbers of tries if there are too many tries', async () => {
    const on = selectionOn(rowsOfP());
    on.fake.statedRows = MAX_TRIALS + 1;
    expect(await selectionOf([], {}, on)).toMatchObject({
      state: 'unavailable',
      reason: 'too-many-trials',
      bar: null,
    });
    expect(on.fake.reads).toBe(0);
    const most = selectionOn(rowsOfP());
    most.fake.statedRows = MAX_TRIALS;
    expect(await selectionOf([], {}, most)).toMatchObject({ state: 'ready' });
  });

  it('is unavailable for a study without tries, but includes the number of tries of the project', async () => {
    const on = selectionOn(rowsOfP());
    on.fake.since = 5;
    const answer = await selectionOf([], { study: 'other' }, on);
    expect(answer).toMatchObject({ study: 'other', state: 'unavailable', reason: 'no-trades', since: 5 });
    expect(answer.trials).toMatchObject({ total: 0, live: 0, project: 10 });
  });

  it('has no bar that luck sets if fewer than two of the tries have a known Sharpe ratio', async () => {
    const rows = rowsOfP()
      .slice(0, 3)
      .map((row, k) => ({
        ...row,
        figures: { ...row.figures!, tradingDays: k === 0 ? 60 : 19 },
      }));
    const { state, reason, bar, trials } = await selectionOf(rows);
    expect({ state, reason, known: trials.known }).toEqual({
      state: 'ready',
      reason: 'no-variance',
      known: 1,
    });
    expect(bar).toMatchObject({ variance: null, sharpePerDay: null, sharpe: null });
  });

  it('has an ETag that depends on the rows of the study and on the parameters of the request', async () => {
    const on = selectionOn(rowsOfP());
    const etagOf = async (query: Partial<SelectionQuery> = {}, seen?: string) =>
      on.selection.selection(requestFor({ ...QUERY, ...query }, seen));
    const { etag } = await etagOf();
    expect((await etagOf()).etag).toBe(etag);
    expect((await etagOf({}, etag!)).body).toBeNull();
    expect((await etagOf({ level: 0.9 })).etag).not.toBe(etag);
    on.fake.rows = on.fake.rows.map((row) => ({ ...row, revision: '2' }));
    expect((await etagOf({}, etag!)).body).not.toBeNull();
  });
});

describe('the selection of one session', () => {
  const of = (rows: StudyRow[], sessionId: string, study: string | null = null) =>
    selectionOn(rows).selection.ofSession('w', 'p', study, sessionId, new AbortController().signal);

  it('has the figures of the worked example', async () => {
    expect(await of(rowsOfP(), 'P9')).toEqual({
      state: 'ready',
      reason: null,
      trials: 10,
      bar: 0.25459202,
      deflatedSharpe: 0.96883956,
      verdict: 'above-the-bar',
    });
  });

  it('has the verdict unknown if the session has no trades or if the study is not ready', async () => {
    expect(await of(rowsOfP(), 'other')).toMatchObject({
      state: 'ready',
      deflatedSharpe: null,
      verdict: 'unknown',
    });
    expect(await of([], 'P9')).toMatchObject({ state: 'unavailable', reason: 'no-trades', trials: null });
    expect(await of([rowOfP(9, { pending: true, figures: null })], 'P9')).toMatchObject({ state: 'pending' });
  });
});
