import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { FirstAnswersAnswer, FirstAnswersQuery } from './first-answers.dto.js';
import { firstAnswersRoute } from './first-answers.route.js';

@AnalysisController()
export class FirstAnswersAnalysisController {
  static readonly route = firstAnswersRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the figures of a session's trades as they were first stored
   * @remarks Compares the trades as they were first stored with the trades as they are stored now, and tests whether the
   * changes in between help more than chance. A trade that was made with its outcome known, a second look, is no first
   * answer.
   */
  @GetAnalysis('first-answers', FirstAnswersAnswer)
  firstAnswers(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: FirstAnswersQuery,
  ) {
    return this.analysis.answer(firstAnswersRoute, { ...request, sessionId, query });
  }
}
