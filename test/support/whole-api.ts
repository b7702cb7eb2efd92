import { DataSource } from 'typeorm';
import type { Quotas } from '../../src/platform/auth/quotas.js';
import { WorkspaceQuotas } from '../../src/platform/auth/workspace-quotas.js';
import type { Caller, TestApp } from './app.js';
import { callerWith } from './app.js';
import { MINUTE, T, aProject, aSession, aSymbol, aTrade, finish, ingest, statsOf } from './factories.js';
import { quietBars, stopped, storeBars } from './ideal-r.js';
import { describeChanges } from './whole-api-changes.js';

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/**
 * Tests the main functions of the service with requests to several instances at once. The instances have the same keys.
 * The same rules must hold on one PostgreSQL server, behind PgBouncer and on a Citus cluster.
 */
export function describeWholeApi(instances: () => readonly TestApp[]): void {
  /** Returns the callers for the workspace of the first key, one per instance. */
  const calls = (): Caller[] => {
    const [key] = instances()[0]!.environment.configuredKeys;
    return instances().map(({ stranger }) => callerWith(stranger, key!.secret));
  };
  const atOnce = <T>(count: number, ask: (call: Caller, i: number) => PromiseLike<T>): Promise<T[]> => {
    const all = calls();
    return Promise.all(times(count, (i) => ask(all[i % all.length]!, i)));
  };

  const database = () => instances()[0]!.app.get(DataSource);

  describeChanges({ calls, database, atOnce });

  it('a resource that one instance stores is listed and read by the other instances', async () => {
    const created = await atOnce(12, async (call) => {
      const { id: projectId } = await aProject(call);
      return aSession(call, { projectId, assets: [{}, { symbol: aSymbol() }] });
    });
    for (const call of calls()) {
      const { body } = await call.get('/projects').expect(200);
      const listed = body.projects.map(({ id }: { id: string }) => id);
      expect(listed).toEqual(expect.arrayContaining(created.map(({ projectId }) => projectId)));
      for (const session of created) {
        expect((await call.get(`/sessions/${session.id}`).expect(200)).body.session).toEqual(session);
      }
    }
  });

  it('batches that are sent repeatedly and concurrently are stored once', async () => {
    const session = await aSession(calls()[0]!);
    const trades = times(300, (hour) => aTrade({ hour, plNet: hour % 7 }));
    const answers = await atOnce(24, (call, i) => ingest(call, session, trades.slice(i * 10, i * 10 + 60)));
    expect(answers.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(290);
    for (const call of calls()) expect((await statsOf(call, session)).tradeCount).toBe(290);
    const again = await ingest(calls()[0]!, session, trades.slice(0, 100));
    expect(again.inserted).toBe(0);
  });

  it('each of several contradictory batches is stored whole or not at all', async () => {
    const session = await aSession(calls()[0]!);
    const contested = aTrade();
    const answers = await atOnce(8, (call, i) =>
      call.post(`/sessions/${session.id}/trades`, { trades: [aTrade(), { ...contested, note: `${i}` }] }),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...times(7, () => 409),
    ]);
    expect((await statsOf(calls()[0]!, session)).tradeCount).toBe(2);
  });

  it('a finish counts every stored trade', async () => {
    for (let round = 0; round < 4; round += 1) {
      const session = await aSession(calls()[0]!);
      const answers = await atOnce(9, (call, i) =>
        i === 2 * round
          ? call.post(`/sessions/${session.id}/finish`)
          : call.post(`/sessions/${session.id}/trades`, { trades: times(20, () => aTrade()) }),
      );
      const stored = 20 * answers.filter(({ status }) => status === 201).length;
      expect(answers[2 * round]?.body.stats.tradeCount).toBe(stored);
      for (const call of calls()) expect((await statsOf(call, session)).tradeCount).toBe(stored);
    }
  });

  it('quotas of sessions and trades apply to all instances together', async () => {
    const [call] = calls();
    const sessions = await atOnce(4, (each) => aSession(each));
    const { usage } = (await call!.get('/usage').expect(200)).body;
    const { workspace } = instances()[0]!.environment.configuredKeys[0]!;
    const set = async (quotas: Partial<Quotas>) => {
      for (const t of instances()) await t.app.get(WorkspaceQuotas).set(workspace, quotas);
    };
    await set({ sessions: usage.sessions + 3, trades: usage.trades + 45 });
    try {
      const batches = await atOnce(12, (each, i) =>
        each.post(`/sessions/${sessions[i % 4]!.id}/trades`, { trades: times(10, () => aTrade()) }),
      );
      expect(batches.filter(({ status }) => status === 201)).toHaveLength(4);
      const copies = await atOnce(8, (each) =>
        each.post(`/sessions/${sessions[0]!.id}/copy`, { withTrades: false }),
      );
      expect(copies.filter(({ status }) => status === 201)).toHaveLength(3);
      for (const each of calls()) {
        const { body } = await each.get('/usage').expect(200);
        expect(body.usage).toMatchObject({ sessions: usage.sessions + 3, trades: usage.trades + 40 });
      }
    } finally {
      await set({ sessions: null, trades: null });
    }
  });

  it('candles that all instances store at once form one series, and the ideal R uses this series', async () => {
    const symbol = aSymbol();
    const bars = quietBars(0, 1600, { 5: { high: 1030 } });
    await Promise.all(instances().map((t) => storeBars(t, symbol, bars)));
    const [call] = calls();
    for (const [interval, minutes] of Object.entries({ '1m': 1, '1h': 60 })) {
      const before = T + 600 * MINUTE;
      const path = `/candles?symbol=${symbol}&interval=${interval}&count=10&before=${before}`;
      for (const each of calls()) {
        const { body } = await each.get(path).expect(200);
        expect(body.candles.map(({ ts }: { ts: number }) => ts)).toEqual(
          times(10, (i) => before - (10 - i) * minutes * MINUTE),
        );
      }
    }
    const session = await aSession(call!, { assets: [{ symbol }] });
    await ingest(call!, session, [stopped({ symbol })]);
    await finish(call!, session);
    for (const each of calls()) {
      const { body } = await each.get(`/sessions/${session.id}/stats`).expect(200);
      expect(body.stats.idealRAnalysis).toMatchObject({ state: 'ready', analytics: { maxIdealR: 3 } });
    }
  });
}
