import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { EntityManager, IsNull, Not, Repository } from 'typeorm';
import { newId } from '../../shared/fields/ids.js';
import { Workspace } from './workspace.entity.js';

const MAX_CACHED = 10_000;

@Injectable()
export class WorkspacesService {
  private readonly idByName = new LRUCache<string, string>({ max: MAX_CACHED });

  constructor(@InjectRepository(Workspace) private readonly workspaces: Repository<Workspace>) {}

  /** Returns the id of the workspace with this name; null if there is none. */
  async findId(name: string): Promise<string | null> {
    return (await this.workspaces.findOneBy({ name }))?.id ?? null;
  }

  /** Returns the name of a workspace. Names never change. */
  async nameOf(id: string): Promise<string> {
    return (await this.workspaces.findOneByOrFail({ id })).name;
  }

  /**
   * Returns the id of the workspace with this name. Creates the workspace if it does not exist. Names are never reused,
   * so ids are cached.
   */
  async idOf(name: string, manager: EntityManager = this.workspaces.manager): Promise<string> {
    const cached = this.idByName.get(name);
    if (cached) return cached;
    const workspaces = manager.getRepository(Workspace);
    await workspaces
      .createQueryBuilder()
      .insert()
      .values({ id: newId(), name, createdAt: Date.now() })
      .orIgnore()
      .execute();
    const { id } = await workspaces.findOneByOrFail({ name });
    // The transaction may still be rolled back, so its result is not cached.
    if (!manager.queryRunner) this.idByName.set(name, id);
    return id;
  }

  /** Removes the erasure mark of a workspace, so that the empty workspace can be used again. */
  async reopen(id: string, transaction: EntityManager): Promise<void> {
    await transaction.update(Workspace, { id, erasedAt: Not(IsNull()) }, { erasedAt: null });
  }
}
