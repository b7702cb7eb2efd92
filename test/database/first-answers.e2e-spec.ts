import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { answerHistory } from '../support/answer-histories.js';
import { AnsweringClient } from '../support/answering-client.js';
import type { AnswersModel } from '../support/answers-model.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { MINUTE, T, aSession, aTrade, ingest } from '../support/factories.js';
import { propertyRuns } from '../support/property-runs.js';
import { type StoredAnswers, storedAnswers } from '../support/kept-answers.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const storedOf = ({ sessionId }: AnsweringClient): Promise<StoredAnswers> =>
  storedAnswers(t.app.get(DataSource), sessionId);

/** Returns what the service must have stored according to the model. */
const expectedOf = (model: AnswersModel): StoredAnswers => ({
  shownBefore: ascending(model.shownBefore),
  earlierShown: ascending(model.earlierShown),
  earlierRuns: model.earlierRuns,
  counts: model.counts,
  changed: model.changed
    .map(({ first, mark, kind }) => ({
      ...first,
      mark,
      kind,
      isStored: kind === 'costs' || kind === 'edited',
    }))
    .toSorted(byText),
  marks: Object.fromEntries([...model.trades].map(([clientId, { mark }]) => [clientId, mark])),
});

const ascending = (minutes: ReadonlySet<number>): number[] =>
  [...minutes].toSorted((one, other) => one - other);

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
const textOf = (row: object): string => JSON.stringify(Object.entries(row).toSorted(byName));
const byText = (one: object, other: object): number => (textOf(one) < textOf(other) ? -1 : 1);

type Named = { readonly id: string };

/** Times are minutes from T. */
const at = (minute: number): number => T + minute * MINUTE;
const tradeAt = (entry: number, exit: number, fields: Parameters<typeof aTrade>[0] = {}) =>
  aTrade({ entryTime: at(entry), exitTime: at(exit), ...fields });
const add = async (session: Named, ...trades: object[]): Promise<string[]> =>
  (await ingest(t.call, session, trades)).trades.map(({ id }) => id);
const remove = (session: Named, id: string) => t.call.delete(`/sessions/${session.id}/trades/${id}`);
const edit = (session: Named, id: string, fields: object) =>
  t.call.patch(`/sessions/${session.id}/trades/${id}`, fields);
const put = ({ id }: Named, minute: number, shown = minute) =>
  t.call.put(`/sessions/${id}/playhead`, { at: at(minute), shownUntil: at(shown) });
const keptOf = ({ id }: Named): Promise<StoredAnswers> => storedAnswers(t.app.get(DataSource), id);
const analysisOf = async ({ id }: Named) =>
  (await t.call.get(`/sessions/${id}/analysis/first-answers`).expect(200)).body;
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('the first answers of a session', () => {
  it('are those of the example in the documentation of the figures', async () => {
    const session = await aSession(t.call);
    const trade = (clientId: string, entry: number, exit: number, plNet: number) =>
      tradeAt(entry, exit, { clientId, plNet });
    await add(session, trade('A2', 20, 30, 1));
    const [a1] = await add(session, trade('A1', 0, 10, -2));
    await remove(session, a1!).expect(204);
    await add(session, trade('B1', 0, 10, 2));
    const [a3] = await add(session, trade('A3', 40, 50, -2));
    await remove(session, a3!).expect(204);
    const [a4] = await add(session, trade('A4', 60, 70, -1));
    await edit(session, a4!, { exitPrice: 1001 }).expect(200);
    const [a5] = await add(session, trade('A5', 80, 90, -1), trade('A6', 90, 120, 1));
    await remove(session, a5!).expect(204);
    const [b5] = await add(session, trade('B5', 85, 95, 1));
    await remove(session, b5!).expect(204);
    await add(session, trade('C5', 88, 99, 1));
    const { changes, asFirst, asKept } = await analysisOf(session);
    expect([asFirst.plNet, asFirst.tradeCount, asKept.plNet, asKept.tradeCount]).toEqual([-4, 6, 6, 5]);
    expect(changes).toEqual({
      removed: 3,
      edited: 1,
      costs: 0,
      secondLooks: 2,
      retaken: 1,
      helped: 6,
      hurt: 0,
      change: 10,
      pValue: 0.00159984,
    });
    const [a7] = await add(session, trade('A7', 130, 140, -3));
    await remove(session, a7!).expect(204);
    expect((await analysisOf(session)).changes).toMatchObject({ change: 13, pValue: 0.00229977 });
    expect((await keptOf(session)).counts).toEqual({
      firstAnswers: 7,
      changedAnswers: 6,
      secondLooks: 3,
      earlierLooks: 0,
    });
  });

  it('are restored by an equal trade, with the mark of the trade that went', async () => {
    const session = await aSession(t.call);
    const trade = (clientId: string) => tradeAt(0, 10, { clientId });
    const [first] = await add(session, trade('a'), tradeAt(20, 30, { clientId: 'other' }));
    await remove(session, first!).expect(204);
    const [, second] = await add(session, trade('b'), trade('c'));
    expect((await keptOf(session)).marks).toEqual({ other: null, b: null, c: 'run' });
    await remove(session, second!).expect(204);
    await add(session, trade('d'));
    expect(await keptOf(session)).toMatchObject({
      marks: { other: null, b: null, d: 'run' },
      changed: [],
      counts: { firstAnswers: 2, changedAnswers: 0, secondLooks: 1, earlierLooks: 0 },
    });
  });

  it('stay as changed if a trade comes back with other costs or another stop', async () => {
    const session = await aSession(t.call);
    const [one, two] = await add(session, tradeAt(0, 10), tradeAt(0, 11), tradeAt(50, 60));
    await remove(session, one!).expect(204);
    await remove(session, two!).expect(204);
    await add(
      session,
      tradeAt(0, 10, { clientId: 'fees', feesPaid: 1 }),
      tradeAt(0, 11, { clientId: 'stop', stopLoss: 900 }),
    );
    const { changed, counts } = await keptOf(session);
    expect(changed.map(({ kind, isStored }) => `${String(kind)} ${String(isStored)}`).toSorted()).toEqual([
      'costs true',
      'edited true',
    ]);
    expect(counts).toEqual({ firstAnswers: 3, changedAnswers: 2, secondLooks: 0, earlierLooks: 0 });
    const { list } = await analysisOf(session);
    expect(list.map(({ clientId }: { clientId: string }) => clientId).toSorted()).toEqual(['fees', 'stop']);
  });

  it('do not count notes, tags, targets and positions', async () => {
    const session = await aSession(t.call);
    const [id] = await add(session, tradeAt(0, 10));
    await edit(session, id!, { note: 'n', tags: ['a'], takeProfit: 2000, positionId: 'p' }).expect(200);
    expect((await keptOf(session)).changed).toEqual([]);
    await edit(session, id!, { pointValue: 2 }).expect(200);
    await edit(session, id!, { note: 'm' }).expect(200);
    expect((await keptOf(session)).changed).toMatchObject([{ kind: 'costs' }]);
  });

  it('begin again if an instance of an earlier version has emptied the session', async () => {
    const session = await aSession(t.call);
    const [id] = await add(session, tradeAt(0, 10), tradeAt(20, 30));
    await remove(session, id!).expect(204);
    const database = t.app.get(DataSource);
    await database.query('DELETE FROM trades WHERE session_id = $1', [session.id]);
    await database.query(
      `UPDATE sessions SET revision = revision + 1, summary_revision = revision + 1, trade_count = 0,
         first_entry_time = NULL, last_exit_time = NULL, first_answers = NULL WHERE id = $1`,
      [session.id],
    );
    await add(session, tradeAt(5, 6, { clientId: 'again' }));
    expect(await keptOf(session)).toMatchObject({
      marks: { again: 'earlier-run' },
      earlierRuns: 1,
      shownBefore: [],
      changed: [],
      counts: { firstAnswers: 1, changedAnswers: 0, secondLooks: 0, earlierLooks: 1 },
    });
  });

  it('are counted from the first trades on in a session that an earlier version has created', async () => {
    const session = await aSession(t.call);
    const database = t.app.get(DataSource);
    const forget = `UPDATE sessions SET first_answers = NULL, changed_answers = NULL, second_looks = NULL,
       earlier_looks = NULL WHERE id = $1`;
    await database.query(forget, [session.id]);
    await add(session, tradeAt(0, 10), tradeAt(20, 30));
    const known = { firstAnswers: 2, changedAnswers: 0, secondLooks: 0, earlierLooks: 0 };
    expect((await keptOf(session)).counts).toEqual(known);
    await database.query(forget, [session.id]);
    await add(session, tradeAt(40, 50));
    expect((await keptOf(session)).counts).toEqual({ ...known, firstAnswers: null });
  });

  it('are computed with the costs of a copy', async () => {
    const session = await aSession(t.call);
    const [one, two, three] = await add(
      session,
      tradeAt(0, 10),
      tradeAt(20, 30),
      tradeAt(40, 50, { feesPaid: 2 }),
    );
    await edit(session, one!, { exitPrice: 1020 }).expect(200);
    await remove(session, two!).expect(204);
    await edit(session, three!, { feesPaid: 5 }).expect(200);
    const copied = async (fields: object): Promise<Named> =>
      (await t.call.post(`/sessions/${session.id}/copy`, fields).expect(201)).body.session;
    const feesConfig = { entryFee: 1, exitFee: 1, type: 'fixed' };
    const netsOf = async (copy: Named) => {
      const { asFirst, asKept, changes } = await analysisOf(copy);
      return [asFirst.plNet, asKept.plNet, changes.removed, changes.edited, changes.costs];
    };
    expect(await netsOf(session)).toEqual([28, 25, 1, 1, 1]);
    expect(await netsOf(await copied({}))).toEqual([28, 25, 1, 1, 1]);
    expect(await netsOf(await copied({ feesConfig }))).toEqual([24, 23, 1, 1, 1]);
    expect(await netsOf(await copied({ feesConfig, costs: 'recompute' }))).toEqual([24, 26, 1, 1, 0]);
    const recomputed = await copied({ costs: 'recompute' });
    expect((await keptOf(recomputed)).counts).toEqual({
      firstAnswers: 3,
      changedAnswers: 2,
      secondLooks: 0,
      earlierLooks: 0,
    });
    const empty = await copied({ withTrades: false });
    expect(await keptOf(empty)).toMatchObject({ changed: [], shownBefore: [], earlierRuns: 0 });
  });

  it('know at most 1,000 spans, and join those with the smallest gaps', async () => {
    const session = await aSession(t.call);
    await add(session, tradeAt(0, 3_000));
    await t.app.get(DataSource).query(
      `UPDATE sessions SET shown_before = (
         SELECT range_agg(int8range($2::bigint + i * 120000, $2::bigint + i * 120000 + CASE i WHEN 700 THEN 90000 ELSE 60000 END))
         FROM generate_series(1, 1000) i) WHERE id = $1`,
      [session.id, T],
    );
    const [id] = await add(session, tradeAt(2_500, 2_510, { clientId: 'last' }));
    await remove(session, id!).expect(204);
    const [{ count }] = await t.app
      .get(DataSource)
      .query('SELECT (SELECT count(*)::int FROM unnest(shown_before)) AS count FROM sessions WHERE id = $1', [
        session.id,
      ]);
    expect(count).toBe(1_000);
    await add(
      session,
      tradeAt(1_401.75, 1_402, { clientId: 'in the gap' }),
      tradeAt(3, 4, { clientId: 'not shown' }),
    );
    expect((await keptOf(session)).marks).toMatchObject({ 'in the gap': 'run', 'not shown': null });
  });

  it('are a second look after a playhead that goes back, of any two that race', async () => {
    const session = await aSession(t.call);
    await add(session, tradeAt(0, 1));
    await put(session, 100).expect(200);
    await Promise.all([
      put(session, 40),
      put(session, 120),
      put(session, 60),
      add(session, tradeAt(130, 131)),
    ]);
    const { shownBefore } = await keptOf(session);
    const { playhead } = (await t.call.get(`/sessions/${session.id}/record`).expect(200)).body.session;
    expect(playhead.furthest).toBe(at(120));
    // The lowest instant is a step back in every order.
    expect(shownBefore).toEqual(minutes(40, shownBefore.at(-1)! + 1));
    expect(shownBefore.at(-1)).toBeGreaterThanOrEqual(99);
    await add(session, tradeAt(41, 42, { clientId: 'look' }));
    expect((await keptOf(session)).marks).toMatchObject({ look: 'run' });
  });

  it('are all kept if trades are changed and removed at the same time', async () => {
    const session = await aSession(t.call);
    const ids = await add(session, ...minutes(0, 30).map((minute) => tradeAt(minute, minute + 1)));
    await Promise.all([
      ...ids.slice(0, 10).map((id) => remove(session, id).expect(204)),
      ...ids.slice(10, 20).map((id) => edit(session, id, { qty: 2 }).expect(200)),
      ...ids.slice(5, 10).map((id) => edit(session, id, { qty: 3 })),
      t.call.post(`/sessions/${session.id}/rewind`, { to: at(25) }).expect(200),
      add(session, tradeAt(50, 51), tradeAt(52, 53)),
    ]);
    const { changed, counts, marks } = await keptOf(session);
    const gone = changed.filter(({ isStored }) => isStored === false).length;
    expect(Object.keys(marks).length + gone).toBe(32);
    expect(changed.length).toBeGreaterThanOrEqual(25);
    expect(counts).toMatchObject({ changedAnswers: changed.length });
    expect(counts['firstAnswers']! + counts['secondLooks']!).toBe(32);
  });

  it('equal those of the model after any history of changes', async () => {
    await fc.assert(
      fc.asyncProperty(answerHistory, async (history) => {
        const client = new AnsweringClient(t.call, (await aSession(t.call)).id);
        for (const request of history) await client.send(request);
        const { changed, ...stored } = await storedOf(client);
        expect({ ...stored, changed: changed.toSorted(byText) }).toEqual(expectedOf(client.model));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
