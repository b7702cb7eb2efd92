import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { Caller } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import type { SessionKey } from '../session.entity.js';
import type { Precondition } from './preconditions.js';

/**
 * The state that a client keeps with a session, as JSON text. Until a state is stored, the revision is 0 and the text
 * null.
 */
export interface ClientState {
  readonly revision: number;
  readonly state: string | null;
  readonly updatedAt: number | null;
}

/** $3 lists the revisions whose text is not needed. */
const SELECT = `
  SELECT coalesce(c.revision, 0) AS revision, c.updated_at AS "updatedAt",
    CASE WHEN c.revision <> ALL($3::bigint[]) THEN c.state END AS state
  FROM sessions s LEFT JOIN session_states c ON c.workspace_id = $1 AND c.session_id = $2
  WHERE s.workspace_id = $1 AND s.id = $2`;

/**
 * This is a single statement. If two clients replace the same revision, the second client therefore finds that the
 * revision has changed.
 */
const PUT = `
  INSERT INTO session_states AS c (workspace_id, session_id, state, revision, updated_at)
  SELECT s.workspace_id, s.id, $3, 1, $4::bigint FROM sessions s
  WHERE s.workspace_id = $1 AND s.id = $2
    AND ($5::boolean OR EXISTS (SELECT FROM session_states WHERE workspace_id = $1 AND session_id = $2))
  ON CONFLICT (workspace_id, session_id) DO UPDATE
    SET state = excluded.state, revision = c.revision + 1, updated_at = excluded.updated_at
    WHERE ($6::bigint[] IS NULL OR c.revision = ANY($6::bigint[])) AND c.revision <> ALL($7::bigint[])
  RETURNING revision`;

const COPY = `
  INSERT INTO session_states (workspace_id, session_id, state, revision, updated_at)
  SELECT workspace_id, $3::uuid, state, 1, $4::bigint FROM session_states
  WHERE workspace_id = $1 AND session_id = $2`;

@Injectable()
export class ClientStatesStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * @param known revisions whose text is left out
   * @returns null if the session does not exist
   */
  async find({ workspaceId, id }: SessionKey, known: readonly number[]): Promise<ClientState | null> {
    const [found] = await this.dataSource.query<ClientState[]>(SELECT, [workspaceId, id, known]);
    return found ?? null;
  }

  /** @returns the new revision; null if the session does not exist or the precondition is not met */
  async put(
    caller: Caller,
    id: string,
    text: string,
    now: number,
    precondition: Precondition,
  ): Promise<number | null> {
    const { mayBeNew, wanted, unwanted } = precondition;
    return this.dataSource.transaction(async (transaction) => {
      const [row] = await transaction.query<{ revision: number }[]>(PUT, [
        caller.workspaceId,
        id,
        text,
        now,
        mayBeNew,
        wanted,
        unwanted,
      ]);
      if (!row) return null;
      await recordChange(transaction, caller, { action: 'state.put', resourceId: id });
      return row.revision;
    });
  }

  /** Copies the state of the original to the copy. Runs in the transaction that creates the copy. */
  async copy(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    copyId: string,
    now: number,
  ): Promise<void> {
    await transaction.query(COPY, [workspaceId, id, copyId, now]);
  }
}
