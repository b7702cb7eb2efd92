import type { TradeRecord } from '../../../src/trades/trade-record.dto.js';
import { statsOf } from '../factories.js';
import { type KnownSession, contentOf } from './known-session.js';
import type { SimulatedService } from './simulated-service.js';

/** A session as the service returns it, in the form of the expected state. */
export interface ObservedSession {
  readonly status: KnownSession['status'];
  readonly trades: readonly string[];
}

export async function observedSession({ call }: SimulatedService, id: string): Promise<ObservedSession> {
  const record = await call.get(`/sessions/${id}/record`);
  if (record.status === 404) return { status: 'gone', trades: [] };
  const { body } = await call.get(`/sessions/${id}/trades?count=500`).expect(200);
  return { status: record.body.session.status, trades: body.trades.map(contentOf).toSorted() };
}

export const asObserved = ({ status, trades }: KnownSession): ObservedSession => ({
  status,
  trades: [...trades.values()].map(({ now }) => contentOf(now)).toSorted(),
});

export async function tradeIds({ call }: SimulatedService, id: string): Promise<ReadonlyMap<string, string>> {
  const { body } = await call.get(`/sessions/${id}/trades?count=500`).expect(200);
  return new Map((body.trades as TradeRecord[]).map((trade) => [trade.clientId, trade.id]));
}

const SUMMARY = [
  'tradeCount',
  'winCount',
  'lossCount',
  'breakEvenCount',
  'plGross',
  'feesPaid',
  'plNet',
  'plNetPct',
];

/**
 * Checks that no acknowledged write is lost or duplicated, that summaries equal statistics, that the audit log is
 * complete, and that other workspaces see nothing.
 */
export async function expectAsKnown(service: SimulatedService, session: KnownSession): Promise<void> {
  const { call, other } = service;
  expect(await observedSession(service, session.id)).toEqual(asObserved(session));
  const { body } = await call.get(`/audit?resourceId=${session.id}&count=500`).expect(200);
  const entries = body.entries.map(({ action, count }: { action: string; count: number | null }) =>
    count === null ? action : `${action} ${count}`,
  );
  expect(entries.toSorted()).toEqual(session.entries.toSorted());
  await other.get(`/sessions/${session.id}/record`).expect(404);
  await other.get(`/sessions/${session.id}/trades`).expect(404);
  expect((await other.get(`/audit?resourceId=${session.id}`).expect(200)).body.entries).toEqual([]);
  if (session.status === 'gone') return;
  const { summary } = (await call.get(`/sessions/${session.id}/record`).expect(200)).body.session;
  const statistics = (await statsOf(call, session, 0)) as unknown as Readonly<Record<string, unknown>>;
  const times = [...session.trades.values()].map(({ now }) => now);
  const first = Math.min(...times.map(({ entryTime }) => entryTime));
  const last = Math.max(...times.map(({ exitTime }) => exitTime));
  expect([summary.firstEntryTime, summary.lastExitTime]).toEqual(
    times.length === 0 ? [null, null] : [first, last],
  );
  for (const name of SUMMARY) expect([name, summary[name]]).toEqual([name, statistics[name]]);
}
