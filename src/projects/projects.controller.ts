import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller, WorkspaceId } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { IdempotencyService } from '../platform/idempotency/idempotency.service.js';
import { AsCreation, type Creation, Idempotent } from '../platform/idempotency/idempotent.js';
import {
  CreateProjectDto,
  ProjectAnswer,
  ProjectsAnswer,
  UpdateProjectDto,
  toProjectDto,
} from './project.dto.js';
import { ProjectId } from './project-id.js';
import { ProjectsService } from './projects.service.js';

@ApiTags('Review')
@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Create a project */
  @Post()
  @Idempotent()
  @ApiCreatedResponse({ type: ProjectAnswer })
  @ApiProblems('IDEMPOTENCY_KEY_REUSED')
  async create(
    @ByCaller() caller: Caller,
    @Body() input: CreateProjectDto,
    @AsCreation() creation: Creation,
  ): Promise<ProjectAnswer> {
    return this.idempotency.once(caller.workspaceId, creation, async (transaction) => ({
      project: toProjectDto(await this.projects.create(caller, input, transaction)),
    }));
  }

  /**
   * List projects
   * @remarks Returns all projects of the key's workspace, newest first.
   */
  @Get()
  @ApiOkResponse({ type: ProjectsAnswer })
  @ApiProblems('BUSY')
  async list(@WorkspaceId() workspaceId: string): Promise<ProjectsAnswer> {
    return { projects: (await this.projects.list(workspaceId)).map(toProjectDto) };
  }

  /** Get a project */
  @Get(':id')
  @ApiOkResponse({ type: ProjectAnswer })
  @ApiProblems('PROJECT_NOT_FOUND')
  async get(@WorkspaceId() workspaceId: string, @ProjectId() id: string): Promise<ProjectAnswer> {
    return { project: toProjectDto(await this.projects.get(workspaceId, id)) };
  }

  /**
   * Change a project
   * @remarks Existing sessions keep their assets. If no value differs, nothing changes, not even `updatedAt`.
   */
  @Patch(':id')
  @ApiBody({ type: UpdateProjectDto, required: false })
  @ApiOkResponse({ type: ProjectAnswer })
  @ApiProblems('PROJECT_NOT_FOUND')
  async update(
    @ByCaller() caller: Caller,
    @ProjectId() id: string,
    @Body() input: UpdateProjectDto,
  ): Promise<ProjectAnswer> {
    return { project: toProjectDto(await this.projects.update(caller, id, input)) };
  }
}
