import type { SessionRecord } from '../../../src/sessions/session-record.dto.js';
import type { TradeRecord } from '../../../src/trades/trade-record.dto.js';
import type { SentTo } from './loose-target.js';
import type { Asked } from './plans.js';
import { queryValues } from './verdict.js';

type Values = Readonly<Record<string, string | number>>;

/** Returns the flaws of a page of a list: rows that do not belong to the list, and rows in the wrong order. */
export function listFlaws({ route, query }: Asked, sentTo: SentTo, answer: object): string[] {
  const values = queryValues(route, query) ?? {};
  return 'sessions' in answer
    ? sessionsFlaws(values, sentTo, answer.sessions as SessionRecord[])
    : tradesFlaws(values, sentTo, (answer as { trades: TradeRecord[] }).trades);
}

function sessionsFlaws(
  { projectId, status, tag, count = 100 }: Values,
  { removedSessions }: SentTo,
  sessions: readonly SessionRecord[],
): string[] {
  const belongs = (one: SessionRecord) =>
    (projectId === undefined || one.projectId === String(projectId).toLowerCase()) &&
    (status === undefined || one.status === status) &&
    (tag === undefined || one.tags.includes(String(tag))) &&
    !removedSessions.has(one.id);
  const isOrdered = sessions.every((one, i) => i === 0 || sessions[i - 1]!.createdAt >= one.createdAt);
  return [
    ...(sessions.every(belongs) ? [] : ['a session that does not belong to the page']),
    ...(isOrdered && sessions.length <= Number(count) ? [] : ['a page that is not ordered or too long']),
  ];
}

function tradesFlaws(values: Values, { session }: SentTo, trades: readonly TradeRecord[]): string[] {
  const { side, symbol, feed, tag, from = 0, to = Infinity, count = 100, order = 'asc' } = values;
  const { outcome, breakEvenThreshold: threshold = 0 } = values;
  const outcomeOf = ({ plNet }: TradeRecord) =>
    plNet > Number(threshold) ? 'win' : plNet < -Number(threshold) ? 'loss' : 'break-even';
  const belongs = (one: TradeRecord) =>
    (side === undefined || one.side === side) &&
    (symbol === undefined || one.symbol === String(symbol).toUpperCase()) &&
    (feed === undefined || one.feed === feed) &&
    (tag === undefined || one.tags.includes(String(tag))) &&
    (outcome === undefined || outcomeOf(one) === outcome) &&
    one.exitTime >= Number(from) &&
    one.exitTime < Number(to) &&
    one.sessionId === session!.known.answered.id;
  const sign = order === 'asc' ? 1 : -1;
  const isOrdered = trades.every((one, i) => i === 0 || sign * (one.exitTime - trades[i - 1]!.exitTime) >= 0);
  return [
    ...(trades.every(belongs) ? [] : ['a trade that does not belong to the page']),
    ...(isOrdered && trades.length <= Number(count) ? [] : ['a page that is not ordered or too long']),
  ];
}
