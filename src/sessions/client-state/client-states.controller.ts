import { Controller, Get, Put, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiNotModifiedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller, WorkspaceId } from '../../platform/auth/principal.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { RawJsonBody } from '../../platform/http/json-body.guard.js';
import type { TaggedJson } from '../../platform/http/tagged-answer.js';
import { SessionId } from '../session-id.js';
import { StateAnswer, StateInput, StatePutAnswer } from './client-state.dto.js';
import { ClientStatesService } from './client-states.service.js';
import { SentState } from './sent-state.js';

const ETAG = { ETag: { description: 'Identifies this state', schema: { type: 'string' } } };

@ApiTags('Replay')
@Controller('sessions/:id/state')
export class ClientStatesController {
  constructor(private readonly states: ClientStatesService) {}

  /**
   * Get the client's state of a session
   * @remarks Returns null until a state is stored.
   */
  @Get()
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETags of earlier responses' })
  @ApiOkResponse({ type: StateAnswer, headers: ETAG })
  @ApiNotModifiedResponse({ description: 'The state matches one of the ETags' })
  @ApiProblems('SESSION_NOT_FOUND', 'BUSY')
  get(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Req() { headers }: Request,
  ): Promise<TaggedJson> {
    return this.states.get(workspaceId, id, headers);
  }

  /**
   * Store the client's state of a session
   * @remarks The state holds data that the client must not lose, such as the replay position, open orders or drawings.
   * The service does not interpret the state. Also allowed after the session is finished. Without `If-Match` and
   * `If-None-Match`, the last write wins.
   */
  @Put()
  @RawJsonBody()
  @ApiBody({ type: StateInput })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'ETags of the states that this state may replace, or `*`',
  })
  @ApiHeader({ name: 'If-None-Match', required: false, description: '`*`: only if no state is stored yet' })
  @ApiOkResponse({ type: StatePutAnswer, headers: ETAG })
  @ApiProblems('SESSION_NOT_FOUND', 'STATE_CHANGED')
  put(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @SentState() text: string,
    @Req() { headers }: Request,
  ): Promise<TaggedJson> {
    return this.states.put(caller, id, text, headers);
  }
}
