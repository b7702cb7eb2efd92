import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Query } from '../shared/fields/query.js';
import { ApiBody, ApiHeader, ApiNotModifiedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { NoFields } from '../shared/fields/no-fields.dto.js';
import { Client } from '../platform/http/client.js';
import { ConditionalRequest } from '../platform/http/conditional-request.js';
import { JsonText } from '../platform/http/json-text.js';
import type { TaggedJson } from '../platform/http/tagged-answer.js';
import { SessionId } from '../sessions/session-id.js';
import { FinishAnswer, StatsAnswer, StatsQuery } from './stats.dto.js';
import { StatsService } from './stats.service.js';

@ApiTags('Review')
@Controller('sessions/:id')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  /**
   * Finish a session and get its statistics
   * @remarks A finished session accepts no new trades. If the session is already finished, the request
   * changes nothing and returns the same response.
   */
  @Post('finish')
  @HttpCode(200)
  @ApiBody({ type: NoFields, required: false })
  @ApiOkResponse({ type: FinishAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'BUSY')
  async finish(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Query() { breakEvenThreshold }: StatsQuery,
    @Body() _nothing: NoFields,
    @Client() client: Client,
  ): Promise<JsonText> {
    return new JsonText(await this.stats.finish(caller, id, breakEvenThreshold, client));
  }

  /**
   * Get the statistics of a session, finished or not
   * @remarks Send the `ETag` of an earlier response in `If-None-Match`: if the statistics have not changed, the
   * response is a 304, which costs almost nothing.
   */
  @Get('stats')
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an earlier response' })
  @ApiOkResponse({
    type: StatsAnswer,
    headers: {
      ETag: {
        description:
          'Identifies this state of the statistics; absent while candles of the ideal-R analysis are loading',
        schema: { type: 'string' },
      },
    },
  })
  @ApiNotModifiedResponse({
    description: 'The statistics have not changed since the response with this ETag',
  })
  @ApiProblems('SESSION_NOT_FOUND', 'QUOTA_STATISTICS', 'BUSY')
  get(
    @ConditionalRequest() { workspaceId, ifNoneMatch, client }: ConditionalRequest,
    @SessionId() id: string,
    @Query() { breakEvenThreshold }: StatsQuery,
  ): Promise<TaggedJson> {
    return this.stats.get(workspaceId, id, breakEvenThreshold, ifNoneMatch, client);
  }
}
