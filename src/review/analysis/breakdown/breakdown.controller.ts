import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { BreakdownAnswer, BreakdownQuery } from './breakdown.dto.js';
import { breakdownRoute } from './breakdown.route.js';

@AnalysisController()
export class BreakdownAnalysisController {
  static readonly route = breakdownRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get figures per group of a session's trades
   * @remarks Groups the trades by side, symbol, tag, hour, weekday, month, holding time or outcome. There is no
   * significance test per group: with 24 hours, one hour is likely to be "significant" by chance.
   */
  @GetAnalysis('breakdown', BreakdownAnswer)
  breakdown(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: BreakdownQuery,
  ) {
    return this.analysis.answer(breakdownRoute, { ...request, sessionId, query });
  }
}
