import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SessionId } from '../../../sessions/session-id.js';
import { AnalysisRoute } from '../service/analysis-route.js';
import { ExplainAnswer, ExplainQuery } from './explain.dto.js';
import { ExplainService } from './explain.service.js';

@ApiTags('Review')
@Controller('sessions/:id/stats/explain')
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  /**
   * Get how a figure of the statistics or of an analysis is computed
   * @remarks Returns the definition, formula, unit, value and source of the figure. For a figure of the statistics,
   * also returns the inputs of the formula, and the trades that do not count for the figure.
   */
  @Get()
  @AnalysisRoute(ExplainAnswer, 'QUOTA_STATISTICS')
  explain(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ExplainQuery,
  ): Promise<TaggedJson> {
    return this.explanations.explain({ ...request, sessionId, query });
  }
}
