import { bodyOf, requestFor, selectionOn } from '../../../../test/support/fake-studies.js';
import { rowOfP, rowsOfP } from '../../../../test/support/study-rows.js';
import { isId } from '../../../shared/fields/ids.js';
import { MAX_TRIALS } from '../../trials/studies.service.js';
import type { StudyRow } from '../../../../test/support/stored-study-rows.js';
import type { GridAnswer, GridQuery } from './grid.dto.js';
import type { LeaderboardAnswer, LeaderboardQuery } from './leaderboard.dto.js';
import type { ParametersAnswer } from './parameters.dto.js';

const QUERY: LeaderboardQuery = {
  sort: 'sharpe',
  order: 'desc',
  fold: 'false',
  all: 'false',
  judged: 'any',
  verdicts: 'study',
  currencies: 'together',
  count: 100,
};

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

describe('the rows of a leaderboard', () => {
  /** P with copies of P9 and P0, which have the same trades, and two sessions without trades. */
  function withRepeats() {
    const rows = [
      ...rowsOfP(),
      rowOfP(9, { sessionId: 'P9 again', parameters: { fast: 4, slow: 7 } }),
      rowOfP(0, { sessionId: 'P0 again' }),
      rowOfP(9, { sessionId: 'P9 elsewhere', study: 'x' }),
    ].map((row, k) => ({ ...row, session: { ...row.session!, name: row.sessionId }, sessionId: idOf(k) }));
    const on = selectionOn(rows);
    on.fake.emptySessions = [30, 20].map((k) => ({ id: idOf(k), createdAt: k, parameters: { fast: 4 } }));
    return { rows, on };
  }

  it('have a rank, the session that counts in their place, and the number of sessions with their trades', async () => {
    const { rows, on } = withRepeats();
    const { sessions } = await leaderboardOf(rows, { sort: 'plNet' }, on);
    expect(sessions.map(({ rank }) => rank)).toEqual(sessions.map((_, i) => i + 1));
    const [first, second] = sessions;
    const other = sessions.find(({ session }) => session.name === 'P1')!;
    expect([first, second].map((entry) => [entry!.session.name, entry!.duplicateOf, entry!.repeats])).toEqual(
      [
        ['P9', null, 2],
        ['P9 again', idOf(9), 2],
      ],
    );
    expect([other.duplicateOf, other.repeats]).toEqual([null, 1]);
    expect(first!.session).toMatchObject({ symbols: ['BTCUSDT', 'ETHUSDT'], timeframes: ['1m'] });
    expect(first!.session.curve.length).toBeLessThanOrEqual(40);
    expect([first!.session.curve[0], first!.session.curve.at(-1)]).toEqual([100, 142.9]);
  });

  it('are folded before they are counted: the session that counts, or else the first that meets the conditions', async () => {
    const { rows, on } = withRepeats();
    const fold = { sort: 'plNet', fold: 'true', count: 4 } as const;
    const first = await leaderboardOf(rows, fold, on);
    const second = await leaderboardOf(rows, { ...fold, cursor: first.nextCursor! }, on);
    const third = await leaderboardOf(rows, { ...fold, cursor: second.nextCursor! }, on);
    const all = [first, second, third].flatMap(({ sessions }) => sessions);
    expect(all.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(all.map(({ duplicateOf }) => duplicateOf)).toEqual(Array(10).fill(null));
    expect(third.nextCursor).toBeNull();
    const where = await leaderboardOf(rows, { ...fold, where: 'parameters.slow=7' }, on);
    expect(
      where.sessions.map(({ session, duplicateOf, repeats }) => [session.name, duplicateOf, repeats]),
    ).toEqual([['P9 again', idOf(9), 2]]);
    expect(
      namesOf(await leaderboardOf(rows, { sort: 'plNet', fold: 'true', study: '*', count: 3 }, on)),
    ).toEqual(['P9', 'P9 elsewhere', expect.any(String)]);
  });

  it('show the session that counts, even if a session with the same trades has moved away and back', async () => {
    const { rows, on } = withRepeats();
    rows[9] = { ...rows[9]!, ended: 'moved' };
    const { sessions } = await leaderboardOf(rows, { sort: 'plNet', fold: 'true', count: 1 }, on);
    expect(sessions[0]).toMatchObject({ session: { name: 'P9 again' }, duplicateOf: null, repeats: 2 });
  });

  it('come judged first if so requested, each part in the order of the list', async () => {
    const rows = rowsOfP().map((row, k) => ({ ...row, sessionId: idOf(k) }));
    for (const k of [9, 4]) rows[k] = { ...rows[k]!, figures: { ...rows[k]!.figures!, tradingDays: 19 } };
    const on = selectionOn(rows);
    const ask = { sort: 'plNet', judged: 'first', count: 6 } as const;
    const first = await leaderboardOf(rows, ask, on);
    const second = await leaderboardOf(rows, { ...ask, cursor: first.nextCursor! }, on);
    const all = [...first.sessions, ...second.sessions];
    expect(all.map(({ selection }) => selection!.verdict === 'unknown')).toEqual([
      ...Array(8).fill(false),
      true,
      true,
    ]);
    expect(all.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const nets = all.map(({ figures }) => figures!.plNet);
    expect(nets.slice(0, 8)).toEqual(nets.slice(0, 8).toSorted((a, b) => b - a));
    expect(nets.slice(8)).toEqual(nets.slice(8).toSorted((a, b) => b - a));
    expect(
      namesOf(await leaderboardOf(rows, { ...ask, judged: 'any', currencies: 'together', count: 1 }, on)),
    ).toEqual(['P9']);
  });

  it('end with the sessions without trades, newest first, on every size of a page', async () => {
    const { rows, on } = withRepeats();
    for (const count of [1, 5, 12, 13, 14, 100]) {
      const found: (number | null)[] = [];
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await leaderboardOf(rows, { all: 'true', count, ...(cursor && { cursor }) }, on);
        expect(page.sessions.length).toBeGreaterThan(0);
        found.push(...page.sessions.map(({ rank }) => rank));
        ids.push(...page.sessions.map(({ session }) => session.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, null, null]);
      expect(ids.slice(-2)).toEqual([idOf(30), idOf(20)]);
    }
    const { sessions } = await leaderboardOf(rows, { all: 'true' }, on);
    expect(sessions.at(-1)).toMatchObject({
      rank: null,
      duplicateOf: null,
      repeats: 1,
      pending: false,
      figures: null,
      selection: null,
      session: { curve: [] },
    });
    const idsWhere = async (where: string) =>
      (await leaderboardOf(rows, { all: 'true', where }, on)).sessions.map(({ session }) => session.id);
    expect(await idsWhere('parameters.fast=4,plNet=null')).toEqual([idOf(30), idOf(20)]);
    expect(await idsWhere('parameters.fast=4,plNet>=0')).toHaveLength(3);
    expect(await leaderboardOf([], { all: 'true' }, selectionOn([]))).toMatchObject({ reason: 'no-trades' });
    const onlyEmpty = selectionOn([]);
    onlyEmpty.fake.emptySessions = on.fake.emptySessions;
    expect((await leaderboardOf([], { all: 'true' }, onlyEmpty)).sessions).toHaveLength(2);
  });

  it('name what is the same in all of them', async () => {
    const { rows, on } = withRepeats();
    const constant = async (query: Partial<LeaderboardQuery>) =>
      (await leaderboardOf(rows, query, on)).constant;
    expect(await constant({})).toEqual(['status']);
    expect(await constant({ where: 'parameters.slow=7' })).toEqual([]);
    expect(await constant({ where: 'parameters.fast=4', count: 1 })).toEqual(['status', 'parameters.fast']);
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
