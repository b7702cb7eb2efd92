import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { overQuota } from '../platform/auth/quotas.js';
import { WorkspaceQuotas } from '../platform/auth/workspace-quotas.js';

/** Namespace of the advisory locks of workspaces: the first of the two numbers of a lock. */
const QUOTA_LOCK_NAMESPACE = 0x42535333;

const COUNT_SESSIONS = 'SELECT count(*) AS count FROM sessions WHERE workspace_id = $1';

/**
 * Adds up the summaries and the first versions that are kept of changed trades, and lists the sessions whose summary is
 * not up to date.
 */
const SUM_SUMMARIES = `
  SELECT (coalesce(sum(trade_count) FILTER (WHERE summary_revision = revision), 0)
      + coalesce(sum(changed_answers), 0))::bigint AS count,
    array_agg(id) FILTER (WHERE summary_revision IS DISTINCT FROM revision) AS outdated
  FROM sessions WHERE workspace_id = $1`;

const COUNT_TRADES =
  'SELECT count(*) AS count FROM trades WHERE workspace_id = $1 AND session_id = ANY($2::uuid[])';

/** The quota of trades. `left` is negative if the quota has been set below the stored number. */
export interface TradeRoom {
  readonly quota: number;
  readonly left: number;
}

/**
 * Limits the number of sessions and trades that a workspace may store. There are no counters: if the workspace has a
 * quota, each write that adds something counts what is stored. The count reads rows of sessions, not of trades. A
 * workspace without a quota needs no count and no lock.
 */
@Injectable()
export class StorageQuotas {
  constructor(
    private readonly quotas: WorkspaceQuotas,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Returns how many trades the quota still allows; null if there is no quota. The number is used to refuse requests
   * early, before anything is written. `requireTrades` makes the final decision.
   */
  async roomForTrades(transaction: EntityManager, workspaceId: string): Promise<TradeRoom | null> {
    const { trades: quota } = await this.quotas.get(workspaceId, transaction);
    if (quota === null) return null;
    return { quota, left: quota - (await tradesOf(transaction, workspaceId)) };
  }

  /**
   * Checks the number of trades in a transaction that has added trades and updated the summary. Call it last, because
   * from then on, other transactions that add trades to the workspace wait until this transaction ends. Those
   * transactions then count the trades of this transaction as well.
   * @throws Problem QUOTA_TRADES
   */
  async requireTrades(transaction: EntityManager, workspaceId: string): Promise<void> {
    const { trades } = await this.quotas.get(workspaceId, transaction);
    if (trades === null) return;
    await lock(transaction, workspaceId);
    if ((await tradesOf(transaction, workspaceId)) > trades) throw overQuota('trades', trades);
  }

  /**
   * Refuses sessions early, before anything is written. `requireSessions` makes the final decision.
   * @throws Problem QUOTA_SESSIONS
   */
  async requireRoomForSessions(
    transaction: EntityManager,
    workspaceId: string,
    added: number,
  ): Promise<void> {
    const { sessions } = await this.quotas.get(workspaceId, transaction);
    if (sessions === null) return;
    if ((await sessionsOf(transaction, workspaceId)) + added > sessions)
      throw overQuota('sessions', sessions);
  }

  /**
   * Checks the number of sessions in a transaction that has created a session. Call it last, like `requireTrades`.
   * @throws Problem QUOTA_SESSIONS
   */
  async requireSessions(transaction: EntityManager, workspaceId: string): Promise<void> {
    const { sessions } = await this.quotas.get(workspaceId, transaction);
    if (sessions === null) return;
    await lock(transaction, workspaceId);
    if ((await sessionsOf(transaction, workspaceId)) > sessions) throw overQuota('sessions', sessions);
  }

  /** Returns the numbers of sessions and trades that a workspace stores. */
  async usage(workspaceId: string): Promise<{ readonly sessions: number; readonly trades: number }> {
    const { manager } = this.dataSource;
    return {
      sessions: await sessionsOf(manager, workspaceId),
      trades: await tradesOf(manager, workspaceId),
    };
  }
}

/**
 * Locks a workspace until the transaction ends. Workspaces whose ids have the same last 8 digits share a lock, which is
 * harmless.
 */
async function lock(transaction: EntityManager, workspaceId: string): Promise<void> {
  const key = Number.parseInt(workspaceId.slice(-8), 16) | 0;
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [QUOTA_LOCK_NAMESPACE, key]);
}

async function sessionsOf(manager: EntityManager, workspaceId: string): Promise<number> {
  const [row] = await manager.query<[Count]>(COUNT_SESSIONS, [workspaceId]);
  return row.count;
}

/**
 * Returns the number of trades of a workspace. Trades are counted one by one only for sessions whose summary is not up
 * to date.
 */
async function tradesOf(manager: EntityManager, workspaceId: string): Promise<number> {
  const [{ count, outdated }] = await manager.query<[SummedUp]>(SUM_SUMMARIES, [workspaceId]);
  if (!outdated) return count;
  const [row] = await manager.query<[Count]>(COUNT_TRADES, [workspaceId, outdated]);
  return count + row.count;
}

interface Count {
  readonly count: number;
}

interface SummedUp extends Count {
  /** Ids of the sessions whose summary is not up to date; null if there are none. */
  readonly outdated: readonly string[] | null;
}
