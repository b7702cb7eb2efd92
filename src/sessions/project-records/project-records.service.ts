import { Injectable } from '@nestjs/common';
import { Cursors } from '../../shared/fields/cursor.js';
import type { ProjectRecordsAnswer } from './project-record.dto.js';
import type { ProjectRecordsQuery } from './project-records-query.dto.js';
import { ProjectRecordsStore } from './project-records.store.js';

/** Lists projects with facts about their sessions. */
@Injectable()
export class ProjectRecordsService {
  constructor(private readonly store: ProjectRecordsStore) {}

  /** @throws Problem VALIDATION_FAILED for a cursor of another list */
  async list(
    workspaceId: string,
    { count, cursor, search }: ProjectRecordsQuery,
  ): Promise<ProjectRecordsAnswer> {
    const list = { route: 'GET /project-records', filters: { search }, order: 'newest first' };
    const cursors = new Cursors(list, ['time', 'id']);
    const after = cursor === undefined ? null : cursors.read(cursor);
    const { projects, next } = await this.store.page(workspaceId, search, after, count);
    return { projects, nextCursor: next && cursors.write(next) };
  }
}
