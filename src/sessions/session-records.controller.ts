import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Query } from '../shared/fields/query.js';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller, WorkspaceId } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { toProjectDto } from '../projects/project.dto.js';
import {
  SessionRecordAndProjectAnswer,
  SessionRecordAnswer,
  SessionRecordsAnswer,
} from './session-record.dto.js';
import { SessionId } from './session-id.js';
import { SessionEditsService } from './session-edits.service.js';
import { SessionRecordsService } from './session-records.service.js';
import { SessionsQuery } from './sessions-query.dto.js';
import { UpdateSessionDto } from './update-session.dto.js';

@ApiTags('Review')
@Controller('sessions')
export class SessionRecordsController {
  constructor(
    private readonly records: SessionRecordsService,
    private readonly edits: SessionEditsService,
  ) {}

  /**
   * List sessions
   * @remarks Returns a page of sessions with their labels and the summaries of their trades, newest first. If there is
   * a status, a tag or a search, the service examines at most 20,000 sessions for a page, so a page may be short or
   * empty. Only `nextCursor: null` ends the list.
   */
  @Get()
  @ApiOkResponse({ type: SessionRecordsAnswer })
  @ApiProblems('PROJECT_NOT_FOUND')
  async list(
    @WorkspaceId() workspaceId: string,
    @Query() query: SessionsQuery,
  ): Promise<SessionRecordsAnswer> {
    return this.records.list(workspaceId, query);
  }

  /** Get a session with its labels, the summary of its trades, and its project */
  @Get(':id/record')
  @ApiOkResponse({ type: SessionRecordAndProjectAnswer })
  @ApiProblems('SESSION_NOT_FOUND')
  async get(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
  ): Promise<SessionRecordAndProjectAnswer> {
    const { session, project } = await this.records.get(workspaceId, id);
    return { session, project: toProjectDto(project) };
  }

  /**
   * Change fields on which no figure depends
   * @remarks Also allowed after the session is finished. Fields that are left out keep their values; null removes a
   * bound of the range. If no value differs, nothing changes, not even `updatedAt`. Fields from which money is computed
   * cannot be changed: copy the session instead.
   */
  @Patch(':id')
  @ApiBody({ type: UpdateSessionDto, required: false })
  @ApiOkResponse({ type: SessionRecordAnswer })
  @ApiProblems('SESSION_NOT_FOUND')
  async update(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Body() edit: UpdateSessionDto,
  ): Promise<SessionRecordAnswer> {
    return { session: await this.edits.update(caller, id, edit) };
  }
}
