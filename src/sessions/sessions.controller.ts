import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller, WorkspaceId } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { IdempotencyService } from '../platform/idempotency/idempotency.service.js';
import { AsCreation, type Creation, Idempotent } from '../platform/idempotency/idempotent.js';
import { CreateSessionDto } from './create-session.dto.js';
import {
  SessionAndProjectAnswer,
  SessionAnswer,
  toSessionAndProject,
  toSessionAnswer,
} from './session.dto.js';
import { SessionCreationsService } from './session-creations.service.js';
import { SessionId } from './session-id.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Review')
@Controller('sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly creations: SessionCreationsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Create a session
   * @remarks All fields except the project, the name and the balance have defaults.
   */
  @Post()
  @Idempotent()
  @ApiCreatedResponse({ type: SessionAnswer })
  @ApiProblems('PROJECT_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'QUOTA_SESSIONS')
  async create(
    @ByCaller() caller: Caller,
    @Body() input: CreateSessionDto,
    @AsCreation() creation: Creation,
  ): Promise<SessionAnswer> {
    return this.idempotency.once(caller.workspaceId, creation, async (transaction) =>
      toSessionAnswer(await this.creations.create(caller, input, transaction)),
    );
  }

  /** Get a session and its project */
  @Get(':id')
  @ApiOkResponse({ type: SessionAndProjectAnswer })
  @ApiProblems('SESSION_NOT_FOUND')
  async get(@WorkspaceId() workspaceId: string, @SessionId() id: string): Promise<SessionAndProjectAnswer> {
    return toSessionAndProject(await this.sessions.getWhole(workspaceId, id));
  }
}
