import { DataSource } from 'typeorm';
import { type TestApp, startTestApp } from '../support/app.js';
import { MINUTE, T, aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { storedAnswers } from '../support/kept-answers.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Named = { readonly id: string };

/** Times are minutes from T. */
const at = (minute: number): number => T + minute * MINUTE;
const tradeAt = (entry: number, exit: number, fields: object = {}) =>
  aTrade({ entryTime: at(entry), exitTime: at(exit), ...fields });
const rewind = ({ id }: Named, to: number, call = t.call) =>
  call.post(`/sessions/${id}/rewind`, { to: at(to) });
const put = ({ id }: Named, minute: number, shown = minute) =>
  t.call.put(`/sessions/${id}/playhead`, { at: at(minute), shownUntil: at(shown) });
const keptOf = ({ id }: Named) => storedAnswers(t.app.get(DataSource), id);
const clientIdsOf = async ({ id }: Named): Promise<string[]> =>
  (await t.call.get(`/sessions/${id}/trades`).expect(200)).body.trades.map(
    ({ clientId }: { clientId: string }) => clientId,
  );
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('POST /sessions/{id}/rewind', () => {
  it('removes the trades that end later, and sets the playhead', async () => {
    const session = await aSessionWith(t.call, [
      tradeAt(0, 10, { clientId: 'kept' }),
      tradeAt(5, 20, { clientId: 'ends then' }),
      tradeAt(5, 21, { clientId: 'was open' }),
      tradeAt(30, 40, { clientId: 'later' }),
    ]);
    await put(session, 50, 60).expect(200);
    const { body } = await rewind(session, 20).expect(200);
    expect(body).toEqual({
      removed: 2,
      playhead: { at: at(20), shownUntil: at(20), furthest: at(60), updatedAt: expect.any(Number) },
    });
    expect(await clientIdsOf(session)).toEqual(['kept', 'ends then']);
    const record = (await t.call.get(`/sessions/${session.id}/record`).expect(200)).body.session;
    expect(record.playhead).toEqual(body.playhead);
    expect(record.summary).toMatchObject({ tradeCount: 2, lastExitTime: at(20) });
    const { changed, shownBefore, counts } = await keptOf(session);
    expect(changed.map(({ kind }) => kind)).toEqual(['rewound', 'rewound']);
    expect(shownBefore).toEqual(minutes(20, 60));
    expect(counts).toEqual({ firstAnswers: 4, changedAnswers: 2, secondLooks: 0, earlierLooks: 0 });
  });

  it('works without a playhead, and without trades to remove', async () => {
    const session = await aSessionWith(t.call, [tradeAt(0, 10)]);
    expect((await rewind(session, 10).expect(200)).body).toEqual({ removed: 0, playhead: null });
    expect((await rewind(session, 500).expect(200)).body).toEqual({ removed: 0, playhead: null });
    expect((await keptOf(session)).shownBefore).toEqual([]);
    expect((await rewind(session, 5).expect(200)).body).toEqual({ removed: 1, playhead: null });
    const empty = await aSession(t.call);
    expect((await rewind(empty, 0).expect(200)).body).toEqual({ removed: 0, playhead: null });
  });

  it('ends the run if no trade is left', async () => {
    const session = await aSessionWith(t.call, [tradeAt(5, 10), tradeAt(12, 20)]);
    await rewind(session, 3).expect(200);
    expect(await keptOf(session)).toEqual({
      shownBefore: [],
      earlierShown: minutes(5, 20),
      earlierRuns: 1,
      counts: { firstAnswers: 0, changedAnswers: 0, secondLooks: 0, earlierLooks: 0 },
      changed: [],
      marks: {},
    });
    await ingest(t.call, session, [
      tradeAt(19, 30, { clientId: 'known' }),
      tradeAt(20, 30, { clientId: 'new' }),
    ]);
    expect((await keptOf(session)).marks).toEqual({ known: 'earlier-run', new: null });
  });

  it('refuses an instant after the playhead, and changes nothing', async () => {
    const session = await aSessionWith(t.call, [tradeAt(0, 100)]);
    await put(session, 50, 60).expect(200);
    const refused = await rewind(session, 51);
    expectProblem(refused, 'VALIDATION_FAILED', ['to']);
    expect(refused.body.details).toEqual([
      { field: 'to', message: 'must not be later than the playhead of the session' },
    ]);
    expect((await clientIdsOf(session)).length).toBe(1);
    expect((await rewind(session, 50).expect(200)).body.removed).toBe(1);
  });

  it.each([
    ['nothing', {}],
    ['a text', { to: '1' }],
    ['a negative instant', { to: -1 }],
    ['a fraction', { to: 1.5 }],
    ['null', { to: null }],
    ['an unknown field', { to: 1, at: 1 }, 'at'],
  ])('refuses %s', async (_, body, field = 'to') => {
    const { id } = await aSession(t.call);
    expectProblem(await t.call.post(`/sessions/${id}/rewind`, body), 'VALIDATION_FAILED', [field]);
  });

  it('refuses a finished session, and sessions of others', async () => {
    const session = await aSessionWith(t.call, [tradeAt(0, 100)]);
    expectProblem(await rewind(session, 50, t.other), 'SESSION_NOT_FOUND');
    await finish(t.call, session);
    expectProblem(await rewind(session, 50), 'SESSION_FINISHED');
    expect((await clientIdsOf(session)).length).toBe(1);
  });

  it('with an Idempotency-Key goes back once', async () => {
    const session = await aSessionWith(t.call, [tradeAt(0, 10), tradeAt(20, 30)]);
    const send = () => rewind(session, 10).set('Idempotency-Key', `rewind ${session.id}`);
    const first = await send().expect(200);
    await ingest(t.call, session, [tradeAt(40, 50)]);
    const again = await send().expect(200);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await clientIdsOf(session)).length).toBe(2);
    const other = t.call.post(`/sessions/${session.id}/rewind`, { to: 1 });
    expectProblem(await other.set('Idempotency-Key', `rewind ${session.id}`), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('needs the scope of a deletion', async () => {
    const strict = await startTestApp({ REQUIRE_DELETE_SCOPE: 'true' });
    try {
      const session = await aSession(strict.call);
      const key = async (...scopes: string[]) =>
        (await strict.call.post('/keys', { name: 'a', scopes }).expect(201)).body.secret as string;
      const withKey = (secret: string) =>
        strict.call.post(`/sessions/${session.id}/rewind`, { to: 1 }).set('x-api-key', secret);
      expectProblem(await withKey(await key('read', 'write')), 'FORBIDDEN');
      await withKey(await key('delete')).expect(200);
    } finally {
      await strict.close();
    }
  });
});
