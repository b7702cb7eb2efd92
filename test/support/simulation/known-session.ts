import { HOUR, MINUTE, T } from '../factories.js';
import type { PlannedTrade } from './history.js';

/** A trade as a client sends it. */
export interface SentTrade {
  readonly clientId: string;
  readonly side: string;
  readonly qty: number;
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly exitPrice: number;
  readonly exitTime: number;
  readonly stopLoss: number;
  readonly note: string;
}

interface KnownTrade {
  readonly now: SentTrade;
  /** The trade as it was first sent. If this form is sent again after an edit, it still counts as a repeat. */
  readonly first: SentTrade;
}

/**
 * Expected state of a session, with its expected entries in the audit log. Each entry is written as its action and its
 * number of trades.
 */
export interface KnownSession {
  readonly id: string;
  readonly status: 'active' | 'finished' | 'gone';
  readonly trades: ReadonlyMap<string, KnownTrade>;
  readonly entries: readonly string[];
}

/** Expected response to a request, and expected state of the session afterwards. */
export interface Expected {
  readonly status: number;
  readonly after: KnownSession;
}

export const FIELDS = [
  'clientId',
  'side',
  'qty',
  'entryPrice',
  'entryTime',
  'exitPrice',
  'exitTime',
  'stopLoss',
  'note',
] as const satisfies readonly (keyof SentTrade)[];

export const tradeOf = ({ number, plNet, hour }: PlannedTrade): SentTrade => ({
  clientId: `trade-${number}`,
  side: 'long',
  qty: 1,
  entryPrice: 1000,
  entryTime: T + hour * HOUR,
  exitPrice: 1000 + plNet,
  exitTime: T + hour * HOUR + MINUTE,
  stopLoss: 990,
  note: '',
});

export const contentOf = (trade: SentTrade): string => FIELDS.map((field) => trade[field]).join(',');
const isSame = (one: SentTrade, other: SentTrade): boolean => contentOf(one) === contentOf(other);

export const createdSession = (id: string): KnownSession => ({
  id,
  status: 'active',
  trades: new Map(),
  entries: ['session.create'],
});

export const copiedSession = (id: string, { trades }: KnownSession): KnownSession => ({
  id,
  status: 'active',
  trades: new Map([...trades].map(([clientId, { now }]) => [clientId, { now, first: now }])),
  entries: [`session.copy ${trades.size}`],
});

const unchanged = (session: KnownSession, status: number): Expected => ({ status, after: session });

/**
 * Returns the expected outcome of a batch. A conflict, or a new trade for a finished session, refuses the whole batch.
 */
export function added(
  session: KnownSession,
  trades: readonly SentTrade[],
  action: 'trades.ingest' | 'trades.import',
): Expected {
  const fresh = trades.filter(({ clientId }) => !session.trades.has(clientId));
  const hasConflict = trades.some((trade) => {
    const known = session.trades.get(trade.clientId);
    return known && !isSame(known.now, trade) && !isSame(known.first, trade);
  });
  if (hasConflict || (session.status === 'finished' && fresh.length > 0)) return unchanged(session, 409);
  if (fresh.length === 0) return unchanged(session, 201);
  const all = new Map(session.trades);
  for (const trade of fresh) all.set(trade.clientId, { now: trade, first: trade });
  const entries = [...session.entries, `${action} ${fresh.length}`];
  return { status: 201, after: { ...session, trades: all, entries } };
}

export function edited(session: KnownSession, clientId: string, change: Partial<SentTrade>): Expected {
  const { now, first } = session.trades.get(clientId)!;
  const changed = { ...now, ...change };
  if (isSame(now, changed)) return unchanged(session, 200);
  const trades = new Map(session.trades).set(clientId, { now: changed, first });
  return { status: 200, after: { ...session, trades, entries: [...session.entries, 'trade.edit'] } };
}

export function removed(session: KnownSession, clientId: string): Expected {
  if (session.status === 'finished') return unchanged(session, 409);
  const trades = new Map(session.trades);
  trades.delete(clientId);
  return { status: 204, after: { ...session, trades, entries: [...session.entries, 'trade.delete'] } };
}

export function emptied(session: KnownSession): Expected {
  if (session.status === 'finished') return unchanged(session, 409);
  if (session.trades.size === 0) return unchanged(session, 200);
  const entries = [...session.entries, `trades.delete ${session.trades.size}`];
  return { status: 200, after: { ...session, trades: new Map(), entries } };
}

export function finished(session: KnownSession): Expected {
  if (session.status === 'finished') return unchanged(session, 200);
  const entries = [...session.entries, 'session.finish'];
  return { status: 200, after: { ...session, status: 'finished', entries } };
}

export const deleted = (session: KnownSession): Expected => ({
  status: 204,
  after: {
    ...session,
    status: 'gone',
    trades: new Map(),
    entries: [...session.entries, `session.delete ${session.trades.size}`],
  },
});
