import { IngestAnswer } from '../../src/trades/trade.dto.js';
import { Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import { openTestDatabase } from '../support/database.js';
import { aProject, aSession, aTrade, projectInput, statsOf } from '../support/factories.js';
import { summaryFigures } from '../support/summary.js';
import { type LockOf, noChange, noInsert, whileLocked } from '../support/while-locked.js';

let t: TestApp;
/** A second instance of the service on the same database, with the same keys. */
let second: TestApp;
let callers: readonly [Caller, Caller];
beforeAll(async () => {
  t = await startTestApp();
  second = await startTestApp({ API_KEYS: t.environment.API_KEYS });
  callers = [t.call, callerWith(second.stranger, t.secrets.own)];
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Sends all requests at the same moment, alternating between the two instances. */
const atOnce = <T>(count: number, ask: (call: Caller, i: number) => PromiseLike<T>): Promise<T[]> =>
  Promise.all(times(count, (i) => ask(callers[i % 2]!, i)));

const send = (call: Caller, session: { id: string }, trades: readonly object[]) =>
  call.post(`/sessions/${session.id}/trades`, { trades });

describe('concurrent requests', () => {
  it('insert a batch once if it is sent ten times, and all responses are equal', async () => {
    const session = await aSession(t.call);
    const trades = times(200, () => aTrade());
    const answers = (await atOnce(10, (call) => send(call, session, trades).expect(201))).map(
      ({ body }) => body,
    );
    expect(answers.map(({ inserted }) => inserted).filter((inserted) => inserted !== 0)).toEqual([200]);
    for (const answer of answers) expect(answer.trades).toEqual(answers[0].trades);
    expect((await statsOf(t.call, session)).tradeCount).toBe(200);
  });

  it('insert each trade once when batches overlap in different orders', async () => {
    const session = await aSession(t.call);
    const trades = times(120, () => aTrade());
    // Batch i contains 60 of the 120 trades, counted in a circle from number 12·i. Every other batch is backwards.
    const batch = (i: number) => {
      const part = times(60, (place) => trades[(12 * i + place) % 120]!);
      return i % 2 === 0 ? part : part.toReversed();
    };
    const answers = await atOnce(10, (call, i) => send(call, session, batch(i)).expect(201));
    const bodies = answers.map(({ body }): IngestAnswer => body);
    expect(bodies.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(120);
    const idOf = new Map<unknown, string>();
    for (const [i, body] of bodies.entries()) {
      for (const [place, { clientId }] of batch(i).entries()) {
        const { id } = body.trades[place]!;
        expect(idOf.get(clientId) ?? id).toBe(id);
        idOf.set(clientId, id);
      }
    }
    expect(new Set(idOf.values()).size).toBe(120);
    expect((await statsOf(t.call, session)).tradeCount).toBe(120);
  });

  it('store only one of several conflicting batches, and no trade of the other batches', async () => {
    const session = await aSession(t.call);
    const contested = aTrade();
    const answers = await atOnce(6, (call, i) =>
      send(call, session, [aTrade(), { ...contested, note: `version ${i}` }, aTrade()]),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(times(5, () => 'CLIENT_ID_CONFLICT'));
    expect((await statsOf(t.call, session)).tradeCount).toBe(3);
  });

  it.each(times(12, (round) => round))(
    'store no trade that a concurrent finish did not count (round %d)',
    async (round) => {
      const session = await aSession(t.call);
      const [batches, size] = [6, 40];
      const answers = await atOnce(batches + 1, (call, i) =>
        i === round % (batches + 1)
          ? call.post(`/sessions/${session.id}/finish`).expect(200)
          : send(
              call,
              session,
              times(size, () => aTrade()),
            ),
      );
      const finished = answers.find(({ body }) => body.stats !== undefined);
      const ingested = answers.filter((answer) => answer !== finished);
      for (const { status, body } of ingested) {
        expect([status, body.code]).toEqual(status === 201 ? [201, undefined] : [409, 'SESSION_FINISHED']);
      }
      const stored = size * ingested.filter(({ status }) => status === 201).length;
      expect(finished?.body.stats.tradeCount).toBe(stored);
      expect((await statsOf(t.call, session)).tradeCount).toBe(stored);
      const { body } = await t.call.get(`/sessions/${session.id}/record`).expect(200);
      expect(body.session.summary).toMatchObject(summaryFigures(finished!.body.stats));
    },
  );

  const orders: [what: string, lockOf: LockOf, finishFirst: boolean][] = [
    ['that comes between checking the session and storing the trades', noInsert, false],
    ['that waits for trades to be stored', noChange, false],
    ['for which the storing of trades waits', noChange, true],
  ];
  it.each(orders)('count all stored trades in a finish %s', async (_, lockOf, finishFirst) => {
    const session = await aSession(t.call);
    const ingesting = () =>
      send(
        callers[0],
        session,
        times(40, () => aTrade()),
      );
    const finishing = () => callers[1].post(`/sessions/${session.id}/finish`);
    const requests = finishFirst ? [finishing, ingesting] : [ingesting, finishing];
    const answers = await whileLocked([t, second], session, lockOf, requests);
    const [ingested, finished] = finishFirst ? answers.toReversed() : answers;
    expect(finished?.status).toBe(200);
    expect([201, 409]).toContain(ingested?.status);
    const stored = ingested?.status === 201 ? 40 : 0;
    expect(finished?.body.stats.tradeCount).toBe(stored);
    expect((await statsOf(t.call, session)).tradeCount).toBe(stored);
  });

  it('finish a session once if ten requests finish it', async () => {
    const session = await aSession(t.call);
    const answers = await atOnce(10, (call) => call.post(`/sessions/${session.id}/finish`).expect(200));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.session.status).toBe('finished');
  });

  /** A session with one trade, and the path of that trade. */
  async function aStoredTrade() {
    const sent = aTrade();
    const session = await aSession(t.call);
    const { body } = await send(t.call, session, [sent]).expect(201);
    return { sent, session, path: `/sessions/${session.id}/trades/${body.trades[0].id}` };
  }

  const listed = async ({ id }: { readonly id: string }) =>
    (await t.call.get(`/sessions/${id}/trades`).expect(200)).body.trades;

  /**
   * Checks that each instance of the service returns a summary of the session that equals its statistics and its
   * trades.
   */
  async function expectSummary(session: { readonly id: string }) {
    const trades: { entryTime: number; exitTime: number }[] = await listed(session);
    for (const call of callers) {
      const { body } = await call.get(`/sessions/${session.id}/record`).expect(200);
      expect(body.session.summary).toEqual({
        ...summaryFigures(await statsOf(call, session, 0)),
        firstEntryTime: trades.length === 0 ? null : Math.min(...trades.map(({ entryTime }) => entryTime)),
        lastExitTime: trades.length === 0 ? null : Math.max(...trades.map(({ exitTime }) => exitTime)),
      });
    }
  }

  /**
   * Checks that the statistics and the summary equal the statistics and the summary of a new session with only these
   * trades.
   */
  async function expectStatsOf(session: { readonly id: string }, trades: readonly object[]) {
    await expectSummary(session);
    const alone = await aSession(t.call);
    if (trades.length > 0) await send(t.call, alone, trades).expect(201);
    expect(await statsOf(t.call, session)).toEqual(await statsOf(t.call, alone));
  }

  it('edit a trade one after the other, and lose no edit', async () => {
    const { sent, session, path } = await aStoredTrade();
    const edits = [
      { qty: 3 },
      { exitPrice: 1005 },
      { side: 'short' },
      { feesPaid: 2 },
      { note: 'x' },
      { tags: ['a'] },
    ];
    await atOnce(6, (call, i) => call.patch(path, edits[i]).expect(200));
    const [trade] = await listed(session);
    const whole = Object.assign({}, sent, ...edits);
    expect(trade).toMatchObject({ ...whole, givenCosts: ['feesPaid'], plNet: -17 });
    await expectStatsOf(session, [whole]);
  });

  it.each(times(8, (round) => round))(
    'edit a trade or delete it, but never edit a trade that is already deleted (round %d)',
    async (round) => {
      const { session, path } = await aStoredTrade();
      const answers = await atOnce(6, (call, i) =>
        i === round % 6 || i === 5 ? call.delete(path) : call.patch(path, { qty: i + 2 }),
      );
      const statuses = answers.map(({ status, body }) => body.code ?? status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      for (const status of statuses) expect([200, 204, 'TRADE_NOT_FOUND']).toContain(status);
      expect(await listed(session)).toEqual([]);
      await expectStatsOf(session, []);
    },
  );

  it.each(times(8, (round) => round))(
    'delete a trade or store it again, but never store it twice (round %d)',
    async (round) => {
      const { sent, session, path } = await aStoredTrade();
      const answers = await atOnce(6, (call, i) =>
        i === round % 6 ? call.delete(path) : send(call, session, [sent]),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201, 201, 201, 201, 201, 204,
      ]);
      const inserted = answers.reduce((sum, { body }) => sum + (body.inserted ?? 0), 0);
      expect(await listed(session)).toHaveLength(inserted);
      expect(inserted).toBeLessThanOrEqual(1);
      await expectStatsOf(session, inserted === 1 ? [sent] : []);
    },
  );

  it.each(times(8, (round) => round))(
    'change no trade after a concurrent finish has counted it (round %d)',
    async (round) => {
      const { sent, session, path } = await aStoredTrade();
      const answers = await atOnce(6, (call, i) => {
        if (i === round % 6) return call.post(`/sessions/${session.id}/finish`).expect(200);
        return i === (round + 3) % 6 ? call.delete(path) : call.patch(path, { qty: 1 + i });
      });
      const finished = answers[round % 6]!;
      for (const { status, body } of answers)
        expect([200, 204, 'SESSION_FINISHED', 'TRADE_NOT_FOUND']).toContain(body.code ?? status);
      const trades = await listed(session);
      const { idealRAnalysis: _, ...counted } = finished.body.stats;
      expect(await statsOf(t.call, session)).toMatchObject(counted);
      await expectSummary(session);
      const alone = await aSession(t.call);
      if (trades.length > 0) await send(t.call, alone, [{ ...sent, qty: trades[0].qty }]).expect(201);
      const { idealRAnalysis: __, ...expected } = await statsOf(t.call, alone);
      expect(counted).toEqual(expected);
    },
  );

  it('create a workspace once if its first requests arrive together', async () => {
    const fresh = await startTestApp();
    try {
      await Promise.all(times(8, () => fresh.call.post('/projects', projectInput()).expect(201)));
      expect((await fresh.call.get('/projects').expect(200)).body.projects).toHaveLength(8);
    } finally {
      await fresh.close();
    }
  });

  it('give each project a different id', async () => {
    const projects = await atOnce(40, (call) => aProject(call));
    expect(new Set(projects.map(({ id }) => id)).size).toBe(40);
  });
});

describe('statistics while trades are ingested', () => {
  it('count only whole batches, and never fewer trades than an earlier read', async () => {
    const session = await aSession(t.call);
    const size = 100;
    const ingesting = (async () => {
      for (const call of times(8, (i) => callers[i % 2]!)) {
        await send(
          call,
          session,
          times(size, () => aTrade()),
        ).expect(201);
      }
    })();
    for (let [seen, i] = [0, 0]; seen < 8 * size; i += 1) {
      const { tradeCount, equityCurve, plPctDistribution } = await statsOf(callers[i % 2]!, session);
      expect(tradeCount % size).toBe(0);
      expect(tradeCount).toBeGreaterThanOrEqual(seen);
      expect(plPctDistribution.reduce((sum, { count }) => sum + count, 0)).toBe(tradeCount);
      expect(equityCurve.length > 0).toBe(tradeCount > 0);
      seen = tradeCount;
    }
    await ingesting;
  });
});

describe('if Citus moves the shard of a session between two statements of an ingest and', () => {
  const MOVED = 'moved-trade';
  /**
   * Two effects of a shard move on an insert: the insert stores nothing, or the trade is already stored although the
   * look-up did not find it.
   */
  const EFFECTS = {
    'the insert is lost': 'RETURN NULL',
    'the look-up missed a stored trade': 'INSERT INTO trades SELECT NEW.*',
  };

  /** Makes the first `count` inserts of a trade fail. */
  async function disturbInserts(effect: string, count: number): Promise<() => Promise<void>> {
    const database = await openTestDatabase();
    await database.query('CREATE SEQUENCE disturbed_inserts');
    await database.query(`
      CREATE FUNCTION disturb_inserts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('disturbed_inserts') <= ${count} THEN ${effect}; END IF;
        RETURN NEW;
      END $$`);
    await database.query(`CREATE TRIGGER disturb_inserts BEFORE INSERT ON trades FOR EACH ROW
      WHEN (NEW.client_id = '${MOVED}' AND pg_trigger_depth() = 0) EXECUTE FUNCTION disturb_inserts()`);
    return async () => {
      await database.query('DROP TRIGGER disturb_inserts ON trades');
      await database.query('DROP FUNCTION disturb_inserts');
      await database.query('DROP SEQUENCE disturbed_inserts');
      await database.destroy();
    };
  }

  describe.each(Object.entries(EFFECTS))('%s,', (_, effect) => {
    it('the ingest stores the trade in another attempt', async () => {
      const session = await aSession(t.call);
      const restore = await disturbInserts(effect, 2);
      try {
        const { body } = await send(t.call, session, [aTrade(), aTrade({ clientId: MOVED })]).expect(201);
        expect(body.inserted).toBe(2);
      } finally {
        await restore();
      }
      expect((await statsOf(t.call, session)).tradeCount).toBe(2);
    });

    it('the ingest is refused with 503 after three attempts, and no trade is stored', async () => {
      const session = await aSession(t.call);
      const restore = await disturbInserts(effect, 3);
      try {
        const { body } = await send(t.call, session, [aTrade(), aTrade({ clientId: MOVED })]).expect(503);
        expect(body.code).toBe('DATABASE_UNAVAILABLE');
      } finally {
        await restore();
      }
      expect((await statsOf(t.call, session)).tradeCount).toBe(0);
    });
  });
});
