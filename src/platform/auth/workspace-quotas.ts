import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { EntityManager, Repository } from 'typeorm';
import { byCommand } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { SharedReads } from '../../shared/concurrency/shared-reads.js';
import { QUOTA_COLUMNS, QUOTA_NAMES, type Quotas, quotasOf } from './quotas.js';
import { Workspace } from './workspace.entity.js';

/** Time for which quotas are cached, ms. Every instance applies a new quota after this time. */
const CACHED_MS = 3_000;

const MAX_CACHED = 10_000;

/** Cached values of a workspace. */
interface Cached {
  readonly quotas: Quotas;
  readonly isErased: boolean;
}

/** The quotas of workspaces, and whether workspaces are erased. */
@Injectable()
export class WorkspaceQuotas {
  private readonly cache = new LRUCache<string, Cached>({ max: MAX_CACHED, ttl: CACHED_MS });
  private readonly reads = new SharedReads<Cached>();

  constructor(@InjectRepository(Workspace) private readonly workspaces: Repository<Workspace>) {}

  /**
   * Returns the quotas of a workspace.
   * @param transaction the caller's transaction, if there is one; on the embedded database, another connection would
   * wait for this transaction
   */
  async get(workspaceId: string, transaction?: EntityManager): Promise<Quotas> {
    return (await this.find(workspaceId, transaction)).quotas;
  }

  /** Returns whether a workspace was erased. Every instance detects an erasure within 3 s. */
  async isErased(workspaceId: string): Promise<boolean> {
    return (await this.find(workspaceId)).isErased;
  }

  private async find(workspaceId: string, transaction?: EntityManager): Promise<Cached> {
    const cached = this.cache.get(workspaceId);
    if (cached) return cached;
    if (transaction) return this.read(workspaceId, transaction);
    return this.reads.get(workspaceId, () => this.read(workspaceId, this.workspaces.manager));
  }

  /** Returns all workspaces with their quotas, by name. */
  async list(): Promise<{ readonly workspace: Workspace; readonly quotas: Quotas }[]> {
    const workspaces = await this.workspaces.find({ order: { name: 'ASC' } });
    return workspaces.map((workspace) => ({ workspace, quotas: quotasOf(workspace) }));
  }

  /**
   * Sets the given quotas. Other quotas do not change. Only commands set quotas.
   * @returns the quotas of the workspace; null if no workspace has this name
   */
  async set(name: string, changes: Partial<Quotas>): Promise<Quotas | null> {
    const columns = QUOTA_NAMES.filter((quota) => changes[quota] !== undefined).map(
      (quota) => [QUOTA_COLUMNS[quota], changes[quota]] as const,
    );
    const workspace = await this.workspaces.manager.transaction(async (transaction) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const found = await transaction.findOne(Workspace, { where: { name }, lock });
      if (!found || columns.every(([column, quota]) => found[column] === quota)) return found;
      const changed = Object.fromEntries(columns);
      await transaction.update(Workspace, { id: found.id }, changed);
      const caller = { ...byCommand('cli'), workspaceId: found.id };
      await recordChange(transaction, caller, { action: 'quotas.set', resourceId: found.id });
      return { ...found, ...changed };
    });
    if (!workspace) return null;
    this.cache.delete(workspace.id);
    return quotasOf(workspace);
  }

  private async read(id: string, manager: EntityManager): Promise<Cached> {
    const workspace = await manager.findOneBy(Workspace, { id });
    const read = { quotas: quotasOf(workspace), isErased: (workspace?.erasedAt ?? null) !== null };
    this.cache.set(id, read);
    return read;
  }
}
