import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { selectList } from '../platform/database/select-list.js';
import { Project } from '../projects/project.entity.js';
import { Asset } from './asset.entity.js';
import { Session } from './session.entity.js';
import type { Versioned } from './summary.js';

export interface SessionAndAssets {
  readonly session: Session;
  readonly assets: readonly Asset[];
}

export interface WholeSession extends SessionAndAssets {
  readonly project: Project;
}

/** The number of a session's trades, and the fields that determine its statistics together with the trades. */
export type SessionState = Pick<
  Session,
  'workspaceId' | 'id' | 'status' | 'mode' | 'revision' | 'initialBalance' | 'summaryRevision' | 'tradeCount'
>;

const SELECT_STATE = `
  SELECT workspace_id AS "workspaceId", id, status, mode, revision, initial_balance AS "initialBalance",
    summary_revision AS "summaryRevision", trade_count AS "tradeCount"
  FROM sessions WHERE workspace_id = $1 AND id = $2`;

/** The fields of a session that are read when it is locked. */
export type LockedSession = Versioned &
  Pick<Session, 'status' | 'tradeCount' | 'run' | 'changedAnswers'> & {
    /** False if no time was shown before a step back or in an earlier run; see `ShownTimesStore`. */
    readonly hasShownTimes: boolean;
  };

const SELECT_LOCKED = `
  SELECT workspace_id AS "workspaceId", id, status, revision, summary_revision AS "summaryRevision",
    trade_count AS "tradeCount", run, changed_answers AS "changedAnswers",
    NOT (isempty(shown_before) AND isempty(earlier_shown)) AS "hasShownTimes"
  FROM sessions`;

const LOCK = `${SELECT_LOCKED} WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const LOCK_ALL = `${SELECT_LOCKED} WHERE workspace_id = $1 AND project_id = $2 ORDER BY id FOR NO KEY UPDATE`;

/** Reads sessions with hand-written SQL, because these reads are too frequent for the query builder. */
@Injectable()
export class SessionsStore {
  private selectWhole: string | undefined;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns a session with its project and its assets in their order. One statement is twice as fast as three reads
   * through repositories (bench row "GET /sessions/{id}").
   */
  async findWhole(workspaceId: string, id: string): Promise<WholeSession | null> {
    this.selectWhole ??= selectWhole(this.dataSource);
    const [row] = await this.dataSource.query<RowOfWhole[]>(this.selectWhole, [workspaceId, id]);
    return row ? { session: row, assets: row.assets, project: row.project } : null;
  }

  /** Reads the state of a session. Every GET of statistics begins with this read (bench row "GET stats, 304"). */
  async findState(workspaceId: string, id: string): Promise<SessionState | null> {
    const [state] = await this.dataSource.query<SessionState[]>(SELECT_STATE, [workspaceId, id]);
    return state ?? null;
  }

  /**
   * Locks a session until the transaction ends. Runs first in every batch of trades, so its speed matters: see bench
   * row "ingest".
   */
  async lock(transaction: EntityManager, workspaceId: string, id: string): Promise<LockedSession | null> {
    const [session] = await transaction.query<LockedSession[]>(LOCK, [workspaceId, id]);
    return session ?? null;
  }

  /** Locks all sessions of a project until the transaction ends. */
  lockAll(transaction: EntityManager, workspaceId: string, projectId: string): Promise<LockedSession[]> {
    return transaction.query(LOCK_ALL, [workspaceId, projectId]);
  }
}

type RowOfWhole = Session & Omit<WholeSession, 'session'>;

/** Each part of the statement names the workspace, so that Citus sends the statement to one shard. */
function selectWhole(dataSource: DataSource): string {
  const [session, asset, project] = [Session, Asset, Project].map((entity) =>
    selectList(dataSource.getMetadata(entity)),
  );
  return `
    SELECT ${session},
      (SELECT json_agg(a) FROM (SELECT ${asset} FROM session_assets
       WHERE workspace_id = $1 AND session_id = $2 ORDER BY position) a) AS assets,
      (SELECT to_json(p) FROM (SELECT ${project} FROM projects
       WHERE workspace_id = $1 AND id = s.project_id) p) AS project
    FROM sessions s WHERE workspace_id = $1 AND id = $2`;
}
