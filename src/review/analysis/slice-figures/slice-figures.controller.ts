import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { SliceFiguresAnswer, SliceFiguresQuery } from './slice-figures.dto.js';
import { figuresRoute } from './slice-figures.route.js';

@AnalysisController()
export class FiguresAnalysisController {
  static readonly route = figuresRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the figures of some of a session's trades
   * @remarks Returns the statistics of the trades that meet the filters. With `compare=rest`, also returns the
   * statistics of the other trades, and a permutation test of the difference between the two means.
   */
  @GetAnalysis('figures', SliceFiguresAnswer)
  figures(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: SliceFiguresQuery,
  ) {
    return this.analysis.answer(figuresRoute, { ...request, sessionId, query });
  }
}
