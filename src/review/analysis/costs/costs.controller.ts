import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { CostsAnswer, CostsQuery } from './costs.dto.js';
import { costsRoute } from './costs.route.js';

@AnalysisController()
export class CostsAnalysisController {
  static readonly route = costsRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the results of a session's trades at other costs
   * @remarks Shows which share of the result before costs the costs take, and how far the costs may rise before no
   * profit is left.
   */
  @GetAnalysis('costs', CostsAnswer)
  costs(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: CostsQuery,
  ) {
    return this.analysis.answer(costsRoute, { ...request, sessionId, query });
  }
}
