import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** The request that belongs to a key. */
export interface KeyedRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: Buffer;
}

export interface KeptAnswer extends Pick<KeyedRequest, 'method' | 'path' | 'bodyHash'> {
  /** JSON text of the response. */
  readonly response: string;
}

/** Claims a key. Waits for a transaction that claims the same key. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k (workspace_id, key, method, path, body_hash, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6::bigint, $7::bigint)
  ON CONFLICT (workspace_id, key) DO UPDATE
    SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash, response = NULL,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    WHERE k.expires_at <= excluded.created_at
  RETURNING key`;

const SELECT = `
  SELECT method, path, body_hash AS "bodyHash", response FROM idempotency_keys WHERE workspace_id = $1 AND key = $2`;

const COMPLETE = `
  UPDATE idempotency_keys SET response = $3 WHERE workspace_id = $1 AND key = $2`;

/** Selects workspaces with expired keys. */
const WORKSPACES_WITH_EXPIRED =
  'SELECT DISTINCT workspace_id AS id FROM idempotency_keys WHERE expires_at <= $1';

const REMOVE_EXPIRED = 'DELETE FROM idempotency_keys WHERE workspace_id = $1 AND expires_at <= $2';

@Injectable()
export class IdempotencyStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @returns whether the key was free or expired; if so, it now belongs to this transaction */
  async claim(
    transaction: EntityManager,
    request: KeyedRequest,
    now: number,
    expiresAt: number,
  ): Promise<boolean> {
    const { workspaceId, key, method, path, bodyHash } = request;
    const claimed = await transaction.query<unknown[]>(CLAIM, [
      workspaceId,
      key,
      method,
      path,
      bodyHash,
      now,
      expiresAt,
    ]);
    return claimed.length > 0;
  }

  async find(transaction: EntityManager, { workspaceId, key }: KeyedRequest): Promise<KeptAnswer | null> {
    const [kept] = await transaction.query<KeptAnswer[]>(SELECT, [workspaceId, key]);
    return kept ?? null;
  }

  async complete(
    transaction: EntityManager,
    { workspaceId, key }: KeyedRequest,
    response: string,
  ): Promise<void> {
    await transaction.query(COMPLETE, [workspaceId, key, response]);
  }

  async removeExpired(now: number): Promise<void> {
    const workspaces = await this.dataSource.query<{ id: string }[]>(WORKSPACES_WITH_EXPIRED, [now]);
    for (const { id } of workspaces) await this.dataSource.query(REMOVE_EXPIRED, [id, now]);
  }
}
