import { Controller, Get, Req } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { WorkspaceId } from '../../platform/auth/principal.js';
import { EventStream } from '../../platform/http/event-stream.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { SessionId } from '../../sessions/session-id.js';
import { EventsService } from './events.service.js';
import { SessionEventDto } from './session-event.dto.js';

@ApiTags('Replay')
@Controller('sessions/:id/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  /**
   * Follow the changes of a session
   * @remarks Server-sent events. The first event `session` is sent at once. After a change, a further event follows, at
   * most one per second. If the session is deleted, the last event is `deleted`. The stream ends after 30 minutes, or
   * when the key or the token is no longer valid. To continue, connect again with the id of the last event in
   * `Last-Event-ID`.
   */
  @Get()
  @ApiExtraModels(SessionEventDto)
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Id of the last event; the present state is not sent if it still has this id',
  })
  @ApiOkResponse({
    description: 'Events. The schema is that of the `data` of an event `session`.',
    content: { 'text/event-stream': { schema: { $ref: getSchemaPath(SessionEventDto) } } },
  })
  @ApiProblems('SESSION_NOT_FOUND', 'TOO_MANY_STREAMS')
  get(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Req() request: Request,
  ): Promise<EventStream> {
    return this.events.open({ workspaceId, id }, request);
  }
}
