import { DataSource } from 'typeorm';
import { type Sent, statementsOf } from '../../bench/support/plans.js';
import type { DrawAnswer } from '../../src/sessions/replay/draw.dto.js';
import type { SessionDto } from '../../src/sessions/session.dto.js';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import {
  type Answered,
  type Fields,
  MINUTE,
  T,
  aProject,
  aSession,
  aSymbol,
  aTrade,
  finish,
  ingest,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Named = { readonly id: string };
const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/** Times are minutes from T. */
const at = (minute: number) => T + minute * MINUTE;
const put = ({ id }: Named, body: object) => t.call.put(`/sessions/${id}/playhead`, body);
const putAt = async (session: Named, minute: number, shownUntil?: number) =>
  (
    await put(session, {
      at: at(minute),
      ...(shownUntil !== undefined && { shownUntil: at(shownUntil) }),
    }).expect(200)
  ).body.playhead;
const draw = ({ id }: Named, body: object) => t.call.post(`/sessions/${id}/draw`, body);
const drawOf = async (session: Named, body: object): Promise<Answered<DrawAnswer>> =>
  (await draw(session, body).expect(200)).body;
const recordOf = async ({ id }: Named): Promise<Answered<SessionRecord>> =>
  (await t.call.get(`/sessions/${id}/record`).expect(200)).body.session;
const hindsightOf = async ({ id }: Named) =>
  (await t.call.get(`/sessions/${id}/analysis/hindsight`).expect(200)).body;

/** Returns the times that a session has seen, in minutes from T. */
async function seenOf({ id }: Named): Promise<[number, number][]> {
  const rows = await t.app.get(DataSource).query<{ start: number; end: number }[]>(
    `SELECT lower(r)::float8 AS start, upper(r)::float8 AS "end"
       FROM (SELECT unnest(seen) AS r FROM playheads WHERE session_id = $1) s ORDER BY r`,
    [id],
  );
  return rows.map(({ start, end }) => [(start - T) / MINUTE, (end - T) / MINUTE]);
}

/** A range from which 1,700 ranges of 300 minutes can be drawn. */
const SOURCE = { randomSourceStart: at(0.5), randomSourceEnd: at(2_000) };
const LENGTH = 300 * MINUTE;

describe('PUT /sessions/{id}/playhead', () => {
  it('stores where the replay stands, and the furthest instant that was shown', async () => {
    const session = await aSession(t.call);
    expect((await recordOf(session)).playhead).toBeNull();
    const before = Date.now();
    const first = await putAt(session, 10);
    expect(first).toEqual({
      at: at(10),
      shownUntil: at(10),
      furthest: at(10),
      updatedAt: expect.any(Number),
    });
    expect(first.updatedAt).toBeGreaterThanOrEqual(before);
    expect(await putAt(session, 20, 30)).toMatchObject({ at: at(20), shownUntil: at(30), furthest: at(30) });
    const back = await putAt(session, 15);
    expect(back).toMatchObject({ at: at(15), shownUntil: at(15), furthest: at(30) });
    expect((await recordOf(session)).playhead).toEqual(back);
    const { sessions } = (await t.call.get(`/sessions?projectId=${session.projectId}`).expect(200)).body;
    expect(sessions[0].playhead).toEqual(back);
  });

  it('takes one statement, and changes neither the session nor its revisions nor the audit log', async () => {
    const session = await aSession(t.call);
    await putAt(session, 1);
    const { playhead: _, ...before } = await recordOf(session);
    const stored = () =>
      t.app
        .get(DataSource)
        .query('SELECT revision, label_revision FROM sessions WHERE id = $1', [session.id]);
    const revisions = await stored();
    const entries = async () => (await t.call.get('/audit?count=500').expect(200)).body.entries.length;
    const count = await entries();
    const sent = await statementsOf(() => put(session, { at: at(2) }).expect(200));
    expect(sent.filter(({ text }: Sent) => /playheads|sessions/.test(text))).toHaveLength(1);
    expect(sent).toHaveLength(1);
    const { playhead, ...after } = await recordOf(session);
    expect([after, playhead?.at]).toEqual([before, at(2)]);
    expect([await stored(), await entries()]).toEqual([revisions, count]);
  });

  it('adds the time from the least at, or from an earlier start of the range, to shownUntil to the times seen', async () => {
    const session = await aSession(t.call);
    await putAt(session, 100, 110);
    expect(await seenOf(session)).toEqual([[100, 110]]);
    await putAt(session, 130);
    expect(await seenOf(session)).toEqual([[100, 130]]);
    await putAt(session, 50, 60);
    expect(await seenOf(session)).toEqual([
      [50, 60],
      [100, 130],
    ]);
    await putAt(session, 55, 70);
    await putAt(session, 120);
    expect(await seenOf(session)).toEqual([[50, 130]]);
    await t.call.patch(`/sessions/${session.id}`, { rangeStart: at(20) }).expect(200);
    await putAt(session, 125);
    expect(await seenOf(session)).toEqual([[20, 130]]);
    const nothing = await aSession(t.call);
    await putAt(nothing, 5);
    expect(await seenOf(nothing)).toEqual([]);
  });

  it('accepts the end of the range and the present, and refuses later instants', async () => {
    const session = await aSession(t.call, { rangeStart: at(0), rangeEnd: at(100) });
    await putAt(session, 100);
    const refused: [object, string[], string][] = [
      [{ at: at(100) + 1 }, ['at'], 'must not be later than rangeEnd'],
      [{ at: at(99), shownUntil: at(100) + 1 }, ['shownUntil'], 'must not be later than rangeEnd'],
      [{ at: at(101), shownUntil: at(102) }, ['at', 'shownUntil'], 'must not be later than rangeEnd'],
      [{ at: Date.now() + MINUTE }, ['at'], 'must not be later than now'],
      [{ at: at(1), shownUntil: Date.now() + MINUTE }, ['shownUntil'], 'must not be later than now'],
    ];
    for (const [body, fields, message] of refused) {
      const response = await put(session, body);
      expectProblem(response, 'VALIDATION_FAILED', fields);
      expect(response.body.details[0].message).toBe(message);
    }
    const open = await aSession(t.call);
    const now = Date.now();
    await put(open, { at: now }).expect(200);
    expect((await recordOf(session)).playhead?.at).toBe(at(100));
  });

  const wrong: [string, object, string[]][] = [
    ['no at', {}, ['at']],
    ['a text', { at: 'now' }, ['at']],
    ['null', { at: null }, ['at']],
    ['a fraction', { at: 1.5 }, ['at']],
    ['a negative time', { at: -1 }, ['at']],
    ['shownUntil before at', { at: at(2), shownUntil: at(2) - 1 }, ['shownUntil']],
    ['shownUntil null', { at: at(2), shownUntil: null }, ['shownUntil']],
    ['an unknown field', { at: at(2), furthest: at(3) }, ['furthest']],
  ];
  it.each(wrong)('refuses %s', async (_, body, fields) => {
    expectProblem(await put(await aSession(t.call), body), 'VALIDATION_FAILED', fields);
  });

  it('is refused for a finished session, an unknown session and a session of another workspace', async () => {
    const session = await aSession(t.call);
    await putAt(session, 1);
    await finish(t.call, session);
    expectProblem(await put(session, { at: at(2) }), 'SESSION_FINISHED');
    expect((await recordOf(session)).playhead?.at).toBe(at(1));
    for (const id of [UNKNOWN, 'x']) expectProblem(await put({ id }, { at: at(2) }), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.put(`/sessions/${session.id}/playhead`, { at: at(2) }), 'SESSION_NOT_FOUND');
  });

  it('keeps the furthest instant under concurrent requests', async () => {
    const session = await aSession(t.call);
    const minutes = Array.from({ length: 20 }, (_, i) => (i * 7) % 20);
    await Promise.all(minutes.map((minute) => putAt(session, minute, minute + 1)));
    const { playhead } = await recordOf(session);
    expect(playhead?.furthest).toBe(at(20));
    const seen = await seenOf(session);
    expect([seen[0]![0], seen.at(-1)![1]]).toEqual([0, 20]);
  });
});

describe('POST /sessions/{id}/draw', () => {
  it.each([
    [41, [1303, 1569, 1047]],
    [42, [1698, 1275, 777]],
    [43, [194, 248, 1477]],
  ])('draws the documented ranges with the seed %d, and removes the playhead', async (randomSeed, starts) => {
    const session = await aSession(t.call, { ...SOURCE, randomSeed });
    for (const [i, minute] of starts.entries()) {
      await putAt(session, 5);
      const { session: record, draw: drawn } = await drawOf(session, { length: LENGTH });
      expect(drawn).toEqual({
        number: i + 1,
        candidates: 1_700,
        start: at(minute),
        end: at(minute) + LENGTH,
      });
      expect(record).toMatchObject({ rangeStart: at(minute), rangeEnd: at(minute + 300), draws: i + 1 });
      expect(record.playhead).toBeNull();
      expect(await recordOf(session)).toEqual(record);
    }
  });

  it('begins the times seen anew, and keeps those of earlier draws, of which at most 1,000', async () => {
    const session = await aSession(t.call, { ...SOURCE, randomSeed: 1 });
    await putAt(session, 10, 20);
    await drawOf(session, { length: MINUTE });
    const { rangeStart } = await recordOf(session);
    const start = (rangeStart! - T) / MINUTE;
    const { furthest } = await putAt(session, start, start + 0.5);
    expect(furthest).toBe(at(start + 0.5));
    expect(await seenOf(session)).toEqual(
      [
        [10, 20],
        [start, start + 0.5],
      ].toSorted(([a], [b]) => a! - b!),
    );
    // 1,000 spans, of which the gap after the second is the smallest.
    await t.app.get(DataSource).query(
      `UPDATE playheads SET seen = (SELECT range_agg(int8range($2 + i * 1000, $2 + i * 1000 + CASE i WHEN 2 THEN 600 ELSE 500 END))
         FROM generate_series(1::bigint, 1000) i) WHERE session_id = $1`,
      [session.id, T],
    );
    await drawOf(session, { length: MINUTE });
    const kept = await seenOf(session);
    expect(kept).toHaveLength(999);
    expect(kept.slice(0, 3).map(([from, to]) => [from * 60, to * 60].map(Math.round))).toEqual(
      [
        [1, 2],
        [2, 4],
        [4, 5],
      ].map(([from, to]) => [from, to].map((second) => Math.round(second!))),
    );
  });

  it('draws only unseen time with unseen: true, on any asset, in any session of the workspace', async () => {
    const [one, two] = [aSymbol(), aSymbol()];
    const { id: projectId } = await aProject(t.call);
    const fields = (symbols: readonly string[]): Fields => ({
      projectId,
      assets: symbols.map((symbol) => ({ symbol })),
    });
    const ours = await aSession(t.call, {
      ...fields([one, two]),
      randomSourceStart: at(0),
      randomSourceEnd: at(10),
    });
    const candidates = async (unseen = true) =>
      (await drawOf(ours, { length: MINUTE, unseen })).draw.candidates;
    expect(await candidates()).toBe(10);
    const replayed = await aSession(t.call, fields([two]));
    await putAt(replayed, 2, 4);
    expect([await candidates(), await candidates(false)]).toEqual([8, 10]);
    const traded = await aSession(t.call, fields([one]));
    await ingest(t.call, traded, [aTrade({ entryTime: at(5.5), exitTime: at(6.5) })]);
    expect(await candidates()).toBe(6);
    const elsewhere = await aSession(t.call);
    await putAt(elsewhere, 0, 10);
    expect(await candidates()).toBe(6);
    // What deleted sessions have seen stays seen, and so does what this session shows.
    for (const { id } of [replayed, traded]) await t.call.delete(`/sessions/${id}`).expect(204);
    expect(await candidates()).toBe(6);
    await t.call.patch(`/sessions/${ours.id}`, { rangeStart: null, rangeEnd: null }).expect(200);
    await putAt(ours, 0, 1);
    expect(await candidates()).toBe(5);
    await t.call.patch(`/sessions/${ours.id}`, { rangeStart: null, rangeEnd: null }).expect(200);
    await putAt(ours, 0, 10);
    const draws = (await recordOf(ours)).draws;
    expectProblem(await draw(ours, { length: MINUTE, unseen: true }), 'NOTHING_UNSEEN');
    expect((await recordOf(ours)).draws).toBe(draws);
    expect(await candidates(false)).toBe(10);
  });

  it('draws once for requests with the same Idempotency-Key', async () => {
    const session = await aSession(t.call, { ...SOURCE, randomSeed: 42 });
    const keyed = () => draw(session, { length: LENGTH }).set('idempotency-key', 'first draw').expect(200);
    const [first, again] = [await keyed(), await keyed()];
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await drawOf(session, { length: LENGTH })).draw.number).toBe(2);
  });

  it('draws different numbers for concurrent requests', async () => {
    const session = await aSession(t.call, { ...SOURCE, randomSeed: 42 });
    const drawn = await Promise.all(Array.from({ length: 5 }, () => drawOf(session, { length: LENGTH })));
    expect(new Set(drawn.map(({ draw: { number } }) => number))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('names the bounds that the session lacks, and a length that does not fit', async () => {
    const none = await aSession(t.call);
    expectProblem(await draw(none, { length: LENGTH }), 'VALIDATION_FAILED', [
      'randomSourceStart',
      'randomSourceEnd',
    ]);
    const half = await aSession(t.call, { randomSourceStart: at(0) });
    expectProblem(await draw(half, { length: LENGTH }), 'VALIDATION_FAILED', ['randomSourceEnd']);
    const session = await aSession(t.call, { randomSourceStart: at(0), randomSourceEnd: at(300) });
    expect((await drawOf(session, { length: LENGTH })).draw.candidates).toBe(1);
    for (const unseen of [true, false])
      expectProblem(await draw(session, { length: LENGTH + MINUTE, unseen }), 'VALIDATION_FAILED', [
        'length',
      ]);
  });

  it.each([undefined, null, '60000', 0, 59_999, 60_001, 90_000, -60_000, 1e18])(
    'refuses the length %p',
    async (length) => {
      expectProblem(await draw(await aSession(t.call, SOURCE), { length }), 'VALIDATION_FAILED', ['length']);
    },
  );

  it('refuses another value for unseen, and unknown fields', async () => {
    const session = await aSession(t.call, SOURCE);
    expectProblem(await draw(session, { length: MINUTE, unseen: 'yes' }), 'VALIDATION_FAILED', ['unseen']);
    expectProblem(await draw(session, { length: MINUTE, seed: 1 }), 'VALIDATION_FAILED', ['seed']);
    expect((await drawOf(session, { length: MINUTE })).draw.number).toBe(1);
  });

  it('is refused for a session with trades, a finished session and an unknown session', async () => {
    const traded = await aSession(t.call, SOURCE);
    await ingest(t.call, traded, [aTrade()]);
    expectProblem(await draw(traded, { length: MINUTE }), 'SESSION_HAS_TRADES');
    await t.call.delete(`/sessions/${traded.id}/trades`).expect(200);
    await drawOf(traded, { length: MINUTE });
    await finish(t.call, traded);
    expectProblem(await draw(traded, { length: MINUTE }), 'SESSION_FINISHED');
    for (const id of [UNKNOWN, 'x'])
      expectProblem(await draw({ id }, { length: MINUTE }), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.post(`/sessions/${traded.id}/draw`, { length: MINUTE }), 'SESSION_NOT_FOUND');
  });
});

describe('the times that a replay has seen', () => {
  const inMarket = (symbol: string, fields: Fields = {}) =>
    aSession(t.call, { assets: [{ symbol }], ...fields });
  const trade = (entry: number, exit: number) => aTrade({ entryTime: at(entry), exitTime: at(exit) });

  it('count in the hindsight of later sessions, also after the session was deleted', async () => {
    const symbol = aSymbol();
    const replayed = await inMarket(symbol, { name: 'Replayed' });
    await putAt(replayed, 0, 10);
    const gone = await inMarket(symbol);
    await putAt(gone, 20, 25);
    await ingest(t.call, gone, [trade(24, 30)]);
    const later = await inMarket(symbol);
    await ingest(t.call, later, [trade(5, 12), trade(22, 32), trade(40, 50)]);
    const before = await hindsightOf(later);
    expect(before.seenSessions).toEqual([
      { id: replayed.id, name: 'Replayed', sharedMs: 5 * MINUTE },
      { id: gone.id, name: 'Run', sharedMs: 8 * MINUTE },
    ]);
    expect(before.figures.seen.tradeCount).toBe(2);
    await t.call.delete(`/sessions/${gone.id}`).expect(204);
    // A session that was created before the hour of the deleted one is not affected.
    const db = t.app.get(DataSource);
    await db.query('UPDATE seen_spans SET created_hour = created_hour + 3600000 WHERE symbol = $1', [symbol]);
    expect((await hindsightOf(later)).seenSessions).toEqual([before.seenSessions[0]]);
    await db.query('UPDATE seen_spans SET created_hour = created_hour - 3600000 WHERE symbol = $1', [symbol]);
    const after = await hindsightOf(later);
    expect(after).toEqual({
      ...before,
      seenSessions: [before.seenSessions[0], { id: null, name: null, sharedMs: 8 * MINUTE }],
    });
  });

  it('that deleted sessions leave are at most 1,000 spans in a market', async () => {
    const symbol = aSymbol();
    const leave = async (spans: number) => {
      const session = await inMarket(symbol);
      await putAt(session, 1);
      await t.app.get(DataSource).query(
        `UPDATE playheads SET seen = (SELECT range_agg(int8range(i * 100, i * 100 + 10)) FROM generate_series(1, $2::bigint) i)
         WHERE session_id = $1`,
        [session.id, spans],
      );
      await t.call.delete(`/sessions/${session.id}`).expect(204);
      const [row] = await t.app
        .get(DataSource)
        .query<[{ count: number }]>(
          'SELECT (SELECT count(*)::int FROM unnest(range_agg(spans))) AS count FROM seen_spans WHERE symbol = $1',
          [symbol],
        );
      return row.count;
    };
    expect([await leave(1_000), await leave(1_001), await leave(900)]).toEqual([1_000, 1_000, 1_000]);
  });

  it('of two sessions that are deleted at once, in the same markets, are both kept', async () => {
    const markets = Array.from({ length: 8 }, aSymbol);
    const sessions = await Promise.all(
      [markets, markets.toReversed()].map((symbols) =>
        aSession(t.call, { assets: symbols.map((symbol) => ({ symbol })) }),
      ),
    );
    for (const [i, session] of sessions.entries()) await putAt(session, 10 * i, 10 * i + 5);
    await Promise.all(sessions.map(({ id }) => t.call.delete(`/sessions/${id}`).expect(204)));
    const later = await inMarket(markets[3]!);
    await ingest(t.call, later, [trade(0, 20)]);
    expect((await hindsightOf(later)).seenSessions).toEqual([
      { id: null, name: null, sharedMs: 10 * MINUTE },
    ]);
  });

  it('change the ETag of the hindsight of later sessions', async () => {
    const symbol = aSymbol();
    const replayed = await inMarket(symbol);
    const later = await inMarket(symbol);
    await ingest(t.call, later, [trade(5, 12)]);
    const etag = async () =>
      (await t.call.get(`/sessions/${later.id}/analysis/hindsight`).expect(200)).headers['etag'];
    const before = await etag();
    await putAt(replayed, 0, 6);
    expect(await etag()).not.toBe(before);
  });

  it('change the ETag of analyses on candles of an active manual session, and of no other figure', async () => {
    const manual = await inMarket(aSymbol());
    const automated = await inMarket(aSymbol(), { mode: 'automated' });
    for (const session of [manual, automated]) await ingest(t.call, session, [trade(5, 12)]);
    const paths = ['analysis/equity', 'analysis/excursions', 'analysis/timestamps', 'analysis/risk', 'stats'];
    const etags = async (session: Named) => {
      const answers = await Promise.all(
        paths.map((path) => t.call.get(`/sessions/${session.id}/${path}`).expect(200)),
      );
      return answers.map(({ headers }) => headers['etag']);
    };
    const before = [await etags(manual), await etags(automated)];
    for (const session of [manual, automated]) await putAt(session, 20);
    const after = [await etags(manual), await etags(automated)];
    const isSame = after.map((list, of) => list.map((etag, place) => etag === before[of]![place]));
    expect(isSame).toEqual([
      [false, false, false, true, true],
      [true, true, true, true, true],
    ]);
  });

  it('are kept by copies without trades, and the playhead by copies with trades, with the number of draws', async () => {
    const session: Answered<SessionDto> = await aSession(t.call, { ...SOURCE, randomSeed: 42 });
    await drawOf(session, { length: LENGTH });
    await putAt(session, 1700, 1710);
    const { playhead } = await recordOf(session);
    for (const withTrades of [true, false]) {
      const { body } = await t.call.post(`/sessions/${session.id}/copy`, { withTrades }).expect(201);
      const copy = body.session as SessionRecord;
      expect([copy.playhead, copy.draws]).toEqual([withTrades ? playhead : null, 1]);
      expect(await recordOf(copy)).toEqual(copy);
      expect(await seenOf(copy)).toEqual(await seenOf(session));
      expect((await drawOf(copy, { length: LENGTH })).draw.start).toBe(at(1275));
    }
  });
});
