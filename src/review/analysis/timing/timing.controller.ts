import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { TimingAnswer, TimingQuery } from './timing.dto.js';
import { timingRoute } from './timing.route.js';

@AnalysisController()
export class TimingAnalysisController {
  static readonly route = timingRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get whether random entries would have done as well
   * @remarks Shifts all entries of the session by random times and compares the results. A small p value means that the
   * real entries are better than chance.
   */
  @GetAnalysis('timing', TimingAnswer, 'VALIDATION_FAILED')
  timing(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: TimingQuery,
  ) {
    return this.analysis.answer(timingRoute, { ...request, sessionId, query });
  }
}
