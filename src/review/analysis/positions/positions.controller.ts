import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { PositionsAnswer, PositionsQuery } from './positions.dto.js';
import { positionsRoute } from './positions.route.js';

@AnalysisController()
export class PositionsAnalysisController {
  static readonly route = positionsRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the figures of a session by positions
   * @remarks Merges the trades of each position to one trade, and returns the figures of positions beside those of
   * trades. Trades belong to one position if they have the same symbol, feed, side and `positionId`, and overlap. The
   * filters choose trades before they are merged.
   */
  @GetAnalysis('positions', PositionsAnswer)
  positions(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: PositionsQuery,
  ) {
    return this.analysis.answer(positionsRoute, { ...request, sessionId, query });
  }
}
