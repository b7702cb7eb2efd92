import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { HindsightAnswer, HindsightQuery } from './hindsight.dto.js';
import { hindsightRoute } from './hindsight.route.js';

@AnalysisController()
export class HindsightAnalysisController {
  static readonly route = hindsightRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get how much of a session's market its trader may have seen before
   * @remarks An earlier session of the workspace has seen each market that it traded, from its first entry to its last
   * exit in this market.
   */
  @GetAnalysis('hindsight', HindsightAnswer)
  hindsight(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: HindsightQuery,
  ) {
    return this.analysis.answer(hindsightRoute, { ...request, sessionId, query });
  }
}
