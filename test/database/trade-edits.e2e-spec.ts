import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { Session } from '../../src/sessions/session.entity.js';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';
import { TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  type Fields,
  HOUR,
  MINUTE,
  T,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
  statsOf,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { until } from '../support/until.js';
import { propertyRuns } from '../support/property-runs.js';

let t: TestApp;
/** The same service with a different TRADE_MINIMUM. */
let strict: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  strict = await startTestApp({ API_KEYS: t.environment.API_KEYS, TRADE_MINIMUM: '1' });
});
afterAll(async () => {
  await strict.close();
  await t.close();
});

type Id = { readonly id: string };
type Sent = ReturnType<typeof aTrade>;

const recordsOf = async ({ id }: Id): Promise<TradeRecord[]> =>
  (await t.call.get(`/sessions/${id}/trades`).expect(200)).body.trades;

const etagOf = async ({ id }: Id): Promise<string> =>
  (await t.call.get(`/sessions/${id}/stats`).expect(200)).headers['etag']!;

const revisionsOf = async ({ id }: Id) => {
  const row = await t.app.get(DataSource).getRepository(Session).findOneByOrFail({ id });
  return { revision: row.revision, labelRevision: row.labelRevision };
};

const COSTS = { entryFee: 0.1, exitFee: 0.2, type: 'percent' };
const PRICEY = {
  assets: [
    { symbol: 'BTCUSDT', executionCostConfig: { spread: 0.5, slippage: 0.1 } },
    {
      symbol: 'ETHUSDT',
      executionCostConfig: { spread: 0.25, fees: { entryFee: 3, exitFee: 4, type: 'fixed' } },
    },
  ],
  feesConfig: COSTS,
};

/** Creates a session with one trade, and returns functions that edit and read this trade. */
async function aStoredTrade(fields: Fields = {}, ofSession: Fields = {}) {
  const sent: Sent = aTrade(fields);
  const session = await aSessionWith(t.call, [sent], ofSession);
  const [before] = await recordsOf(session);
  const path = `/sessions/${session.id}/trades/${before!.id}`;
  const edit = async (edited: Fields): Promise<TradeRecord> =>
    (await t.call.patch(path, edited).expect(200)).body.trade;
  const now = async () => ({ ...(await revisionsOf(session)), records: await recordsOf(session) });
  return { sent, session, before: before!, path, edit, now };
}

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1e6 }).map((units) => units / 100),
  fc.double({ min: 1e-12, max: 1e12, noNaN: true }),
);
const cost = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const price = fc.option(amount);
const time = fc.integer({ min: 1, max: 1_000 }).map((minutes) => T + minutes * MINUTE);
const times = fc.tuple(time, time).map(([one, other]) => ({
  entryTime: Math.min(one, other),
  exitTime: Math.max(one, other),
}));
const FIELDS = {
  side: fc.constantFrom('long', 'short'),
  qty: amount,
  entryPrice: amount,
  exitPrice: amount,
  stopLoss: price,
  takeProfit: price,
  note: fc.constantFrom('', 'a', 'b'),
  tags: fc.subarray(['news', 'late', ' spaced ']),
};
const sentTrade = fc
  .record({ ...FIELDS, symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'), times }, { requiredKeys: ['times'] })
  .chain((fields) =>
    fc
      .record({ feesPaid: cost, spreadPaid: cost, slippagePaid: cost }, { requiredKeys: [] })
      .map((costs) => ({ ...fields, ...costs })),
  )
  .map(({ times: both, ...fields }) => aTrade({ ...fields, ...both }));
const edit = fc
  .record(
    {
      ...FIELDS,
      times,
      feesPaid: fc.option(cost),
      spreadPaid: fc.option(cost),
      slippagePaid: fc.option(cost),
    },
    { requiredKeys: [] },
  )
  .map(({ times: both, ...fields }) => ({ ...fields, ...both }));

/** Returns the trade as if it had been sent with the edits. */
const merged = (sent: Sent, edits: readonly Fields[]): Fields => {
  const all = Object.assign({}, sent, ...edits) as Fields;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
};

/** Returns a trade without its id, its sessionId, and its fields createdAt and updatedAt. */
function contentOf(trade: TradeRecord) {
  const { id: _, sessionId: __, createdAt: ___, updatedAt: ____, ...content } = trade;
  return content;
}

describe('an edited trade', () => {
  it('equals a trade that was sent with the edited fields', async () => {
    await fc.assert(
      fc.asyncProperty(sentTrade, fc.array(edit, { minLength: 1, maxLength: 3 }), async (sent, edits) => {
        const session = await aSessionWith(t.call, [sent, aTrade({ plNet: -3 })], PRICEY);
        const before = (await recordsOf(session)).find(({ clientId }) => clientId === sent.clientId)!;
        const path = `/sessions/${session.id}/trades/${before.id}`;
        for (const each of edits) await t.call.patch(path, each).expect(200);
        const other = await aSessionWith(t.call, [merged(sent, edits), aTrade({ plNet: -3 })], PRICEY);
        const after = (await recordsOf(session)).find(({ clientId }) => clientId === sent.clientId)!;
        const fresh = (await recordsOf(other)).find(({ clientId }) => clientId === sent.clientId)!;
        expect(contentOf(after)).toEqual(contentOf(fresh));
        expect([after.id, after.createdAt]).toEqual([before.id, before.createdAt]);
        expect(await statsOf(t.call, session)).toEqual(await statsOf(t.call, other));
        expect((await t.call.get(path).expect(200)).body.trade).toEqual(after);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  it('has a later updatedAt, and the statistics of its session have a different ETag', async () => {
    const { session, before, edit: change, now } = await aStoredTrade();
    const etag = await etagOf(session);
    const revisions = await revisionsOf(session);
    await until(() => Date.now() !== before.updatedAt);
    const after = await change({ qty: 2 });
    expect(after).toMatchObject({ qty: 2, plGross: 20, createdAt: before.createdAt });
    expect(after.updatedAt).toBeGreaterThan(before.updatedAt);
    expect(await etagOf(session)).not.toBe(etag);
    expect(await now()).toEqual({ ...revisions, revision: revisions.revision + 1, records: [after] });
  });

  it.each([
    ['nothing', {}],
    [
      'only present values',
      { qty: 1, stopLoss: null, tags: ['a', ' b'], note: 'n', feesPaid: 0, spreadPaid: null },
    ],
  ])('is not changed by an edit that contains %s', async (_, edited) => {
    const { before, edit: change, now } = await aStoredTrade({ tags: ['a', 'b'], note: 'n', feesPaid: 0 });
    const state = await now();
    expect(await change(edited)).toEqual(before);
    expect(await now()).toEqual(state);
  });

  it('is not changed by an edit without a body', async () => {
    const { before, path } = await aStoredTrade();
    expect((await t.call.patch(path).expect(200)).body.trade).toEqual(before);
  });

  it('gets a computed cost if null is sent for this cost, even if the cost sent before equalled the computed cost', async () => {
    const { before, edit: change } = await aStoredTrade({}, PRICEY);
    expect(before).toMatchObject({ givenCosts: [], spreadPaid: 0.5 });
    expect(await change({ spreadPaid: 0.5 })).toMatchObject({ givenCosts: ['spreadPaid'], spreadPaid: 0.5 });
    expect(await change({ qty: 4 })).toMatchObject({ givenCosts: ['spreadPaid'], spreadPaid: 0.5 });
    expect(await change({ spreadPaid: null })).toMatchObject({ givenCosts: [], spreadPaid: 2 });
  });

  const WRONG: [fields: Fields, problems: string[]][] = [
    [{ qty: 2, clientId: 'other' }, ['clientId']],
    [{ qty: 2, symbol: 'BTCUSDT' }, ['symbol']],
    [{ qty: 2, feed: 'venue-spot' }, ['feed']],
    [{ qty: 2, plNet: 1 }, ['plNet']],
    [{ note: 'x', id: 'y' }, ['id']],
    ...['side', 'qty', 'entryPrice', 'entryTime', 'exitPrice', 'exitTime', 'note', 'tags'].map(
      (field): [Fields, string[]] => [{ takeProfit: 5, [field]: null }, [field]],
    ),
    [{ stopLoss: 0, takeProfit: -1 }, ['stopLoss', 'takeProfit']],
    [{ qty: '2' }, ['qty']],
    [{ feesPaid: 1e13 }, ['feesPaid']],
    [{ tags: ['a', 'a'] }, ['tags']],
    [{ exitTime: T - 1 }, ['exitTime']],
    [{ entryTime: T + MINUTE + 1 }, ['entryTime']],
    [{ entryTime: T + HOUR, exitTime: T + HOUR - 1 }, ['exitTime']],
  ];
  it('cannot get another clientId or market, and the error recommends to delete the trade and send it again', async () => {
    const { path } = await aStoredTrade({});
    for (const field of ['clientId', 'symbol', 'feed']) {
      const { body } = await t.call.patch(path, { [field]: 'other' }).expect(400);
      expect(body.message).toBe(`${field} cannot be changed: delete the trade and send it anew.`);
    }
  });

  it.each(WRONG)('is not changed by a refused edit: %j', async (fields, wrong) => {
    const { path, now } = await aStoredTrade({ note: 'n' });
    const state = await now();
    const response = await t.call.patch(path, fields);
    expectProblem(response, 'VALIDATION_FAILED', wrong);
    expect(await now()).toEqual(state);
  });

  it('can get new times that are both before or both after the old times', async () => {
    const { edit: change } = await aStoredTrade();
    await change({ entryTime: T + HOUR, exitTime: T + 2 * HOUR });
    expect(await change({ entryTime: T + 2 * HOUR })).toMatchObject({ exitTime: T + 2 * HOUR });
    await change({ entryTime: 1, exitTime: 1 });
  });

  it('must respect TRADE_MINIMUM only in the fields that the edit changes', async () => {
    const { path } = await aStoredTrade({ qty: 0.5, entryPrice: 0.25, exitPrice: 0.5 });
    const call = callerWith(strict.stranger, t.secrets.own);
    await call.patch(path, { qty: 0.5, entryPrice: 0.25, note: 'x' }).expect(200);
    const both = await call.patch(path, { qty: 0.5, exitPrice: 0.25 });
    expectProblem(both, 'VALIDATION_FAILED', ['exitPrice']);
    await call.patch(path, { exitPrice: 1 }).expect(200);
    expectProblem(await call.patch(path, { exitPrice: 0.5 }), 'VALIDATION_FAILED', ['exitPrice']);
    for (const unknown of [`${path}x`, path.replace('/sessions/', '/sessions/x')])
      expectProblem(await call.patch(unknown, { qty: 0.5 }), 'VALIDATION_FAILED', ['qty']);
  });
});

describe('an edit of a note or of tags', () => {
  it('changes the revision of the labels, but neither the figures nor the ETag of the statistics', async () => {
    const { session, before, edit: change, now } = await aStoredTrade({ note: 'n' });
    const etag = await etagOf(session);
    const state = await now();
    const after = await change({ note: 'other', tags: [' a '] });
    expect(after).toEqual({ ...before, note: 'other', tags: ['a'], updatedAt: after.updatedAt });
    expect(await etagOf(session)).toBe(etag);
    const { labelRevision } = state;
    expect(await now()).toEqual({ ...state, labelRevision: labelRevision + 1, records: [after] });
    await change({ tags: [], qty: 3 });
    expect(await revisionsOf(session)).toEqual({
      revision: state.revision + 1,
      labelRevision: labelRevision + 2,
    });
  });

  it('is possible in a finished session, unlike an edit of any other field', async () => {
    const { session, before, path, edit: change, now } = await aStoredTrade();
    await finish(t.call, session);
    const etag = await etagOf(session);
    const after = await change({ note: 'seen', tags: ['a'] });
    expect(after).toEqual({ ...before, note: 'seen', tags: ['a'], updatedAt: after.updatedAt });
    expect(await change({ qty: 1 })).toEqual(after);
    const state = await now();
    for (const fields of [{ qty: 2 }, { note: 'x', qty: 2 }, { feesPaid: 0 }])
      expectProblem(await t.call.patch(path, fields), 'SESSION_FINISHED');
    expectProblem(await t.call.delete(path), 'SESSION_FINISHED');
    expect(await now()).toEqual(state);
    expect(await etagOf(session)).toBe(etag);
  });
});

describe('an edited trade that is sent again', () => {
  const again = async (session: Id, sent: Fields) => {
    const { status, body } = await t.call.post(`/sessions/${session.id}/trades`, { trades: [sent] });
    return status === 201 ? [body.inserted, body.trades[0].id, body.trades[0].qty] : body.code;
  };

  it.each([
    ['a figure', { qty: 2 }, 2],
    ['the note', { note: 'other' }, 1],
    ['a cost', { feesPaid: 1 }, 1],
  ])(
    'is a repeat if it is sent in its original or in its current form, and otherwise a conflict: %s',
    async (_, edited, qty) => {
      const { sent, session, before, edit: change } = await aStoredTrade();
      await change(edited);
      expect(await again(session, sent)).toEqual([0, before.id, qty]);
      expect(await again(session, { ...sent, ...edited })).toEqual([0, before.id, qty]);
      expect(await again(session, { ...sent, qty: 5 })).toBe('CLIENT_ID_CONFLICT');
      await change({ exitPrice: 1020 });
      expect(await again(session, sent)).toEqual([0, before.id, qty]);
      expect(await again(session, { ...sent, ...edited, exitPrice: 1020 })).toEqual([0, before.id, qty]);
      expect(await again(session, { ...sent, ...edited })).toBe('CLIENT_ID_CONFLICT');
      await finish(t.call, session);
      expect(await again(session, sent)).toEqual([0, before.id, qty]);
      expect(await again(session, { ...sent, ...edited })).toBe('SESSION_FINISHED');
    },
  );

  it('is a repeat even if its tags have changed', async () => {
    const { sent, session, before, edit: change } = await aStoredTrade();
    await change({ tags: ['a'] });
    expect(await again(session, sent)).toEqual([0, before.id, 1]);
    await change({ qty: 2 });
    expect(await again(session, sent)).toEqual([0, before.id, 2]);
  });
});

describe('a deleted trade', () => {
  it('is removed from the list and the statistics, and its clientId can be used again', async () => {
    const trades = [aTrade({ plNet: 5 }), aTrade({ plNet: -2, hour: 1 })];
    const session = await aSessionWith(t.call, trades);
    const etag = await etagOf(session);
    const [first, second] = await recordsOf(session);
    const path = `/sessions/${session.id}/trades/${first!.id}`;
    const { text } = await t.call.delete(path).expect(204);
    expect(text).toBe('');
    expect(await recordsOf(session)).toEqual([second]);
    expect(await etagOf(session)).not.toBe(etag);
    const alone = await aSessionWith(t.call, [trades[1]!]);
    expect(await statsOf(t.call, session)).toEqual(await statsOf(t.call, alone));
    expectProblem(await t.call.delete(path), 'TRADE_NOT_FOUND');
    expectProblem(await t.call.get(path), 'TRADE_NOT_FOUND');
    expectProblem(await t.call.patch(path, { qty: 2 }), 'TRADE_NOT_FOUND');
    const { inserted } = await ingest(t.call, session, [{ ...trades[0]!, qty: 7 }]);
    expect(inserted).toBe(1);
    expect((await recordsOf(session)).map(({ qty }) => qty)).toEqual([7, 1]);
  });

  it('can be the last remaining trade of a session that had many trades', async () => {
    const session = await aSession(t.call);
    for (let batch = 0; batch < 5; batch += 1)
      await ingest(
        t.call,
        session,
        Array.from({ length: 450 }, (_, hour) => aTrade({ hour })),
      );
    expect((await statsOf(t.call, session)).tradeCount).toBe(2250);
    await t.app
      .get(DataSource)
      .query(
        `DELETE FROM trades WHERE session_id = $1 AND client_id > (SELECT min(client_id) FROM trades WHERE session_id = $1)`,
        [session.id],
      );
    const [only] = await recordsOf(session);
    await t.call.patch(`/sessions/${session.id}/trades/${only!.id}`, { qty: 2 }).expect(200);
    for (let round = 0; round < 2; round += 1)
      expect((await statsOf(t.call, session, round)).tradeCount).toBe(1);
    await t.call.delete(`/sessions/${session.id}/trades/${only!.id}`).expect(204);
    expect((await statsOf(t.call, session)).tradeCount).toBe(0);
  });
});
