import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { SessionKey } from '../../sessions/session.entity.js';

const SELECT_UNTIL = `
  SELECT FROM trades WHERE session_id = $2 AND workspace_id = $1 AND exit_time BETWEEN 0 AND $3::bigint
  ORDER BY exit_time LIMIT 1`;

const COUNT_AFTER = `
  SELECT count(*) AS count FROM (
    SELECT FROM trades WHERE session_id = $2 AND workspace_id = $1 AND exit_time > $3::bigint LIMIT $4) t`;

const REMOVE_AFTER = `
  DELETE FROM trades WHERE workspace_id = $1 AND session_id = $2 AND exit_time > $3::bigint`;

/** Finds and removes the trades of a session that end after an instant. */
@Injectable()
export class RewindsStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns whether a trade of the session ends at the instant or earlier. */
  async hasTradeUntil({ workspaceId, id }: SessionKey, instant: number): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>(SELECT_UNTIL, [workspaceId, id, instant])).length > 0;
  }

  /** Counts the trades that end after the instant, up to `most`. */
  async countAfter(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    instant: number,
    most: number,
  ): Promise<number> {
    const values = [workspaceId, id, instant, most];
    const [{ count }] = await transaction.query<[{ count: number }]>(COUNT_AFTER, values);
    return count;
  }

  async removeAfter(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    instant: number,
  ): Promise<void> {
    await transaction.query(REMOVE_AFTER, [workspaceId, id, instant]);
  }
}
