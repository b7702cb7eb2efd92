import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import type { Scope } from '../../src/platform/auth/principal.js';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { SessionDto } from '../../src/sessions/session.dto.js';
import type { TradeDto } from '../../src/trades/trade.dto.js';
import { newId } from '../../src/shared/fields/ids.js';
import { hasCopyIn } from '../../src/platform/database/copy/copy-in.js';
import { CopiesService, type CopyLimits } from '../../src/trades/copy/copies.service.js';
import { CopiesStore } from '../../src/trades/copy/copies.store.js';
import { BulkWrites } from '../../src/trades/bulk-writes.js';
import { TestApp, callerWith, startTestApp } from '../support/app.js';
import { takeTurns } from '../support/bulk-turns.js';
import {
  type Answered,
  DAY,
  type Fields,
  T,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  everySessionField,
  everyTradeField,
  finish,
  ingest,
  statsOf,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
/** A second instance on the same database, with the same keys. */
let second: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  second = await startTestApp({ API_KEYS: t.environment.API_KEYS });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

interface Named {
  readonly id: string;
}

const pathOf = ({ id }: Named) => `/sessions/${id}/copy`;

async function copyOf(session: Named, fields: Fields = {}): Promise<Answered<SessionRecord>> {
  const { body } = await t.call.post(pathOf(session), fields).expect(201);
  return body.session;
}

/** Returns the stored trades as a client reads them, by sending the batch again. */
const storedTrades = async (
  session: Named,
  sent: readonly object[],
): Promise<readonly Answered<TradeDto>[]> => {
  const { inserted, trades } = await ingest(t.call, session, sent);
  expect(inserted).toBe(0);
  return trades;
};

const without = (row: object, ...fields: string[]): Fields =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)));

const OWN = ['id', 'sessionId', 'createdAt'];

/** Fees of a trade that earns 10, with a quantity of 1 at a price of 1000. */
const FEES = { entryFee: 1, exitFee: 2, type: 'fixed' };

describe('a copy', () => {
  it('has every field of the original except its name, its times and its ids', async () => {
    const { id: projectId } = await aProject(t.call);
    const original = await aSession(t.call, { ...everySessionField(projectId), tags: ['a', 'B'] });
    const before = Date.now();
    const copy = await copyOf(original);
    const { id, name, assets, startedAt, createdAt, updatedAt, summary, ...rest } = copy;
    expect(rest).toEqual({
      ...without(original, 'id', 'name', 'assets', 'startedAt', 'createdAt', 'updatedAt'),
      tags: ['a', 'B'],
      trial: everySessionField('').trial,
      playhead: null,
      draws: 0,
      sourceFile: null,
      runAt: null,
    });
    expect(id).not.toBe(original.id);
    expect(name).toBe('Run (copy)');
    expect(startedAt).toBe(createdAt);
    expect(updatedAt).toBe(createdAt);
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(summary).toMatchObject({ tradeCount: 0, plNet: 0, firstEntryTime: null, lastExitTime: null });
    expect(assets.map((asset) => without(asset, ...OWN))).toEqual(
      original.assets.map((asset) => without(asset, ...OWN)),
    );
    for (const asset of assets) expect(asset.sessionId).toBe(id);
    const { body } = await t.call.get(`/sessions/${id}`).expect(200);
    expect(body.session).toEqual(
      without(copy, 'tags', 'trial', 'summary', 'playhead', 'draws', 'sourceFile', 'runAt'),
    );
  });

  it('has the trades of the original with new ids and the same labels and figures, and a summary that equals its statistics', async () => {
    const { id: projectId } = await aProject(t.call);
    const trades = [everyTradeField(), everyTradeField(), everyTradeField()].map((trade, i) => ({
      ...trade,
      plNet: undefined,
      exitPrice: 990 + 10 * i,
      tags: ['x', `t${i}`],
    }));
    const original = await aSession(t.call, everySessionField(projectId));
    const { trades: sent } = await ingest(t.call, original, trades);
    const copy = await copyOf(original);
    const stored = await storedTrades(copy, trades);
    expect(stored.map((trade) => without(trade, ...OWN))).toEqual(
      sent.map((trade) => without(trade, ...OWN)),
    );
    expect(new Set([...stored, ...sent].map(({ id }) => id)).size).toBe(6);
    for (const { sessionId, createdAt } of stored)
      expect([sessionId, createdAt]).toEqual([copy.id, copy.createdAt]);
    const [ofOriginal, ofCopy] = [await statsOf(t.call, original), await statsOf(t.call, copy)];
    expect(without(ofCopy, 'idealRAnalysis')).toEqual(without(ofOriginal, 'idealRAnalysis'));
    const { tradeCount, winCount, lossCount, plGross, feesPaid, plNet, plNetPct } = ofCopy;
    expect(copy.summary).toMatchObject({
      tradeCount,
      winCount,
      lossCount,
      plGross,
      feesPaid,
      plNet,
      plNetPct,
    });
    const rows = await t.app
      .get(DataSource)
      .query<object[]>(
        'SELECT tags, updated_at, sent_hash FROM trades WHERE session_id = $1 ORDER BY client_id',
        [copy.id],
      );
    expect(rows).toEqual([0, 1, 2].map((i) => ({ tags: ['x', `t${i}`], updated_at: null, sent_hash: null })));
  });

  it('accepts an edited trade again only with its present content, not with the content that was sent first', async () => {
    const sent = [aTrade(), aTrade()];
    const original = await aSessionWith(t.call, sent);
    const [{ id }] = (await t.call.get(`/sessions/${original.id}/trades`).expect(200)).body.trades;
    await t.call.patch(`/sessions/${original.id}/trades/${id}`, { exitPrice: 1020 }).expect(200);
    expect((await ingest(t.call, original, sent)).inserted).toBe(0);

    const copy = await copyOf(original);
    const refused = await t.call.post(`/sessions/${copy.id}/trades`, { trades: sent });
    expectProblem(refused, 'CLIENT_ID_CONFLICT', ['trades[0].clientId']);
    const present = [{ ...sent[0]!, exitPrice: 1020 }, sent[1]!];
    const answer = await ingest(t.call, copy, present);
    expect([answer.inserted, answer.trades.map(({ plNet }) => plNet)]).toEqual([0, [20, 10]]);
    expect((await statsOf(t.call, copy)).plNet).toBe(30);
    expect((await ingest(t.call, original, present)).inserted).toBe(0);
  });

  it('is active and independent of the original, whether or not the original is finished', async () => {
    const original = await aSessionWith(t.call, [aTrade()]);
    const { session: finished } = await finish(t.call, original);
    const copy = await copyOf(original);
    expect([copy.status, copy.endedAt]).toEqual(['active', null]);
    await ingest(t.call, copy, [aTrade(), aTrade()]);
    expect((await statsOf(t.call, copy)).tradeCount).toBe(3);
    expect((await statsOf(t.call, original)).tradeCount).toBe(1);
    expect((await t.call.get(`/sessions/${original.id}`)).body.session).toEqual(finished);
    const again = await copyOf(copy);
    expect([again.name, again.summary.tradeCount]).toEqual(['Run (copy) (copy)', 3]);
  });

  it('has each field that the request gives instead of the field of the original', async () => {
    const { id: projectId } = await aProject(t.call);
    const { id: other } = await aProject(t.call, { symbol: 'ETHUSDT' });
    const original = await aSession(t.call, everySessionField(projectId));
    const fields = {
      projectId: other,
      name: '  Other ',
      initialBalance: 500,
      mode: 'manual',
      source: 'import',
      accountCurrency: 'EUR',
      strategy: '',
      description: 'd',
      layoutTemplate: '3',
      rangeStart: null,
      rangeEnd: T + 2 * DAY,
      randomSourceStart: T,
      randomSourceEnd: null,
      randomSeed: 0,
      blindMode: false,
      smoothCandles: false,
      accountTimezone: 'UTC',
      startedAt: 5,
      tags: [' z '],
    };
    expect(await copyOf(original, fields)).toMatchObject({ ...fields, name: 'Other', tags: ['z'] });
    for (const [field, value] of Object.entries(fields)) {
      if (['projectId', 'name', 'tags', 'randomSourceStart', 'startedAt'].includes(field)) continue;
      const copy = await copyOf(original, { [field]: value });
      const kept = without(original, 'id', 'name', 'assets', 'startedAt', 'createdAt', 'updatedAt', field);
      expect(copy).toMatchObject({ ...kept, [field]: value });
    }
  });

  it('has the labels of a try from the original, except labels that the request gives', async () => {
    const { id: projectId } = await aProject(t.call);
    const original = await aSession(t.call, everySessionField(projectId));
    const { trial } = everySessionField(projectId);
    const given = { sample: 'out', parameters: { fast: 2 } };
    expect((await copyOf(original, { trial: given })).trial).toEqual({ ...trial, ...given });
    expect((await copyOf(original, { trial: { study: null } })).trial).toEqual({ ...trial, study: null });
    expectProblem(
      await t.call.post(`/sessions/${original.id}/copy`, { trial: { study: '*' } }),
      'VALIDATION_FAILED',
      ['trial.study'],
    );
  });

  it.each([
    ['x'.repeat(193), `${'x'.repeat(193)} (copy)`],
    ['x'.repeat(194), `${'x'.repeat(194)} (copy`],
    ['x'.repeat(199), 'x'.repeat(199)],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ['😀'.repeat(196), `${'😀'.repeat(196)} (co`],
  ])('has a name of up to 200 characters: %s', async (name, expected) => {
    expect((await copyOf(await aSession(t.call, { name }))).name).toBe(expected);
  });

  it('is the same whether the request has no body or {}', async () => {
    const original = await aSessionWith(t.call, [aTrade()]);
    const { body } = await t.call.post(pathOf(original)).expect(201);
    expect(body.session.summary).toEqual((await copyOf(original)).summary);
  });

  it('has all trades of a large session', async () => {
    const original = await aSession(t.call);
    const batches = Array.from({ length: 9 }, () =>
      Array.from({ length: 500 }, (_, hour) => aTrade({ hour, plNet: (hour % 7) - 3 })),
    );
    for (const trades of batches) await ingest(t.call, original, trades);
    const copy = await copyOf(original);
    expect(copy.summary.tradeCount).toBe(4_500);
    expect(await statsOf(t.call, copy)).toEqual(await statsOf(t.call, original));
    for (const trades of batches) await storedTrades(copy, trades);
  });
});

describe('the state and the trades', () => {
  it('are copied together, and the copied state is independent of the original', async () => {
    const original = await aSessionWith(t.call, [aTrade()]);
    const text = '{"at":1e400,"at":12345678901234567890}';
    await t.call
      .put(`/sessions/${original.id}/state`)
      .set('content-type', 'application/json')
      .send(`{"state":${text}}`)
      .expect(200);
    const copy = await copyOf(original);
    const response = await t.call.get(`/sessions/${copy.id}/state`).expect(200);
    expect(response.text).toBe(`{"state":${text},"updatedAt":${copy.createdAt}}`);
    await t.call
      .put(`/sessions/${copy.id}/state`, { state: {} })
      .set('if-match', response.headers['etag']!)
      .expect(200);
    expect((await t.call.get(`/sessions/${original.id}/state`)).text).toContain(text);

    const bare = await copyOf(original, { withTrades: false });
    expect(bare.summary.tradeCount).toBe(0);
    expect((await t.call.get(`/sessions/${bare.id}/state`)).body).toEqual({ state: null, updatedAt: null });
  });

  it('are copied together even if the original has no state', async () => {
    const copy = await copyOf(await aSession(t.call));
    expect((await t.call.get(`/sessions/${copy.id}/state`)).body.state).toBeNull();
  });
});

describe('the fees of a copy', () => {
  const feesOf = ({ assets }: Answered<SessionRecord>) =>
    assets.map(({ executionCostConfig }) => executionCostConfig.fees);

  it('come from the feesConfig of the request for each asset that had the feesConfig of the original', async () => {
    const old = { entryFee: 0.1, exitFee: 0, type: 'percent' };
    const own = { entryFee: 0.1, exitFee: 0, type: 'fixed' };
    const assets = [
      { symbol: 'A' },
      { symbol: 'B', executionCostConfig: { spread: 1, slippage: 2, fees: own } },
      { symbol: 'C', executionCostConfig: { fees: old } },
    ];
    const trades = ['A', 'B', 'C'].map((symbol) => aTrade({ symbol }));
    const original = await aSessionWith(t.call, trades, { feesConfig: old, assets });
    const copy = await copyOf(original, { feesConfig: FEES });
    expect(copy.feesConfig).toEqual(FEES);
    expect(feesOf(copy)).toEqual([FEES, own, FEES]);
    expect(copy.assets[1]?.executionCostConfig).toMatchObject({ spread: 1, slippage: 2 });
    expect((await storedTrades(copy, trades)).map(({ feesPaid, plNet }) => [feesPaid, plNet])).toEqual([
      [3, 7],
      [0.1, 4.9],
      [3, 7],
    ]);
    expect(copy.summary).toMatchObject({ plGross: 30, feesPaid: 6.1, plNet: 18.9 });
  });

  it('come from the feesConfig of the copy for each asset of the request without fees of its own', async () => {
    const original = await aSession(t.call, { feesConfig: FEES, assets: [{ symbol: 'A' }, { symbol: 'B' }] });
    const own = { entryFee: 5, exitFee: 5, type: 'percent' };
    const assets = [{ symbol: 'B' }, { symbol: 'C', executionCostConfig: { fees: own } }];
    expect(feesOf(await copyOf(original, { assets }))).toEqual([FEES, own]);
    const none = { entryFee: 0, exitFee: 0, type: 'percent' };
    expect(feesOf(await copyOf(original, { assets, feesConfig: {} }))).toEqual([none, own]);
  });

  it.each([
    ['keep', { feesPaid: 7, spreadPaid: 0, slippagePaid: 2 }],
    ['recompute', { feesPaid: 3, spreadPaid: 1, slippagePaid: 2 }],
    [undefined, { feesPaid: 7, spreadPaid: 0, slippagePaid: 2 }],
  ])(
    'are kept or recomputed, depending on costs=%s, for a trade that was sent with costs',
    async (costs, expected) => {
      const given = aTrade({ feesPaid: 7, spreadPaid: 0 });
      const original = await aSessionWith(t.call, [given]);
      const assets = [{ symbol: 'BTCUSDT', executionCostConfig: { spread: 1, slippage: 1, fees: FEES } }];
      const copy = await copyOf(original, { assets, costs });
      const sent = costs === 'recompute' ? without(given, 'feesPaid', 'spreadPaid') : given;
      const [trade] = await storedTrades(copy, [sent]);
      const { feesPaid, spreadPaid, slippagePaid } = expected;
      expect(trade).toMatchObject({ ...expected, plNet: 10 - feesPaid - spreadPaid - slippagePaid });
      expect(copy.summary).toMatchObject({ feesPaid, plNet: trade!.plNet });
    },
  );
});

describe('a request for a copy', () => {
  it('is refused if the copy lacks an asset that has trades, and the error names such assets', async () => {
    const assets = [
      { symbol: 'A' },
      { symbol: 'B' },
      { symbol: 'B', feed: 'venue-usdm-current-quarter' },
      { symbol: 'C' },
    ];
    const trades = [
      aTrade({ symbol: 'A' }),
      aTrade({ symbol: 'B', feed: 'venue-spot' }),
      aTrade({ symbol: 'B', feed: 'venue-usdm-current-quarter' }),
    ];
    const original = await aSessionWith(t.call, trades, { assets });
    const response = await t.call.post(pathOf(original), { assets: [{ symbol: 'B' }, { symbol: 'D' }] });
    expectProblem(response, 'VALIDATION_FAILED', ['assets']);
    expect(response.body.message).toContain('A on venue-spot, B on venue-usdm-current-quarter');
    expect(response.body.message).not.toContain('C on');
    const copy = await copyOf(original, { assets: [{ symbol: 'D' }], withTrades: false });
    expect(copy.assets.map(({ symbol }) => symbol)).toEqual(['D']);
    const reordered = await copyOf(original, { assets: assets.slice(0, 3).toReversed() });
    expect(reordered.summary.tradeCount).toBe(3);
  });

  const wrong: [fields: Fields, named: string[]][] = [
    [{ withTrades: 'yes' }, ['withTrades']],
    [{ withTrades: null }, ['withTrades']],
    [{ costs: 'drop' }, ['costs']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ initialBalance: 0 }, ['initialBalance']],
    [{ initialBalance: null }, ['initialBalance']],
    [{ assets: [] }, ['assets']],
    [{ assets: null }, ['assets']],
    [{ assets: [{ symbol: 'A' }, { symbol: 'a' }] }, ['assets[1]']],
    [{ assets: [{ feed: 'x' }] }, ['assets[0].feed']],
    [{ feesConfig: { entryFee: -1 } }, ['feesConfig.entryFee']],
    [{ feesConfig: null }, ['feesConfig']],
    [{ tags: ['a', 'a'] }, ['tags']],
    [{ rangeStart: T + DAY }, ['rangeStart']],
    [{ rangeEnd: T }, ['rangeEnd']],
    [{ rangeStart: 5, rangeEnd: 5 }, ['rangeStart']],
    [{ randomSourceEnd: T - DAY, rangeEnd: T }, ['randomSourceEnd', 'rangeEnd']],
    [{ status: 'active' }, ['status']],
    [{ trades: [] }, ['trades']],
    [{ id: UNKNOWN, summary: {} }, ['id', 'summary']],
  ];
  it.each(wrong)('is refused with the body %j', async (fields, named) => {
    const { id: projectId } = await aProject(t.call);
    const original = await aSession(t.call, everySessionField(projectId));
    expectProblem(await t.call.post(pathOf(original), fields), 'VALIDATION_FAILED', named);
  });

  it('is refused if its body is not an object, or if it has query parameters', async () => {
    const original = await aSession(t.call);
    expectProblem(await t.call.post(pathOf(original), []), 'VALIDATION_FAILED', ['body']);
    expectProblem(await t.call.post(`${pathOf(original)}?a=1`, {}), 'VALIDATION_FAILED', ['a']);
  });

  it('is refused for an unknown session, and for a session of another workspace', async () => {
    const own = await aSession(t.call);
    const theirs = await aSession(t.other);
    for (const id of [UNKNOWN, 'nowhere', theirs.id])
      expectProblem(await t.call.post(pathOf({ id })), 'SESSION_NOT_FOUND');
    for (const projectId of [UNKNOWN, 'nowhere', theirs.projectId])
      expectProblem(await t.call.post(pathOf(own), { projectId }), 'PROJECT_NOT_FOUND');
    expect((await t.other.get('/projects')).body.projects).toHaveLength(1);
  });

  const scopes: [scopes: Scope[], status: number][] = [
    [['write'], 201],
    [['read'], 403],
    [[], 403],
  ];
  it.each(scopes)(
    'is accepted or refused depending on the scopes of the key: %j gets a %d',
    async (given, status) => {
      const workspace = `w-${randomUUID()}`;
      const keyWith = async (keyScopes: Scope[]) => {
        const wanted = { name: 'test', workspace, scopes: keyScopes, expiresAt: null };
        return callerWith(t.stranger, (await t.app.get(KeysService).create(wanted)).secret);
      };
      const session = await aSession(await keyWith(['read', 'write']));
      expect((await (await keyWith(given)).post(pathOf(session))).status).toBe(status);
    },
  );

  it('is refused without a key', async () => {
    expectProblem(await t.stranger.post(pathOf(await aSession(t.call))), 'UNAUTHORIZED');
  });
});

describe('copies of many trades', () => {
  const FEW = 2_000;
  let few: Answered<SessionDto>;
  let many: Answered<SessionDto>;
  beforeAll(async () => {
    few = await aSession(t.call);
    for (let batch = 0; batch < FEW / 500; batch += 1)
      await ingest(
        t.call,
        few,
        Array.from({ length: 500 }, () => aTrade()),
      );
    many = await copyOf(few);
    await ingest(t.call, many, [aTrade()]);
  });

  /** Occupies all slots and all queue positions of all instances. */
  async function whileBusy(check: () => Promise<void>): Promise<void> {
    const turns = takeTurns(t.instances.map((instance) => instance.get(BulkWrites)));
    try {
      const waiting = Array.from({ length: 4 * t.instances.length }, () => copyOf(many));
      await turns.until(4);
      await check();
      turns.end();
      for (const { summary } of await Promise.all(waiting)) expect(summary.tradeCount).toBe(FEW + 1);
    } finally {
      turns.end();
    }
  }

  it('share their slots and their queue with imports, and are refused with BUSY if this queue is full', async () => {
    await whileBusy(async () => {
      const refused = await t.call.post(pathOf(many), {});
      expectProblem(refused, 'BUSY');
      expect(refused.headers['retry-after']).toBe('5');
      const imported = await t.call
        .post(`/sessions/${many.id}/trades/import`)
        .set('content-type', 'text/csv')
        .send(
          'side,qty,entryTime,entryPrice,exitTime,exitPrice\nlong,1,2024-01-10T00:00:00Z,1,2024-01-10T01:00:00Z,2\n',
        );
      expectProblem(imported, 'BUSY');
    });
    expect((await copyOf(many)).summary.tradeCount).toBe(FEW + 1);
  });

  it('do not block copies of few or no trades, nor copies that are refused', async () => {
    await whileBusy(async () => {
      expect((await copyOf(few)).summary.tradeCount).toBe(FEW);
      expect((await copyOf(many, { withTrades: false })).summary.tradeCount).toBe(0);
      for (const id of [UNKNOWN, 'nowhere'])
        expectProblem(await t.call.post(pathOf({ id })), 'SESSION_NOT_FOUND');
      expectProblem(await t.call.post(pathOf(many), { name: '' }), 'VALIDATION_FAILED', ['name']);
    });
  });

  it('are returned again for the same Idempotency-Key, even if the original has been deleted', async () => {
    const original = await copyOf(few);
    const send = () => t.call.post(pathOf(original), {}).set('idempotency-key', `copy of ${original.id}`);
    const { body } = await send().expect(201);
    await t.call.delete(`/sessions/${original.id}`).expect(204);
    expect((await send().expect(201)).body).toEqual(body);
  });

  it('are not made if the client disconnects while its request waits', async () => {
    const [writes] = [t.app.get(BulkWrites)];
    const turns = takeTurns([writes]);
    const { port } = t.app.getHttpServer().address() as AddressInfo;
    const count = async () =>
      (await t.call.get(`/sessions?projectId=${many.projectId}&count=500`).expect(200)).body.sessions.length;
    const before = await count();
    const leaving = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: pathOf(many),
      headers: { 'x-api-key': t.secrets.own },
    });
    leaving.on('error', () => undefined).end();
    await turns.until(1);
    leaving.destroy();
    await turns.until(0);
    turns.end();
    await copyOf(many);
    expect(await count()).toBe(before + 1);
  });
});

describe('the trades of a copy', () => {
  const MANY = 2_000;
  let original: Answered<SessionDto>;
  const isEmbedded = async () => !(await hasCopyIn(t.app.get(DataSource).manager));
  const idsOf = async (session: Named): Promise<string[]> => {
    const select = 'SELECT id::text FROM trades WHERE session_id = $1 ORDER BY client_id';
    const rows: { id: string }[] = await t.app.get(DataSource).query(select, [session.id]);
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    original = await aSession(t.call, { feesConfig: FEES });
    for (let batch = 0; batch < MANY / 500; batch += 1)
      await ingest(
        t.call,
        original,
        Array.from({ length: 500 }, (_, hour) => aTrade({ hour })),
      );
  });

  /** Runs a function with different limits for copies. */
  async function withLimits<Result>(
    limits: Partial<CopyLimits>,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const services = t.instances.map((instance) => instance.get(CopiesService));
    const before = services[0]!.limits;
    for (const service of services) service.limits = { ...before, ...limits };
    try {
      return await run();
    } finally {
      for (const service of services) service.limits = before;
    }
  }

  it('have ids in the order of their clientIds; all these ids sort after older ids and before newer ids', async () => {
    const before = newId();
    const ids = await idsOf(await copyOf(original));
    expect(ids).toHaveLength(MANY);
    expect(new Set(ids).size).toBe(MANY);
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
    expect(ids.toSorted()).toEqual(ids);
    if (t.instances.length === 1) {
      expect(ids[0]! > before).toBe(true);
      expect(ids.at(-1)! < newId()).toBe(true);
    }
  });

  it.each([
    ['no row is read if no figure changes', {}, 0],
    ['no row is read if the given costs equal the costs of the original', { feesConfig: FEES }, 0],
    ['all rows are read if fees change', { feesConfig: { ...FEES, exitFee: 3 } }, MANY],
    ['all rows are read if costs are computed again', { costs: 'recompute' }, MANY],
  ])('are copied so that %s', async (_, fields, expected) => {
    const pages: number[] = [];
    const stores = t.instances.map((instance) => instance.get(CopiesStore));
    const restore = stores.map((store) => {
      const original = store.pages.bind(store);
      store.pages = async function* (...args) {
        for await (const page of original(...args)) {
          pages.push(page.length);
          yield page;
        }
      };
      return () => Reflect.deleteProperty(store, 'pages');
    });
    try {
      expect((await copyOf(original, fields)).summary.tradeCount).toBe(MANY);
    } finally {
      for (const each of restore) each();
    }
    expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(expected);
  });

  const sessionsOfProject = async () =>
    (await t.call.get(`/sessions?projectId=${original.projectId}&count=500`).expect(200)).body.sessions
      .length;

  it('are refused if their figures change and their number is above a limit, and nothing is stored', async () => {
    const before = await sessionsOfProject();
    await withLimits({ derivedTrades: MANY - 1 }, async () => {
      for (const fields of [{ costs: 'recompute' }, { feesConfig: { ...FEES, exitFee: 3 } }]) {
        const refused = await t.call.post(pathOf(original), fields);
        expectProblem(refused, 'VALIDATION_FAILED', ['withTrades']);
        expect(refused.body.message).toContain('export the trades and import them');
      }
      await copyOf(original, { feesConfig: { ...FEES, exitFee: 3 }, withTrades: false });
      await copyOf(original);
    });
    expect(await sessionsOfProject()).toBe(before + 2);
    await withLimits({ derivedTrades: MANY }, () => copyOf(original, { costs: 'recompute' }));
  });

  it('are refused on the embedded database, and only there, if their number is above a limit', async () => {
    await withLimits({ embeddedTrades: MANY - 1 }, async () => {
      const answer = await t.call.post(pathOf(original));
      if (await isEmbedded()) expectProblem(answer, 'VALIDATION_FAILED', ['withTrades']);
      else expect(answer.status).toBe(201);
    });
    await withLimits({ embeddedTrades: MANY }, () => copyOf(original));
  });

  it.each([[{}], [{ costs: 'recompute' }]])(
    'are aborted with an error if the copy takes too long, and nothing is stored: %j',
    async (fields) => {
      const before = await sessionsOfProject();
      const send = () =>
        t.call.post(pathOf(original), fields).set('idempotency-key', `slow ${JSON.stringify(fields)}`);
      const refused = await withLimits({ durationMs: 0 }, async () => send());
      expectProblem(refused, 'BUSY');
      expect(refused.headers['retry-after']).toBe('120');
      expect(refused.body.message).toContain('nothing of it is stored');
      expect(await sessionsOfProject()).toBe(before);
      await send().expect(201);
      expect(await sessionsOfProject()).toBe(before + 1);
    },
  );
});

describe('a copy during concurrent writes', () => {
  it('contains only whole batches, and its statistics and its summary are those of its trades', async () => {
    const size = 50;
    const original = await aSession(t.call);
    const callers = [t.call, callerWith(second.stranger, t.secrets.own)] as const;
    const batch = () => Array.from({ length: size }, (_, hour) => aTrade({ hour, plNet: 1 }));
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => {
        const call = callers[i % 2]!;
        return i % 4 === 3
          ? call.post(pathOf(original)).expect(201)
          : call.post(`/sessions/${original.id}/trades`, { trades: batch() }).expect(201);
      }),
    );
    const copies = answers.filter(({ body }) => body.session).map(({ body }) => body.session);
    expect(copies).toHaveLength(4);
    for (const copy of copies) {
      const { tradeCount, plNet } = await statsOf(t.call, copy);
      expect(tradeCount % size).toBe(0);
      expect(copy.summary).toMatchObject({ tradeCount, plNet });
      expect(plNet).toBe(tradeCount);
    }
    expect((await statsOf(t.call, original)).tradeCount).toBe(12 * size);
  });
});
