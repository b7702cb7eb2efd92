import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { EquityAnswer, EquityQuery } from './equity.dto.js';
import { equityRoute } from './equity.route.js';

@AnalysisController()
export class EquityAnalysisController {
  static readonly route = equityRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the equity of a session with open trades at market prices
   * @remarks Shows how far the account may have fallen between the exits. The bounds are true whatever happened within
   * the 1m bars. Missing candles are loaded first, as for excursions.
   */
  @GetAnalysis('equity', EquityAnswer)
  equity(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: EquityQuery,
  ) {
    return this.analysis.answer(equityRoute, { ...request, sessionId, query });
  }
}
