import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Session, SessionKey } from '../../sessions/session.entity.js';
import type { Summary, Versioned } from '../../sessions/summary.js';

/** The fields of a session that events show. */
export type WatchedSession = Versioned &
  Summary &
  Pick<Session, 'status' | 'labelRevision' | 'updatedAt' | 'initialBalance'>;

/**
 * The statement names the workspaces, even if there are many, so that Citus reads only the shards of these workspaces.
 */
const SELECT_WATCHED = `
  SELECT workspace_id AS "workspaceId", id, status, revision, label_revision AS "labelRevision",
    updated_at AS "updatedAt", initial_balance AS "initialBalance", summary_revision AS "summaryRevision",
    trade_count AS "tradeCount", win_count AS "winCount", loss_count AS "lossCount",
    break_even_count AS "breakEvenCount", pl_gross AS "plGross", fees_paid AS "feesPaid", pl_net AS "plNet",
    first_entry_time AS "firstEntryTime", last_exit_time AS "lastExitTime"
  FROM sessions WHERE workspace_id = ANY($1::uuid[]) AND id = ANY($2::uuid[])`;

/** Reads the sessions that clients watch. */
@Injectable()
export class WatchedSessionsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the sessions in one statement. Returns the sessions that exist, by `watchedKey`. */
  async find(keys: readonly SessionKey[]): Promise<Map<string, WatchedSession>> {
    const workspaceIds = new Set(keys.map(({ workspaceId }) => workspaceId));
    const ids = new Set(keys.map(({ id }) => id));
    const rows = await this.dataSource.query<WatchedSession[]>(SELECT_WATCHED, [[...workspaceIds], [...ids]]);
    // The keys of the map contain the workspace, because an id may exist in two workspaces: a workspace can be imported
    // under another name.
    return new Map(rows.map((row) => [watchedKey(row), row]));
  }
}

export const watchedKey = ({ workspaceId, id }: SessionKey): string => `${workspaceId} ${id}`;
