import { Controller, Get, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiNotModifiedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../../audit/author.js';
import { ByCaller, WorkspaceId } from '../../auth/principal.js';
import { ApiProblems } from '../../problems/api-problems.js';
import { NoFields } from '../../fields/no-fields.dto.js';
import { RawJsonBody } from '../../http/json-body.guard.js';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../session-id.js';
import { StateAnswer, StateInput, StatePutAnswer } from './client-state.dto.js';
import { ClientStatesService } from './client-states.service.js';
import { SentState } from './sent-state.js';

const ETAG = { ETag: { description: 'Names this state', schema: { type: 'string' } } };

@ApiTags('sessions')
@Controller('sessions/:id/state')
export class ClientStatesController {
  constructor(private readonly states: ClientStatesService) {}

  /**
   * Get what the client keeps with a session
   * @remarks Null until it is put.
   */
  @Get()
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETags of earlier answers' })
  @ApiOkResponse({ type: StateAnswer, headers: ETAG })
  @ApiNotModifiedResponse({ description: 'The state is one that the ETags name' })
  @ApiProblems('SESSION_NOT_FOUND', 'BUSY')
  async get(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Query() _query: NoFields,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, () => this.states.get(workspaceId, id, headers));
  }

  /**
   * Keep something with a session
   * @remarks The client's own place for what it must not lose: replay position, open orders, drawings. The service does not
   * look into it. Also after the finish. Without a header the last write wins.
   */
  @Put()
  @RawJsonBody()
  @ApiBody({ type: StateInput })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'ETags of the states that this one may replace, or `*`',
  })
  @ApiHeader({ name: 'If-None-Match', required: false, description: '`*`: only if nothing was put yet' })
  @ApiOkResponse({ type: StatePutAnswer, headers: ETAG })
  @ApiProblems('SESSION_NOT_FOUND', 'STATE_CHANGED')
  async put(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Query() _query: NoFields,
    @SentState() text: string,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, () => this.states.put(caller, id, text, headers));
  }
}
