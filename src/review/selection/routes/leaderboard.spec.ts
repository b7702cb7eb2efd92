import { bodyOf, requestFor, selectionOn } from '../../../../test/support/fake-studies.js';
import { rowOfP, rowsOfP } from '../../../../test/support/study-rows.js';
import { isId } from '../../../shared/fields/ids.js';
import { MAX_TRIALS } from '../../trials/studies.service.js';
import type { StudyRow } from '../../../../test/support/stored-study-rows.js';
import type { GridAnswer, GridQuery } from './grid.dto.js';
import type { LeaderboardAnswer, LeaderboardQuery } from './leaderboard.dto.js';
import type { ParametersAnswer } from './parameters.dto.js';

const QUERY: LeaderboardQuery = { sort: 'sharpe', order: 'desc', count: 100 };

const leaderboardOf = (rows: StudyRow[], query: Partial<LeaderboardQuery> = {}, on = selectionOn(rows)) =>
  bodyOf<LeaderboardAnswer>(on.leaderboard.leaderboard(requestFor({ ...QUERY, ...query })));

const namesOf = ({ sessions }: LeaderboardAnswer) => sessions.map(({ session }) => session.name);

const idOf = (k: number) => `0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b${k.toString().padStart(2, '0')}`;

describe('a leaderboard', () => {
  it('ranks the sessions that meet the conditions', async () => {
    const answer = await leaderboardOf(rowsOfP(), { where: 'parameters.fast<3,plNet>=-50' });
    expect(answer).toMatchObject({ study: null, state: 'ready', reason: null, pending: 0, nextCursor: null });
    expect(namesOf(answer)).toEqual(['P0', 'P2', 'P1', 'P5', 'P7', 'P6']);
  });

  it('has the parameters, the figures and the selection of the best session', async () => {
    const [best] = (await leaderboardOf(rowsOfP())).sessions;
    expect(best).toMatchObject({
      session: {
        id: 'P9',
        name: 'P9',
        status: 'finished',
        tags: [],
        accountCurrency: 'USDT',
        initialBalance: 1000,
      },
      trial: { study: null, parameters: { fast: 4, slow: 1 }, codeVersion: null, sample: null },
      pending: false,
      figures: { plNet: 429, days: 60, tradingDays: 60, sharpe: 9.90550172 },
      selection: { trials: 10, deflatedSharpe: 0.96883956, verdict: 'above-the-bar' },
    });
  });

  it('omits tries that have ended, but still counts them as tries', async () => {
    const rows = rowsOfP();
    rows[3] = { ...rows[3]!, ended: 'deleted', session: null };
    const answer = await leaderboardOf(rows);
    expect(namesOf(answer)).not.toContain('P3');
    expect(answer.sessions[0]!.selection).toEqual({
      trials: 10,
      deflatedSharpe: 0.96883956,
      verdict: 'above-the-bar',
    });
  });

  it('has no selection for the study `*`, which stands for all studies', async () => {
    const rows = [...rowsOfP(), rowOfP(1, { sessionId: 'other', study: 'x' })];
    const answer = await leaderboardOf(rows, { study: '*' });
    expect(answer.study).toBe('*');
    expect(answer.sessions).toHaveLength(11);
    expect(answer.sessions.map(({ selection }) => selection)).toEqual(Array(11).fill(null));
    expect(answer.sessions.find(({ session }) => session.id === 'other')!.trial.study).toBe('x');
  });

  it('lists pending sessions last, and has no selection while any session is pending', async () => {
    const rows = rowsOfP();
    rows[9] = { ...rows[9]!, pending: true, figures: null };
    for (const order of ['asc', 'desc'] as const) {
      const { pending, sessions } = await leaderboardOf(rows, { order });
      expect(pending).toBe(1);
      expect(sessions.at(-1)).toMatchObject({
        session: { id: 'P9' },
        pending: true,
        figures: null,
        selection: null,
      });
      expect(sessions[0]!.selection).toBeNull();
    }
    expect(namesOf(await leaderboardOf(rows, { where: 'parameters.fast=4' }))).toEqual(['P4', 'P9']);
    expect(namesOf(await leaderboardOf(rows, { where: 'parameters.fast=4,sharpe!=null' }))).toEqual(['P4']);
  });

  it('continues with the next page even if a session is added between the requests', async () => {
    const rows = rowsOfP().map((row, k) => ({ ...row, sessionId: idOf(k) }));
    expect(rows.every(({ sessionId }) => isId(sessionId))).toBe(true);
    const on = selectionOn(rows);
    const order = { sort: 'parameters.slow', order: 'asc', count: 4 } as const;
    const first = await leaderboardOf(rows, order, on);
    on.fake.rows = [...rows, rowOfP(1, { sessionId: idOf(10), parameters: { slow: -1 } })];
    const second = await leaderboardOf(rows, { ...order, cursor: first.nextCursor! }, on);
    const third = await leaderboardOf(rows, { ...order, cursor: second.nextCursor! }, on);
    expect(third.nextCursor).toBeNull();
    expect([first, second, third].flatMap(namesOf)).toEqual(rows.map(({ session }) => session!.name));
    await expect(
      leaderboardOf(rows, { ...order, order: 'desc', cursor: first.nextCursor! }, on),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('is unavailable if there are too many tries or no tries', async () => {
    const on = selectionOn(rowsOfP());
    on.fake.statedRows = MAX_TRIALS + 1;
    expect(await leaderboardOf([], {}, on)).toMatchObject({
      state: 'unavailable',
      reason: 'too-many-trials',
      sessions: [],
    });
    expect(await leaderboardOf([])).toMatchObject({
      state: 'unavailable',
      reason: 'no-trades',
      sessions: [],
    });
  });
});

describe('the grid of a study', () => {
  const gridOf = (rows: StudyRow[], query: Partial<GridQuery> = {}) =>
    bodyOf<GridAnswer>(
      selectionOn(rows).leaderboard.grid(
        requestFor({ x: 'fast', y: 'slow', figure: 'sharpe', aggregate: 'median' as const, ...query }),
      ),
    );

  it('has the values of the neighbours of the best cell', async () => {
    const { cells, ...answer } = await gridOf(rowsOfP());
    expect(answer).toMatchObject({ state: 'ready', reason: null, missing: 0, pending: 0 });
    expect(cells).toHaveLength(10);
    expect(cells.find(({ x, y }) => x === 4 && y === 1)).toMatchObject({
      sessions: 1,
      value: 9.90550172,
      neighbours: { cells: 3, median: 0.31426443 },
    });
  });

  it('contains only the sessions that meet the conditions', async () => {
    expect((await gridOf(rowsOfP(), { where: 'parameters.slow=1' })).cells).toHaveLength(5);
  });

  it('is unavailable if an axis has too many values', async () => {
    const rows = Array.from({ length: 101 }, (_, fast) =>
      rowOfP(0, { sessionId: `s${fast}`, parameters: { fast, slow: 1 } }),
    );
    expect(await gridOf(rows)).toMatchObject({ state: 'unavailable', reason: 'too-many-values', cells: [] });
    expect(await gridOf([])).toMatchObject({ state: 'unavailable', reason: 'no-trades' });
  });
});

describe('the parameters of a project', () => {
  it('are returned together with the studies of the project', async () => {
    const rows = [...rowsOfP(), rowOfP(1, { sessionId: 'x', study: 'x', ended: 'deleted', session: null })];
    const of = (study?: string) =>
      bodyOf<ParametersAnswer>(
        selectionOn(rows).parameters.parameters(requestFor(study === undefined ? {} : { study })),
      );
    expect(await of()).toMatchObject({
      study: null,
      studies: [
        { study: null, trials: 10 },
        { study: 'x', trials: 1 },
      ],
      parameters: [
        { name: 'fast', sessions: 10, distinct: 5 },
        { name: 'slow', distinct: 2 },
      ],
      truncated: false,
    });
    expect((await of('x')).parameters).toEqual([]);
    expect((await of('*')).parameters).toHaveLength(2);
  });
});
