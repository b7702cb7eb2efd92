import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { type SummaryDto, toSessionRecord } from '../../src/sessions/session-record.dto.js';
import { Session } from '../../src/sessions/session.entity.js';
import { SessionsService } from '../../src/sessions/sessions.service.js';
import { SummariesService } from '../../src/sessions/summaries.service.js';
import { SummariesStore } from '../../src/sessions/summaries.store.js';
import { SummaryFiller } from '../../src/sessions/summary-filler.js';
import { isSummaryOf, summaryChange } from '../../src/sessions/summary.js';
import { toTradeRecord } from '../../src/trades/trade-record.dto.js';
import { Trade } from '../../src/trades/trade.entity.js';
import { TestApp, startTestApp } from '../support/app.js';
import { HOUR, T, aSession, aSessionWith, aTrade, finish, ingest, statsOf } from '../support/factories.js';
import { summaryFigures } from '../support/summary.js';
import { propertyRuns } from '../support/property-runs.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const SELECT_STORED_SPANS = `
  SELECT symbol, feed, first_entry_time AS "firstEntryTime", last_exit_time AS "lastExitTime"
  FROM session_assets WHERE workspace_id = $1 AND session_id = $2 AND first_entry_time IS NOT NULL`;

type Id = { readonly id: string };

const database = () => t.app.get(DataSource);
const stored = ({ id }: Id): Promise<Session> => database().getRepository(Session).findOneByOrFail({ id });
const tradesOf = ({ id }: Id): Promise<Trade[]> =>
  database()
    .getRepository(Trade)
    .find({ where: { sessionId: id }, order: { clientId: 'ASC' } });

/** Returns the summary that clients get, whether or not it is stored. */
async function summaryOf(session: Id): Promise<SummaryDto> {
  const row = await stored(session);
  const [summary] = await t.app.get(SummariesService).list(row.workspaceId, [row]);
  return toSessionRecord(row, [], summary!, null).summary;
}

/**
 * Checks that the summary agrees with the statistics at threshold 0 and with the trades.
 * @param isStored true if the stored summary must be up to date; false if the stored summary may also be outdated,
 * because instances store missing summaries at some time after their start
 */
async function expectSummary(session: Id, isStored = true): Promise<void> {
  const trades = await tradesOf(session);
  const least = (times: number[]) => (times.length === 0 ? null : Math.min(...times));
  const most = (times: number[]) => (times.length === 0 ? null : Math.max(...times));
  expect(await summaryOf(session)).toEqual({
    ...summaryFigures(await statsOf(t.call, session, 0)),
    firstEntryTime: least(trades.map(({ entryTime }) => entryTime)),
    lastExitTime: most(trades.map(({ exitTime }) => exitTime)),
  });
  const row = await stored(session);
  if (isStored) expect(isSummaryOf(row)).toBe(true);
  const symbols = [...new Set(trades.map(({ symbol }) => symbol))];
  const byAsset = symbols.map((symbol) => [symbol, trades.filter((one) => one.symbol === symbol)] as const);
  const spans = byAsset.map(([symbol, own]) => ({
    symbol,
    feed: 'venue-spot',
    firstEntryTime: least(own.map(({ entryTime }) => entryTime)),
    lastExitTime: most(own.map(({ exitTime }) => exitTime)),
  }));
  const key = [row.workspaceId, row.id] as const;
  const computed = await t.app.get(SummariesStore).computeSpans(key[0], [key[1]]);
  expect(new Set(computed.get(row.id))).toEqual(new Set(spans));
  if (isStored)
    expect(new Set(await database().query(SELECT_STORED_SPANS, [...key]))).toEqual(new Set(spans));
}

/** Writes a trade like an instance of an old version that does not maintain summaries. */
async function writeLikeOlderVersion(session: Id): Promise<void> {
  const [trade] = await tradesOf(session);
  await database().query(
    `INSERT INTO trades SELECT (jsonb_populate_record(t, jsonb_build_object(
       'client_id', 'older-' || gen_random_uuid(), 'id', gen_random_uuid(), 'pl_net', 0.1, 'entry_time', 1))).*
     FROM trades t WHERE workspace_id = $1 AND session_id = $2 AND client_id = $3`,
    [trade!.workspaceId, session.id, trade!.clientId],
  );
  await database().query('UPDATE sessions SET revision = revision + 1 WHERE workspace_id = $1 AND id = $2', [
    trade!.workspaceId,
    session.id,
  ]);
}

const ASSETS = [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }];
/** Amounts for which the result of a trade stays below 2^53. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 1e9 }).map((units) => units / 1e4),
  fc.double({ min: 1e-12, max: 9e7, noNaN: true }),
);
const cost = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: undefined });
const trade = fc
  .record({
    symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
    side: fc.constantFrom('long', 'short'),
    qty: amount,
    entryPrice: amount,
    exitPrice: amount,
    entryTime: fc.integer({ min: 1, max: 2e12 }),
    held: fc.integer({ min: 0, max: HOUR }),
    feesPaid: cost,
    slippagePaid: cost,
  })
  .map(({ held, ...fields }) => ({ ...aTrade(fields), exitTime: fields.entryTime + held }));
const batches = fc.array(fc.array(trade, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });

/** Two orders of trades: earliest entry first, and latest exit first. The summary contains these two times. */
const BY_EXTREME: Readonly<Record<string, (one: Trade, other: Trade) => number>> = {
  entry: (one, other) => one.entryTime - other.entryTime,
  exit: (one, other) => other.exitTime - one.exitTime,
};
const step = fc.record({
  kind: fc.constantFrom('ingest', 'ingest', 'edit', 'move', 'remove', 'older version'),
  trade,
  place: fc.record({
    by: fc.constantFrom('entry', 'exit'),
    at: fc.oneof(fc.constant(0), fc.nat(100)),
  }),
});

describe('the summary of a session', () => {
  it('is empty if there are no trades', async () => {
    await expectSummary(await aSession(t.call));
  });

  it('equals the statistics at threshold 0 to the last digit, after any ingests', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (list) => {
        const session = await aSession(t.call, { assets: ASSETS, initialBalance: 1234.56 });
        for (const batch of list) await ingest(t.call, session, batch);
        await ingest(t.call, session, list[0]!);
        await expectSummary(session);
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  it('stays up to date when the session is finished', async () => {
    const session = await aSessionWith(t.call, [aTrade(), aTrade({ plNet: -3 })]);
    await finish(t.call, session);
    await expectSummary(session);
  });

  it('is computed for readers after a write of an older version, and is stored by the next write', async () => {
    const session = await aSessionWith(t.call, [aTrade({ plNet: 0.2 }), aTrade({ plNet: -7 })]);
    await writeLikeOlderVersion(session);
    await expectSummary(session, false);
    await ingest(t.call, session, [aTrade()]);
    await expectSummary(session);
    await writeLikeOlderVersion(session);
    await finish(t.call, session);
    await expectSummary(session, false);
  });

  it('is stored after a start of the service if it is missing', async () => {
    const sessions = [
      await aSessionWith(t.call, [aTrade({ plNet: 0.2 })]),
      await aSessionWith(t.call, [aTrade({ plNet: 3 })]),
      await aSession(t.call),
    ];
    await database().query(
      `UPDATE sessions SET summary_revision = NULL, trade_count = 0, pl_net = 0 WHERE id = ANY($1)`,
      [sessions.map(({ id }) => id)],
    );
    for (const session of sessions) await expectSummary(session, false);
    const filler = new SummaryFiller(t.app.get(SummariesService), t.app.get(SummariesStore));
    filler.onApplicationBootstrap();
    for (const session of sessions) while (!isSummaryOf(await stored(session)));
    await filler.beforeApplicationShutdown();
    for (const session of sessions) await expectSummary(session);
  });

  it.each(['first', 'last', 'middle', 'all of an asset', 'all'])(
    'is updated when trades are removed: %s',
    async (which) => {
      const trades = [
        aTrade({ hour: 0, symbol: 'BTCUSDT', plNet: 1 }),
        aTrade({ hour: 1, symbol: 'ETHUSDT', plNet: -1 }),
        aTrade({ hour: 2, symbol: 'BTCUSDT', plNet: 0.1 }),
        aTrade({ hour: 3, symbol: 'ETHUSDT', plNet: 0 }),
      ];
      const session = await aSessionWith(t.call, trades, { assets: ASSETS });
      const all = await tradesOf(session);
      const chosen = {
        first: [0],
        last: [3],
        middle: [1, 2],
        'all of an asset': [0, 2],
        all: [0, 1, 2, 3],
      }[which]!.map((place) => all.find(({ clientId }) => clientId === trades[place]!.clientId)!);
      await t.app
        .get(SessionsService)
        .withLock(all[0]!.workspaceId, session.id, async (transaction, locked) => {
          for (const { workspaceId, sessionId, clientId } of chosen)
            await transaction.delete(Trade, { workspaceId, sessionId, clientId });
          await t.app
            .get(SummariesService)
            .applyChange(transaction, locked, summaryChange({ removed: chosen }));
        });
      await expectSummary(session);
    },
  );

  it('is updated when a trade is moved and its result changes', async () => {
    const session = await aSessionWith(t.call, [
      aTrade({ hour: 0, plNet: 5 }),
      aTrade({ hour: 1, plNet: -2 }),
    ]);
    for (const entryTime of [T + HOUR * 5, T - HOUR]) {
      const [before] = await tradesOf(session);
      const after = { ...before!, entryTime, exitTime: entryTime + 1, plNet: -before!.plNet, plGross: 0.3 };
      const { workspaceId, sessionId, clientId } = after;
      await t.app.get(SessionsService).withLock(workspaceId, sessionId, async (transaction, locked) => {
        await transaction.update(Trade, { workspaceId, sessionId, clientId }, after);
        await t.app
          .get(SummariesService)
          .applyChange(transaction, locked, summaryChange({ removed: [before!], added: [after] }));
      });
      await expectSummary(session);
    }
  });

  it('equals the statistics after every step of any ingests, edits and removals, including changes by older versions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const session = await aSession(t.call, { assets: ASSETS, initialBalance: 1234.56 });
        for (const { kind, place, ...parts } of steps) {
          const before = await tradesOf(session);
          const all = before.toSorted(BY_EXTREME[place.by]);
          const chosen = all.at(place.at % Math.max(1, all.length));
          const path = `/sessions/${session.id}/trades/${chosen?.id}`;
          const { clientId: _, symbol: __, ...fields } = parts.trade;
          if (kind === 'ingest' || !chosen) await ingest(t.call, session, [parts.trade]);
          else if (kind === 'edit') await t.call.patch(path, fields).expect(200);
          else if (kind === 'move')
            await t.call.patch(path, { entryTime: fields.entryTime, exitTime: fields.exitTime }).expect(200);
          else if (kind === 'remove') await t.call.delete(path).expect(204);
          else await writeLikeOlderVersion(session);
          await expectSummary(session, kind !== 'older version' || !chosen);
        }
      }),
      { numRuns: propertyRuns(15), interruptAfterTimeLimit: 120_000 },
    );
  });

  it('is recomputed after a write that may have changed any trade', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { workspaceId } = await stored(session);
    await t.app.get(SessionsService).withLock(workspaceId, session.id, async (transaction, locked) => {
      await transaction.delete(Trade, { workspaceId, sessionId: session.id });
      await t.app.get(SummariesService).applyAnyChange(transaction, locked);
    });
    await expectSummary(session);
  });
});

describe('tags', () => {
  it('are stored with their session in order, and trimmed', async () => {
    const session = await aSession(t.call, { tags: [' b ', 'a "quoted", {x}\\'] });
    expect((await stored(session)).tags).toEqual(['b', 'a "quoted", {x}\\']);
    expect((await stored(await aSession(t.call))).tags).toEqual([]);
    expect(session).not.toHaveProperty('tags');
  });

  it('are stored with their trades, and a repeat with different tags changes nothing', async () => {
    const session = await aSession(t.call);
    const trades = [
      aTrade({ clientId: 'a', tags: [' late ', 'a "quoted", {x}\\'] }),
      aTrade({ clientId: 'b' }),
      aTrade({ clientId: 'c', tags: [], feesPaid: 0, slippagePaid: 1 }),
    ];
    await ingest(t.call, session, trades);
    const again = await ingest(
      t.call,
      session,
      trades.map((sent) => ({ ...sent, tags: ['other'] })),
    );
    expect(again.inserted).toBe(0);
    const records = (await tradesOf(session)).map(toTradeRecord);
    expect(records.map(({ clientId, tags, givenCosts }) => ({ clientId, tags, givenCosts }))).toEqual([
      { clientId: 'a', tags: ['late', 'a "quoted", {x}\\'], givenCosts: [] },
      { clientId: 'b', tags: [], givenCosts: [] },
      { clientId: 'c', tags: [], givenCosts: ['feesPaid', 'slippagePaid'] },
    ]);
    for (const { updatedAt, createdAt } of records) expect(updatedAt).toBe(createdAt);
  });

  it.each([
    ['sessions', 'tags'],
    ['trades', 'trades[0].tags'],
  ])('are refused if they are invalid: %s', async (what, field) => {
    const tags = ['a', 'a'];
    const session = await aSession(t.call);
    const answer =
      what === 'sessions'
        ? t.call.post('/sessions', { projectId: session.projectId, name: 'x', initialBalance: 1, tags })
        : t.call.post(`/sessions/${session.id}/trades`, { trades: [aTrade({ tags })] });
    const { body } = await answer.expect(400);
    expect(body.details).toEqual([{ field, message: 'has the same tag twice: element 1 repeats element 0' }]);
  });
});
