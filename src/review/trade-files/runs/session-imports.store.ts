import { Injectable } from '@nestjs/common';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { busyProblem } from '../../../shared/concurrency/fair-queue.js';

/** A run and its session. */
export interface SessionImport {
  readonly workspaceId: string;
  readonly projectId: string;
  readonly digest: Buffer;
  readonly sessionId: string;
}

type Project = Pick<SessionImport, 'workspaceId' | 'projectId'>;

const SELECT = `
  SELECT digest, session_id AS "sessionId" FROM session_imports
  WHERE workspace_id = $1 AND project_id = $2 AND digest = ANY($3::bytea[]) ORDER BY digest`;

/** The statement waits for a transaction that inserts the same row. */
const CLAIM = `
  INSERT INTO session_imports (workspace_id, project_id, digest, session_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, project_id, digest) DO NOTHING RETURNING 1`;

const REPLACE = `
  UPDATE session_imports SET session_id = $4 WHERE workspace_id = $1 AND project_id = $2 AND digest = $3`;

/** SQLSTATE: lock_timeout has passed. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Stores, for each run of a file, which session was created from the run. */
@Injectable()
export class SessionImportsStore {
  /** Returns the ids of the sessions that were created from runs, by digest in hex. */
  async find(
    database: Pick<EntityManager, 'query'>,
    { workspaceId, projectId }: Project,
    digests: readonly Buffer[],
    lock: '' | 'FOR UPDATE' = '',
  ): Promise<Map<string, string>> {
    const rows = await database.query<Pick<SessionImport, 'digest' | 'sessionId'>[]>(`${SELECT} ${lock}`, [
      workspaceId,
      projectId,
      digests,
    ]);
    return new Map(rows.map(({ digest, sessionId }) => [digest.toString('hex'), sessionId]));
  }

  /**
   * Like `find`, but also locks the rows until the transaction ends.
   * @throws Problem BUSY
   */
  lock(
    transaction: EntityManager,
    project: Project,
    digests: readonly Buffer[],
  ): Promise<Map<string, string>> {
    return this.find(transaction, project, digests, 'FOR UPDATE').catch(asBusy);
  }

  /**
   * Records the session of a run.
   * @returns whether there was no row for the run
   * @throws Problem BUSY if another transaction that records the same run takes too long
   */
  async claim(
    transaction: EntityManager,
    { workspaceId, projectId, digest, sessionId }: SessionImport,
  ): Promise<boolean> {
    const values = [workspaceId, projectId, digest, sessionId];
    const claimed = await transaction.query<unknown[]>(CLAIM, values).catch(asBusy);
    return claimed.length > 0;
  }

  /** Records a new session of a run in place of the earlier session. The transaction must have locked the row. */
  async replace(
    transaction: EntityManager,
    { workspaceId, projectId, digest, sessionId }: SessionImport,
  ): Promise<void> {
    await transaction.query(REPLACE, [workspaceId, projectId, digest, sessionId]);
  }
}

function asBusy(error: unknown): never {
  if (error instanceof QueryFailedError && error.driverError.code === LOCK_NOT_AVAILABLE) throw busyProblem();
  throw error;
}
