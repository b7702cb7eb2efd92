import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { ConfidenceAnswer, ConfidenceQuery } from './confidence.dto.js';
import { confidenceRoute } from './confidence.route.js';

@AnalysisController()
export class ConfidenceAnalysisController {
  static readonly route = confidenceRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get confidence intervals of four figures of a session
   * @remarks An interval contains the true value with the probability `level` if the trades are independent. The
   * greatest drawdown has no interval; `monte-carlo` shows how much it varies.
   */
  @GetAnalysis('confidence', ConfidenceAnswer)
  confidence(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ConfidenceQuery,
  ) {
    return this.analysis.answer(confidenceRoute, { ...request, sessionId, query });
  }
}
