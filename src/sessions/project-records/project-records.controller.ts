import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../../auth/principal.js';
import { ProjectRecordsAnswer } from './project-record.dto.js';
import { ProjectRecordsQuery } from './project-records-query.dto.js';
import { ProjectRecordsService } from './project-records.service.js';

@ApiTags('projects')
@Controller('project-records')
export class ProjectRecordsController {
  constructor(private readonly records: ProjectRecordsService) {}

  /**
   * List projects with their number of sessions
   * @remarks A page of projects, newest first. With a search, a page examines at most 20,000 projects and may be short
   * or empty: only `nextCursor: null` ends the list.
   */
  @Get()
  @ApiOkResponse({ type: ProjectRecordsAnswer })
  async list(
    @WorkspaceId() workspaceId: string,
    @Query() query: ProjectRecordsQuery,
  ): Promise<ProjectRecordsAnswer> {
    return this.records.list(workspaceId, query);
  }
}
