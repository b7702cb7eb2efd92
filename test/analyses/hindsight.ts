import { DataSource } from 'typeorm';
import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { Session } from '../../src/sessions/session.entity.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { MINUTE, T, aProject, aSession, aSessionWith, aSymbol, aTrade } from '../support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

type Named = { readonly id: string };

const ask = ({ id }: Named, query = '') => t.call.get(`/sessions/${id}/analysis/hindsight${query}`);
const hindsightOf = async (session: Named, query = '') => (await ask(session, query).expect(200)).body;

/** Times are minutes from T. */
const at = (entry: number, exit: number, fields = {}) =>
  aTrade({ entryTime: T + entry * MINUTE, exitTime: T + exit * MINUTE, ...fields });

/** Returns a function that creates sessions in a market that no other test trades. */
async function aMarket() {
  const symbol = aSymbol();
  const { id: projectId } = await aProject(t.call, { symbol });
  return (trades: readonly object[], fields = {}) => aSessionWith(t.call, trades, { projectId, ...fields });
}

const OURS = () => [at(5, 8), at(9, 12), at(25, 40), at(50, 60)];

describeAnalysis(() => t, 'analysis/hindsight');

describe('GET /sessions/{id}/analysis/hindsight', () => {
  it('returns the shares of the worked example', async () => {
    const session = await aMarket();
    const a = await session([at(2, 10), at(0, 3)], { name: 'First' });
    const b = await session([at(20, 30)], { name: 'Second' });
    const ours = await session(OURS());
    await session([at(0, 100)], { name: 'Later' });
    const { figures, ...rest } = await hindsightOf(ours);
    expect(rest).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      seenEntryShare: 0.75,
      seenTimeShare: 0.29032258,
      seenSessions: [
        { id: a.id, name: 'First', sharedMs: 4 * MINUTE },
        { id: b.id, name: 'Second', sharedMs: 5 * MINUTE },
      ],
      moreSessions: false,
      reason: null,
    });
    expect([figures.seen.tradeCount, figures.unseen.tradeCount]).toEqual([3, 1]);
    expect((await hindsightOf(ours, '?breakEvenThreshold=10')).figures.seen.breakEvenCount).toBe(3);
  });

  it('considers only sessions of the same symbol and feed', async () => {
    const session = await aMarket();
    await session([at(0, 100)], { assets: [{ feed: 'venue-usdm-current-quarter' }] });
    await aSessionWith(t.call, [at(0, 100)], { assets: [{ symbol: aSymbol() }] });
    await session([]);
    const ours = await session(OURS());
    expect(await hindsightOf(ours)).toMatchObject({ seenEntryShare: 0, seenTimeShare: 0, seenSessions: [] });
  });

  it('treats the original of a copy as an earlier session that has seen the market', async () => {
    const session = await aMarket();
    const original = await session(OURS());
    expect((await hindsightOf(original)).seenEntryShare).toBe(0);
    const { body } = await t.call.post(`/sessions/${original.id}/copy`).expect(201);
    const ofCopy = await hindsightOf(body.session);
    expect(ofCopy).toMatchObject({ seenEntryShare: 1, seenTimeShare: 1 });
    expect(ofCopy.seenSessions).toEqual([{ id: original.id, name: 'Run', sharedMs: 31 * MINUTE }]);
  });

  it('changes only if an earlier session trades at other times, is renamed or is deleted', async () => {
    const session = await aMarket();
    const earlier = await session([at(0, 10)]);
    const ours = await session(OURS());
    let { headers } = await ask(ours).expect(200);
    const changed = async () => {
      const response = await ask(ours).set('if-none-match', headers['etag']!).expect(200);
      ({ headers } = response);
      return response.body;
    };
    await t.call.post(`/sessions/${earlier.id}/trades`, { trades: [at(50, 55)] }).expect(201);
    expect((await changed()).seenEntryShare).toBe(1);
    await t.call.patch(`/sessions/${earlier.id}`, { name: 'Renamed' }).expect(200);
    expect((await changed()).seenSessions).toMatchObject([{ name: 'Renamed' }]);
    await t.call.post(`/sessions/${earlier.id}/trades`, { trades: [at(51, 52)] }).expect(201);
    await session([at(0, 100)]);
    await ask(ours).set('if-none-match', headers['etag']!).expect(304);
    await t.call.delete(`/sessions/${earlier.id}`).expect(204);
    // What a deleted session has seen stays seen.
    expect((await changed()).seenSessions).toMatchObject([{ id: null, name: null }]);
  });

  it('counts an earlier session even if an instance of an older version has left its summary outdated', async () => {
    const session = await aMarket();
    const earlier = await session([at(0, 10)]);
    const ours = await session(OURS());
    const db = t.app.get(DataSource);
    await db.getRepository(Session).update({ id: earlier.id }, { summaryRevision: null });
    await db.query('UPDATE session_assets SET first_entry_time = NULL, last_exit_time = NULL WHERE session_id = $1', [earlier.id]); // prettier-ignore
    expect((await hindsightOf(ours)).seenEntryShare).toBe(0.5);
  });

  it('orders sessions that were created in the same millisecond by id', async () => {
    const session = await aMarket();
    const sessions = [await session([at(0, 10)]), await session([at(0, 10)]), await session([at(0, 10)])];
    const db = t.app.get(DataSource);
    for (const { id } of sessions) await db.getRepository(Session).update({ id }, { createdAt: T });
    const ids = sessions.map(({ id }) => id).toSorted();
    for (const [place, id] of ids.entries()) {
      const seen = (await hindsightOf({ id })).seenSessions.map((earlier: Named) => earlier.id);
      expect(seen).toEqual(ids.slice(0, place));
    }
  });

  it('considers only the last 2,000 sessions before this one', async () => {
    const assets = [{ symbol: aSymbol() }];
    const earliest = await aSessionWith(t.other, [at(0, 10)], { assets });
    const between = await aSession(t.other);
    const db = t.app.get(DataSource);
    await db.getRepository(Session).update({ id: earliest.id }, { createdAt: T });
    // With the two sessions above, the workspace now has 2,000 earlier sessions.
    await db.query(
      `INSERT INTO sessions SELECT copy.* FROM sessions s, generate_series(1, 1998) n, jsonb_populate_record(s,
         jsonb_build_object('id', gen_random_uuid(), 'created_at', s.created_at - n)) copy WHERE s.id = $1`,
      [between.id],
    );
    const ours = await aSessionWith(t.other, OURS(), { assets });
    const { projectId } = ours;
    const path = `/sessions/${ours.id}/analysis/hindsight`;
    const seen = (await t.other.get(path).expect(200)).body;
    expect(seen).toMatchObject({ seenEntryShare: 0.5, moreSessions: false });
    const last = await aSession(t.other, { projectId });
    await db.getRepository(Session).update({ id: last.id }, { createdAt: T + 1 });
    const unseen = (await t.other.get(path).expect(200)).body;
    expect(unseen).toMatchObject({ seenEntryShare: 0, moreSessions: true });
  });

  it('returns no shares if there are no trades', async () => {
    const session = await aMarket();
    await session([at(0, 10)]);
    expect(await hindsightOf(await session([]))).toMatchObject({
      seenEntryShare: null,
      seenTimeShare: null,
      seenSessions: [],
      figures: { seen: { tradeCount: 0 }, unseen: { tradeCount: 0 } },
      reason: 'no-trades',
    });
  });

  it("considers only sessions of the caller's workspace", async () => {
    const symbol = aSymbol();
    const assets = [{ symbol }];
    await aSessionWith(t.other, [at(0, 100)], { assets });
    expect((await hindsightOf(await aSessionWith(t.call, OURS(), { assets }))).seenSessions).toEqual([]);
  });
});
