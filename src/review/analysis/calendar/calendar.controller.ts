import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { AnalysisService } from '../service/analysis.service.js';
import { CalendarAnswer, CalendarQuery } from './calendar.dto.js';
import { calendarRoute } from './calendar.route.js';

@AnalysisController()
export class CalendarAnalysisController {
  static readonly route = calendarRoute;

  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get the results of a session by day, month and year
   * @remarks Returns the days, months and years in which trades closed, in the session's `accountTimezone`.
   */
  @GetAnalysis('calendar', CalendarAnswer)
  calendar(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: CalendarQuery,
  ) {
    return this.analysis.answer(calendarRoute, { ...request, sessionId, query });
  }
}
