import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../common/api-problems.js';
import { NoFields } from '../common/no-fields.dto.js';
import { CreateProjectDto, ProjectAnswer, ProjectsAnswer, toProjectDto } from './project.dto.js';
import { ProjectsService } from './projects.service.js';

@ApiTags('projects')
@Controller('projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  /** Create a project */
  @Post()
  @ApiCreatedResponse({ type: ProjectAnswer })
  @ApiProblems('body')
  async create(
    @WorkspaceId() workspaceId: string,
    @Body() input: CreateProjectDto,
    @Query() _query: NoFields,
  ): Promise<ProjectAnswer> {
    return { project: toProjectDto(await this.projects.create(workspaceId, input)) };
  }

  /**
   * List projects
   * @remarks All projects of the key's workspace, newest first.
   */
  @Get()
  @ApiOkResponse({ type: ProjectsAnswer })
  @ApiProblems()
  async list(@WorkspaceId() workspaceId: string, @Query() _query: NoFields): Promise<ProjectsAnswer> {
    return { projects: (await this.projects.list(workspaceId)).map(toProjectDto) };
  }
}
