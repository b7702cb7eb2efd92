import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { ExitsAnswer, ExitsQuery } from './exits.dto.js';
import { exitsRoute } from './exits.route.js';

@AnalysisController()
export class ExitsAnalysisController {
  static readonly route = exitsRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the results the trades would have had with other exits
   * @remarks Returns a grid of targets and stops. Trades are followed over the window of the ideal-R analysis, so the
   * session must be finished. The best cell of a grid is overfitted: look for a region of good cells instead.
   */
  @GetAnalysis('exits', ExitsAnswer)
  exits(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ExitsQuery,
  ) {
    return this.analysis.answer(exitsRoute, { ...request, sessionId, query });
  }
}
