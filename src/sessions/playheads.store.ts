import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { SessionKey } from './session.entity.js';
import { joinedSpans } from './joined-spans.js';
import type { PlayheadDto } from './playhead.dto.js';

const COLUMNS = 'at, shown_until AS "shownUntil", furthest, updated_at AS "updatedAt"';

/**
 * Stores a playhead if the session is active, and adds the span from the least `at` since the last draw to the times
 * that were seen. An earlier start of the range also counts as seen. A single statement, because a front end sends the
 * playhead while it plays.
 * @param condition of the update of a stored playhead `p`
 */
const put = (condition: string): string => `
  INSERT INTO playheads AS p (workspace_id, session_id, at, shown_until, furthest, least_at, seen, updated_at)
  SELECT s.workspace_id, s.id, $3::bigint, $4::bigint, $4::bigint, $3::bigint,
    int8multirange(int8range(LEAST($3::bigint, s.range_start), $4::bigint)), $5::bigint
  FROM sessions s
  WHERE s.workspace_id = $1 AND s.id = $2 AND s.status = 'active'
    AND (s.range_end IS NULL OR s.range_end >= $4::bigint)
  ON CONFLICT (workspace_id, session_id) DO UPDATE
    SET at = excluded.at, shown_until = excluded.shown_until, updated_at = excluded.updated_at,
      furthest = GREATEST(p.furthest, excluded.furthest), least_at = LEAST(p.least_at, excluded.least_at),
      seen = p.seen + excluded.seen
        + int8multirange(int8range(LEAST(p.least_at, excluded.least_at), excluded.shown_until))
    WHERE ${condition}
  RETURNING ${COLUMNS}`;

const PUT = put('true');

/** A step back changes the session, too, so it needs the lock of the session. */
const PUT_FORWARD = put('p.at IS NULL OR excluded.at >= p.at');

const SELECT = `
  SELECT session_id AS id, ${COLUMNS} FROM playheads
  WHERE workspace_id = $1 AND session_id = ANY ($2::uuid[]) AND at IS NOT NULL`;

const LOCK = `
  SELECT ${COLUMNS} FROM playheads WHERE workspace_id = $1 AND session_id = $2 AND at IS NOT NULL FOR UPDATE`;

const REWIND = `
  UPDATE playheads SET at = $3::bigint, shown_until = $3::bigint, least_at = LEAST(least_at, $3::bigint),
    updated_at = $4::bigint
  WHERE workspace_id = $1 AND session_id = $2`;

/** Maximum number of spans of a session. */
const MAX_SPANS = 1_000;

/** The playheads of the next draw add one span at most, because all of them begin at the least `at`. */
const END_DRAW = `
  UPDATE playheads
  SET at = NULL, shown_until = NULL, furthest = NULL, least_at = NULL, updated_at = NULL,
    seen = ${joinedSpans('seen', MAX_SPANS - 1)}
  WHERE workspace_id = $1 AND session_id = $2`;

/** $4: whether the copy stands where the original stands. */
const COPY = `
  INSERT INTO playheads (workspace_id, session_id, at, shown_until, furthest, least_at, updated_at, seen)
  SELECT workspace_id, $3::uuid, k.*, ${joinedSpans('seen', MAX_SPANS - 1)}
  FROM playheads p LEFT JOIN LATERAL (
    SELECT p.at, p.shown_until, p.furthest, p.least_at, p.updated_at WHERE $4::boolean) k ON true
  WHERE p.workspace_id = $1 AND p.session_id = $2`;

/** Stores where the replays of sessions stand, and the times that they have shown. */
@Injectable()
export class PlayheadsStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Stores a playhead that is not a step back.
   * @returns null if `at` is lower than in the stored playhead, or if the session does not exist, is finished, or has a
   * range that ends before `shownUntil`
   */
  async putForward(
    { workspaceId, id }: SessionKey,
    at: number,
    shownUntil: number,
  ): Promise<PlayheadDto | null> {
    const values = [workspaceId, id, at, shownUntil, Date.now()];
    const [stored] = await this.dataSource.query<PlayheadDto[]>(PUT_FORWARD, values);
    return stored ?? null;
  }

  /** Stores any playhead of an active session, within its range. Call it with the lock of the session. */
  async put(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    at: number,
    shownUntil: number,
  ): Promise<PlayheadDto> {
    const values = [workspaceId, id, at, shownUntil, Date.now()];
    const [stored] = await transaction.query<[PlayheadDto]>(PUT, values);
    return stored;
  }

  /** Returns the playhead of a session, which cannot change until the transaction ends; null if there is none. */
  async lock(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<PlayheadDto | null> {
    const [stored] = await transaction.query<PlayheadDto[]>(LOCK, [workspaceId, id]);
    return stored ?? null;
  }

  /** Takes the playhead back to an instant. The times that were seen stay. */
  async rewind(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    to: number,
  ): Promise<PlayheadDto | null> {
    await transaction.query(REWIND, [workspaceId, id, to, Date.now()]);
    return (await this.list(workspaceId, [id], transaction)).get(id) ?? null;
  }

  /** Returns the playhead of a session; null before the first playhead since the last draw. */
  async find({ workspaceId, id }: SessionKey): Promise<PlayheadDto | null> {
    return (await this.list(workspaceId, [id])).get(id) ?? null;
  }

  /** Returns the playheads of sessions of one workspace, by the ids of the sessions. */
  async list(
    workspaceId: string,
    ids: readonly string[],
    database: Pick<EntityManager, 'query'> = this.dataSource,
  ): Promise<Map<string, PlayheadDto>> {
    const rows = await database.query<(PlayheadDto & { readonly id: string })[]>(SELECT, [workspaceId, ids]);
    return new Map(rows.map(({ id, ...playhead }) => [id, playhead]));
  }

  /** Removes the playhead of a session. The times that were seen stay. */
  async endDraw(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<void> {
    await transaction.query(END_DRAW, [workspaceId, id]);
  }

  /**
   * Copies the times that were seen to a copy of the session.
   * @param withPlayhead true to copy the playhead, too
   */
  async copy(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    copyId: string,
    withPlayhead: boolean,
  ): Promise<void> {
    await transaction.query(COPY, [workspaceId, id, copyId, withPlayhead]);
  }
}
