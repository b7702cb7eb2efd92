import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { SizingAnswer, SizingQuery } from './sizing.dto.js';
import { sizingRoute } from './sizing.route.js';

@AnalysisController()
export class SizingAnalysisController {
  static readonly route = sizingRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the account of a session with other position sizes
   * @remarks Recomputes the account as if every trade had risked the same share of the equity at its entry, or as if
   * the notional of every trade had been the same share of this equity. Also returns the share with the fastest growth.
   */
  @GetAnalysis('sizing', SizingAnswer)
  sizing(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: SizingQuery,
  ) {
    return this.analysis.answer(sizingRoute, { ...request, sessionId, query });
  }
}
