import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../common/api-problems.js';
import { NoFields } from '../common/no-fields.dto.js';
import { toProjectDto } from '../projects/project.dto.js';
import { CreateSessionDto } from './create-session.dto.js';
import { SessionAndProjectAnswer, SessionAnswer, toSessionDto } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('sessions')
@Controller('sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /**
   * Create a session
   * @remarks Everything but the project, the name and the balance has a default.
   */
  @Post()
  @ApiCreatedResponse({ type: SessionAnswer })
  @ApiProblems('body', 'PROJECT_NOT_FOUND')
  async create(
    @WorkspaceId() workspaceId: string,
    @Body() input: CreateSessionDto,
    @Query() _query: NoFields,
  ): Promise<SessionAnswer> {
    const { session, assets } = await this.sessions.create(workspaceId, input);
    return { session: toSessionDto(session, assets) };
  }

  /** Get a session and its project */
  @Get(':id')
  @ApiOkResponse({ type: SessionAndProjectAnswer })
  @ApiProblems('SESSION_NOT_FOUND')
  async get(
    @WorkspaceId() workspaceId: string,
    @Param('id') id: string,
    @Query() _query: NoFields,
  ): Promise<SessionAndProjectAnswer> {
    const { session, assets, project } = await this.sessions.getWhole(workspaceId, id);
    return { session: toSessionDto(session, assets), project: toProjectDto(project) };
  }
}
