import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { SessionId } from '../../../sessions/session-id.js';
import { Query } from '../../../shared/fields/query.js';
import { ExcursionsAnswer, ExcursionsQuery } from '../excursions/excursions.dto.js';
import { FillsAnswer, FillsQuery } from '../fills/fills.dto.js';
import { AnalysisController, GetAnalysis } from '../service/analysis-controller.js';
import { TimestampsAnswer } from '../timestamps/timestamps.dto.js';
import { ExcursionsService } from './excursions.service.js';
import { FillsService } from './fills.service.js';
import { TimestampsService } from './timestamps.service.js';

/** Routes of the analyses that have a service of their own. */
@AnalysisController()
export class OwnAnalysisController {
  constructor(
    private readonly excursionsService: ExcursionsService,
    private readonly fillsService: FillsService,
    private readonly timestampsService: TimestampsService,
  ) {}

  /**
   * Get how far price moved for and against each trade
   * @remarks Missing candles are loaded first. The request waits for them only briefly. If they are not loaded by then,
   * the state is `pending` and the response has no `ETag`.
   */
  @GetAnalysis('excursions', ExcursionsAnswer)
  excursions(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ExcursionsQuery,
  ) {
    return this.excursionsService.get({ ...request, sessionId, query });
  }

  /**
   * Get doubts about the fills of a session's trades
   * @remarks Lists prices that were not traded, fills without volume, and stops and targets that were reached before
   * the exit. Missing candles are loaded first, as for excursions.
   */
  @GetAnalysis('fills', FillsAnswer)
  fills(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: FillsQuery,
  ) {
    return this.fillsService.get({ ...request, sessionId, query });
  }

  /**
   * Get whether the times of the trades fit the candles
   * @remarks Uses only stored candles, and loads no candles.
   */
  @GetAnalysis('timestamps', TimestampsAnswer)
  timestamps(@ConditionalRequest() request: ConditionalRequest, @SessionId() sessionId: string) {
    return this.timestampsService.get({ ...request, sessionId, query: {} });
  }
}
