import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { MonteCarloAnswer, MonteCarloQuery } from './monte-carlo.dto.js';
import { monteCarloRoute } from './monte-carlo.route.js';

@AnalysisController()
export class MonteCarloAnalysisController {
  static readonly route = monteCarloRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get random paths of a session's trades
   * @remarks Shows how widely the final equity spreads, how deep the equity falls, and how many paths are ruined.
   */
  @GetAnalysis('monte-carlo', MonteCarloAnswer)
  monteCarlo(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: MonteCarloQuery,
  ) {
    return this.analysis.answer(monteCarloRoute, { ...request, sessionId, query });
  }
}
