import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SessionId } from '../../../sessions/session-id.js';
import { AnalysisRoute } from './analysis-route.js';
import { HindsightAnswer, HindsightQuery } from '../hindsight/hindsight.dto.js';
import { HindsightService } from './hindsight.service.js';

@ApiTags('Review')
@Controller('sessions/:id/analysis/hindsight')
export class HindsightController {
  constructor(private readonly analysis: HindsightService) {}

  /**
   * Get how much of a session's market its trader may have seen before
   * @remarks An earlier session of the workspace has seen each market that it traded, from its first entry to its last
   * exit in this market.
   */
  @Get()
  @AnalysisRoute(HindsightAnswer)
  hindsight(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: HindsightQuery,
  ): Promise<TaggedJson> {
    return this.analysis.hindsight({ ...request, sessionId, query });
  }
}
