import { isDeepStrictEqual } from 'node:util';
import type { SessionRecord } from '../../../src/sessions/session-record.dto.js';
import type { TradeRecord } from '../../../src/trades/trade-record.dto.js';
import type { Ask } from './verify.js';
import type { LooseSession, World } from './world.js';

/** Number of rows that the changing resources must have in each table. */
export interface LooseCounts {
  readonly projects: number;
  readonly sessions: number;
  readonly session_assets: number;
  readonly trades: number;
  readonly session_states: number;
}

/**
 * Returns as flaws the changed resources that do not match their changes, and the deleted resources that still exist.
 */
export async function looseWorldFlaws(
  { loose }: World,
  ask: Ask,
): Promise<{ flaws: string[]; counts: LooseCounts }> {
  const flaws: string[] = [];
  const counts = { projects: 0, sessions: 0, session_assets: 0, trades: 0, session_states: 0 };
  for (const { id, fields } of loose.projects) {
    const { status, body } = await ask('GET', `/projects/${id}`);
    if (status !== (fields.removed ? 404 : 200)) flaws.push(`/projects/${id}: a ${status}`);
    if (fields.removed) continue;
    counts.projects += 1;
    flaws.push(...fields.flaws(JSON.parse(body.toString()).project, fields.watch(null)));
  }
  for (const session of loose.sessions) {
    const found = await sessionFlaws(session, ask);
    const path = `/sessions/${session.known.answered.id}`;
    flaws.push(...found.flaws.map((flaw) => `${path}: ${flaw}`));
    if (session.fields.removed) continue;
    counts.sessions += 1;
    counts.session_assets += session.known.answered.assets.length;
    counts.trades += found.trades;
    counts.session_states += found.states;
  }
  return { flaws, counts };
}

async function sessionFlaws(
  session: LooseSession,
  ask: Ask,
): Promise<{ flaws: string[]; trades: number; states: number }> {
  const path = `/sessions/${session.known.answered.id}`;
  const read = async (more: string) => {
    const { status, body } = await ask('GET', path + more);
    return { status, answer: JSON.parse(body.toString()) as Record<string, unknown> };
  };
  const { status, answer } = await read('/record');
  if (session.fields.removed) {
    const statuses = [status, (await read('/trades')).status, (await read('/state')).status];
    const isGone = isDeepStrictEqual(statuses, [404, 404, 404]);
    return { flaws: isGone ? [] : [`deleted, but ${statuses.join()}`], trades: 0, states: 0 };
  }
  if (status !== 200) return { flaws: [`lost: a ${status}`], trades: 0, states: 0 };
  const record = answer['session'] as SessionRecord;
  const trades = await allTrades(path, ask);
  const state = await read('/state');
  return {
    flaws: [
      ...session.fields.flaws(record, session.fields.watch(null)),
      ...session.state.flaws(state.answer, session.state.watch(null)),
      ...tradesFlaws(session, trades),
      ...(record.summary.tradeCount === trades.length
        ? []
        : [`a summary of ${record.summary.tradeCount} trades; there are ${trades.length}`]),
    ],
    trades: trades.length,
    states: state.answer['state'] === null ? 0 : 1,
  };
}

/** Reads all trades, with a page size that divides no total. */
async function allTrades(path: string, ask: Ask): Promise<TradeRecord[]> {
  const trades: TradeRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await ask('GET', `${path}/trades?count=7${cursor && `&cursor=${cursor}`}`);
    const page = JSON.parse(body.toString()) as { trades: TradeRecord[]; nextCursor: string | null };
    trades.push(...page.trades);
    cursor = page.nextCursor;
  }
  return trades;
}

function tradesFlaws(session: LooseSession, stored: readonly TradeRecord[]): string[] {
  const byId = new Map(stored.map((trade) => [trade.id, trade]));
  const flaws = [...session.trades].flatMap(([id, trade]) => {
    const found = byId.get(id);
    if (!found) return trade.removed || trade.removalSent ? [] : [`lost the trade ${id}`];
    return trade.flaws(found, trade.watch(null));
  });
  const unknown = stored.filter(({ id }) => !session.trades.has(id)).length;
  return unknown === 0 || session.isCopy ? flaws : [...flaws, `${unknown} trades that nobody has sent`];
}
