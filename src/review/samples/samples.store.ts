import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SAMPLE_SYMBOL } from '../../shared/market/sample-symbol.js';

/** Namespace of the advisory locks of samples: the first of the two numbers of a lock. */
const SAMPLE_LOCK_NAMESPACE = 0x42535334;

/**
 * Without sessions, a project of the symbol is not a sample, but only a project that someone has created. With EXISTS,
 * the planner would join the two tables and read all sessions. The order is that of the index `sessions_of_project`:
 * without it, the planner would read the table up to the first session of a project that has many.
 */
const FIND = `
  SELECT id FROM projects p
  WHERE workspace_id = $1 AND symbol = $2
    AND (SELECT true FROM sessions s WHERE s.workspace_id = $1 AND s.project_id = p.id
         ORDER BY s.created_at DESC, s.id DESC LIMIT 1)
  ORDER BY created_at, id LIMIT 1`;

@Injectable()
export class SamplesStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the id of the project of a workspace's sample; null if there is no sample. */
  async find(
    workspaceId: string,
    database: Pick<EntityManager, 'query'> = this.dataSource,
  ): Promise<string | null> {
    const [row] = await database.query<{ readonly id: string }[]>(FIND, [workspaceId, SAMPLE_SYMBOL]);
    return row?.id ?? null;
  }

  /**
   * Makes other transactions that make a sample in the workspace wait until this transaction ends. Workspaces whose ids
   * have the same last 8 digits share a lock, which is harmless.
   */
  async lock(transaction: EntityManager, workspaceId: string): Promise<void> {
    const key = Number.parseInt(workspaceId.slice(-8), 16) | 0;
    await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [SAMPLE_LOCK_NAMESPACE, key]);
  }
}
