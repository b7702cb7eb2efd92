import { Controller, Get } from '@nestjs/common';
import { Query } from '../../shared/fields/query.js';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../../platform/auth/principal.js';
import { ProjectRecordsAnswer } from './project-record.dto.js';
import { ProjectRecordsQuery } from './project-records-query.dto.js';
import { ProjectRecordsService } from './project-records.service.js';

@ApiTags('Review')
@Controller('project-records')
export class ProjectRecordsController {
  constructor(private readonly records: ProjectRecordsService) {}

  /**
   * List projects with their number of sessions
   * @remarks Returns a page of projects, newest first. If there is a search, the service examines at most 20,000
   * projects for a page, so a page may be short or empty. Only `nextCursor: null` ends the list.
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
