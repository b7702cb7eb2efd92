import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { overQuota } from '../auth/quotas.js';
import { WorkspaceQuotas } from '../auth/workspace-quotas.js';

/** Namespace of the advisory locks of workspaces: the first of their two numbers. */
const QUOTA_LOCK_NAMESPACE = 0x42535333;

const COUNT_SESSIONS = 'SELECT count(*) AS count FROM sessions WHERE workspace_id = $1';

/** Adds up the summaries, and lists the sessions whose summary is not up to date. */
const SUM_SUMMARIES = `
  SELECT coalesce(sum(trade_count) FILTER (WHERE summary_revision = revision), 0)::bigint AS count,
    array_agg(id) FILTER (WHERE summary_revision IS DISTINCT FROM revision) AS outdated
  FROM sessions WHERE workspace_id = $1`;

const COUNT_TRADES =
  'SELECT count(*) AS count FROM trades WHERE workspace_id = $1 AND session_id = ANY($2::uuid[])';

/** `left` is below 0 if the quota has been set below the stored amount. */
export interface TradeRoom {
  readonly quota: number;
  readonly left: number;
}

/**
 * Keeps workspaces to the number of sessions and trades that they may store. No counter is kept: what is stored is counted when
 * something is to be added in a workspace with a quota, by rows of sessions and not of trades. Writes of a workspace without
 * a quota do nothing for it.
 */
@Injectable()
export class StorageQuotas {
  constructor(
    private readonly quotas: WorkspaceQuotas,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Returns how many trades the quota still allows; null without a quota. It allows early refusals before anything is
   * written; `requireTrades` makes the final decision.
   */
  async roomForTrades(transaction: EntityManager, workspaceId: string): Promise<TradeRoom | null> {
    const { trades: quota } = await this.quotas.of(workspaceId, transaction);
    if (quota === null) return null;
    return { quota, left: quota - (await tradesOf(transaction, workspaceId)) };
  }

  /**
   * Checks the number of trades in a transaction that has added some and recorded them in the summary. Call it last:
   * from here on, other transactions that add trades to the workspace wait until this one ends, and then count its
   * trades as well.
   * @throws Problem QUOTA_TRADES
   */
  async requireTrades(transaction: EntityManager, workspaceId: string): Promise<void> {
    const { trades } = await this.quotas.of(workspaceId, transaction);
    if (trades === null) return;
    await lock(transaction, workspaceId);
    if ((await tradesOf(transaction, workspaceId)) > trades) throw overQuota('trades', trades);
  }

  /**
   * Checks the number of sessions in a transaction that has created one, like `requireTrades`.
   * @throws Problem QUOTA_SESSIONS
   */
  async requireSessions(transaction: EntityManager, workspaceId: string): Promise<void> {
    const { sessions } = await this.quotas.of(workspaceId, transaction);
    if (sessions === null) return;
    await lock(transaction, workspaceId);
    if ((await sessionsOf(transaction, workspaceId)) > sessions) throw overQuota('sessions', sessions);
  }

  /** Returns how much a workspace stores. */
  async usage(workspaceId: string): Promise<{ readonly sessions: number; readonly trades: number }> {
    const { manager } = this.dataSource;
    return {
      sessions: await sessionsOf(manager, workspaceId),
      trades: await tradesOf(manager, workspaceId),
    };
  }
}

/** Locks until the transaction ends. Workspaces whose ids end alike share a lock, which is harmless. */
async function lock(transaction: EntityManager, workspaceId: string): Promise<void> {
  const key = Number.parseInt(workspaceId.slice(-8), 16) | 0;
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [QUOTA_LOCK_NAMESPACE, key]);
}

async function sessionsOf(manager: EntityManager, workspaceId: string): Promise<number> {
  const [row] = await manager.query<[Count]>(COUNT_SESSIONS, [workspaceId]);
  return row.count;
}

/** The trades themselves are counted only for sessions whose summary is not up to date. */
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
  /** Ids; null if there are none. */
  readonly outdated: readonly string[] | null;
}
