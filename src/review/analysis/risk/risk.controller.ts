import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { RiskAnswer, RiskQuery } from './risk.dto.js';
import { riskRoute } from './risk.route.js';

@AnalysisController()
export class RiskAnalysisController {
  static readonly route = riskRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the risk and return of a session
   * @remarks Returns figures of the daily returns in the session's `accountTimezone`, figures per trade, drawdowns and
   * exposure.
   */
  @GetAnalysis('risk', RiskAnswer)
  risk(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: RiskQuery,
  ) {
    return this.analysis.answer(riskRoute, { ...request, sessionId, query });
  }
}
