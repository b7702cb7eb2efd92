import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { ProjectId } from '../projects/project-id.js';
import { ProjectTagsAnswer } from './project-tags.dto.js';
import { SessionRecordsService } from './session-records.service.js';

@ApiTags('Review')
@Controller('projects/:id/tags')
export class ProjectTagsController {
  constructor(private readonly records: SessionRecordsService) {}

  /**
   * List the tags of a project's sessions
   * @remarks Returns at most 1,000 tags, the most used first. Tags with the same number of sessions are sorted by code
   * point.
   */
  @Get()
  @ApiOkResponse({ type: ProjectTagsAnswer })
  @ApiProblems('PROJECT_NOT_FOUND')
  async list(@WorkspaceId() workspaceId: string, @ProjectId() id: string): Promise<ProjectTagsAnswer> {
    return { tags: await this.records.tagsOf(workspaceId, id) };
  }
}
