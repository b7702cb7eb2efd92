import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { newId } from '../common/ids.js';
import { Workspace } from './workspace.entity.js';

@Injectable()
export class WorkspacesService {
  private readonly idByName = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {}

  /** Id of the workspace with that name, made when there is none; names are never reused, so ids are remembered. */
  async idOf(name: string, manager: EntityManager = this.dataSource.manager): Promise<string> {
    const known = this.idByName.get(name);
    if (known) return known;
    const repository = manager.getRepository(Workspace);
    await repository
      .createQueryBuilder()
      .insert()
      .values({ id: newId(), name, createdAt: Date.now() })
      .orIgnore()
      .execute();
    const { id } = await repository.findOneByOrFail({ name });
    // Inside a transaction the row may still be taken back.
    if (!manager.queryRunner) this.idByName.set(name, id);
    return id;
  }
}
