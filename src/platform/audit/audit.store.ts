import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Action, ResourceType } from './actions.js';
import type { ActorKind } from './author.js';

/** An entry as it is stored. */
export interface AuditEntry {
  readonly id: string;
  /** Time of the change, epoch ms. */
  readonly time: number;
  readonly actorKind: ActorKind;
  readonly actor: string;
  readonly action: Action;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly tradeId: string | null;
  readonly count: number | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** A filter for the entries of a workspace. Its bounds mean `from` ≤ time < `to`. */
export interface AuditFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly action?: Action | undefined;
  readonly resourceId?: string | undefined;
  readonly actor?: string | undefined;
}

/** Position of an entry in the list, newest first. */
export type AuditPosition = readonly [time: number, id: string];

const ENTRY_COLUMNS = `id, time, actor_kind AS "actorKind", actor, action, resource_type AS "resourceType",
  resource_id AS "resourceId", trade_id AS "tradeId", count, address, request_id AS "requestId"`;

/** Number of entries that one statement removes. Between two small batches, other requests are handled. */
const BATCH = 1_000;

const WORKSPACES = 'SELECT id FROM workspaces ORDER BY id';

const REMOVE = `
  DELETE FROM audit_entries WHERE workspace_id = $1 AND (time, id) IN (
    SELECT time, id FROM audit_entries WHERE workspace_id = $1 AND time < $2 ORDER BY time, id LIMIT ${BATCH}
  )`;

@Injectable()
export class AuditStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the entries after a position, newest first. Every filter is supported by an index. */
  page(
    workspaceId: string,
    { from, to, action, resourceId, actor }: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<AuditEntry[]> {
    const values: unknown[] = [workspaceId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const conditions = ['workspace_id = $1'];
    if (action !== undefined) conditions.push(`action = ${parameter(action)}`);
    if (resourceId !== undefined) conditions.push(`resource_id = ${parameter(resourceId)}`);
    if (actor !== undefined) conditions.push(`actor = ${parameter(actor)}`);
    if (from !== undefined) conditions.push(`time >= ${parameter(from)}`);
    if (to !== undefined) conditions.push(`time < ${parameter(to)}`);
    if (after) conditions.push(`(time, id) < (${after.map(parameter).join('::bigint, ')}::uuid)`);
    return this.dataSource.query(
      `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE ${conditions.join(' AND ')}
       ORDER BY time DESC, id DESC LIMIT ${parameter(limit)}`,
      values,
    );
  }

  async workspaceIds(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(WORKSPACES);
    return rows.map(({ id }) => id);
  }

  /**
   * Removes up to `BATCH` entries of a workspace that are older than a time, oldest first.
   * @returns whether there may be more such entries
   */
  async removeBefore(workspaceId: string, time: number): Promise<boolean> {
    const [, removed] = await this.dataSource.query<[unknown, number]>(REMOVE, [workspaceId, time]);
    return removed === BATCH;
  }
}
