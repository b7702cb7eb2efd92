import { requestFor, selectionOn } from '../../../../test/support/fake-studies.js';
import { rowOfP, rowsOfP } from '../../../../test/support/study-rows.js';
import { SESSIONS_OF_A_PART } from '../../trials/study-sessions.store.js';
import type { LeaderboardQuery } from './leaderboard.dto.js';

const QUERY: LeaderboardQuery = {
  sort: 'sharpe',
  order: 'desc',
  fold: 'false',
  all: 'false',
  judged: 'any',
  verdicts: 'study',
  currencies: 'together',
  count: 3,
};

/** Number of rows of a study that is not small. */
const MANY = 50_000;

describe('reads of studies', () => {
  /** Returns services on which each read of a ledger waits until it is released. */
  function heldReads() {
    const on = selectionOn(rowsOfP());
    on.fake.statedRows = MANY;
    const waiting: (() => void)[] = [];
    const read = on.fake.readLedger.bind(on.fake);
    on.fake.readLedger = async (...key) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return read(...key);
    };
    const ask = (workspaceId: string, count: number) =>
      on.leaderboard.leaderboard({ ...requestFor({ ...QUERY, count }), workspaceId });
    return { ask, waiting };
  }

  it('have one place per workspace and two places in all, if the studies are large', async () => {
    const { ask, waiting } = heldReads();
    const asked = ['a', 'a', 'b', 'c'].map((workspaceId, place) => ask(workspaceId, 1 + place));
    await until(() => waiting.length === 2);
    for (let released = 0; released < 3; released += 1) {
      await until(() => waiting.length > released);
      waiting[released]!();
    }
    expect((await Promise.all(asked)).every(({ body }) => body !== null)).toBe(true);
    // The second request of the workspace has found the rows in memory.
    expect(waiting).toHaveLength(3);
  });

  it('are refused when too many of a workspace wait, but not those of other workspaces', async () => {
    const { ask, waiting } = heldReads();
    const asked = Array.from({ length: 51 }, (_, place) => ask('a', 1 + place));
    await until(() => waiting.length === 1);
    await expect(ask('a', 100)).rejects.toMatchObject({ code: 'BUSY', extras: { retryAfterS: 5 } });
    const other = ask('b', 1);
    await until(() => waiting.length === 2);
    for (const release of waiting) release();
    expect((await other).body).not.toBeNull();
    await Promise.all(asked);
  });

  it('bring the labels of the sessions of the page alone', async () => {
    const on = selectionOn(rowsOfP());
    const asked: number[] = [];
    const read = on.fake.sessions.bind(on.fake);
    on.fake.sessions = (workspaceId, ids) => {
      asked.push(ids.length);
      return read(workspaceId, ids);
    };
    await on.leaderboard.leaderboard(requestFor({ ...QUERY, sort: 'parameters.slow', where: 'plNet>-1000' }));
    await on.leaderboard.grid(requestFor({ x: 'fast', figure: 'sharpe', aggregate: 'median' as const }));
    expect(asked).toEqual([QUERY.count]);
  });

  it('bring single fields in parts, and keep them in memory', async () => {
    const rows = Array.from({ length: SESSIONS_OF_A_PART + 1 }, (_, k) => ({
      ...rowOfP(k % 10, { sessionId: `s${k}`, parameters: { k } }),
    }));
    const on = selectionOn(rows);
    const asked: [sessions: number, fields: string[]][] = [];
    const read = on.fake.fields.bind(on.fake);
    on.fake.fields = (workspaceId, ids, fields) => {
      asked.push([ids.length, fields.map(({ of, name }) => `${of}.${name}`)]);
      return read(workspaceId, ids, fields);
    };
    const ask = (where: string, count: number) =>
      on.leaderboard.leaderboard(requestFor({ ...QUERY, sort: 'parameters.k', where, count }));
    await ask('plNet>0,parameters.k>1', 3);
    const fields = ['parameters.k', 'statistics.plNet'];
    expect(asked.splice(0)).toEqual([
      [SESSIONS_OF_A_PART, fields],
      [1, fields],
    ]);
    await ask('plNet>0,parameters.k>1', 4);
    expect(asked).toEqual([]);
    await ask('plNet>0,days>1', 3);
    expect(asked.map(([, names]) => names)).toEqual([['returns.days'], ['returns.days']]);
  });

  it('do not keep the column of a parameter with very many wide texts, but show its values', async () => {
    const text = 'x'.repeat(20_000);
    const rows = Array.from({ length: 150 }, (_, k) =>
      rowOfP(k % 10, { sessionId: `s${k}`, parameters: { text: `${text}${String(k).padStart(3, '0')}` } }),
    );
    const on = selectionOn(rows);
    let reads = 0;
    const read = on.fake.fields.bind(on.fake);
    on.fake.fields = (...asked) => {
      reads += 1;
      return read(...asked);
    };
    for (const count of [2, 3]) {
      const { body } = await on.leaderboard.leaderboard(
        requestFor({ ...QUERY, sort: 'parameters.text', order: 'asc', count }),
      );
      const { sessions } = JSON.parse(Buffer.concat(body!).toString()) as {
        sessions: { session: { id: string } }[];
      };
      expect(sessions.map(({ session }) => session.id)).toEqual(['s0', 's1', 's2'].slice(0, count));
    }
    expect(reads).toBe(2);
  });
});

/** Waits for a condition that work in progress makes true. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
