import { Injectable } from '@nestjs/common';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import type { StatsQuery } from '../../../stats/stats.dto.js';
import type { AnalysisName } from '../catalogue/all-tasks.js';
import { ExcursionsQuery } from '../excursions/excursions.dto.js';
import { FillsQuery } from '../fills/fills.dto.js';
import { type AnalysisRequest, AnalysisService } from '../service/analysis.service.js';
import type { AnalysisDtos } from '../service/trade-route.js';
import { ALL_ROUTES } from './all-routes.js';
import { ExcursionsService } from './excursions.service.js';
import { FillsService } from './fills.service.js';
import { TimestampsService } from './timestamps.service.js';

type DefaultRequest = AnalysisRequest<Pick<StatsQuery, 'breakEvenThreshold'>>;
type Answer = (request: DefaultRequest) => Promise<TaggedJson>;

/** Computes the response of each analysis with the default values of its parameters. */
@Injectable()
export class DefaultAnswersService {
  private readonly answers: ReadonlyMap<string, Answer>;

  constructor(
    analysis: AnalysisService,
    excursions: ExcursionsService,
    fills: FillsService,
    timestamps: TimestampsService,
  ) {
    const ofRoutes = ALL_ROUTES.map((route): [string, Answer] => [
      route.task.name,
      (request) => analysis.answer(route, { ...request, query: withDefaults(route, request.query) }),
    ]);
    this.answers = new Map([
      ...ofRoutes,
      ['excursions', (request) => excursions.get({ ...request, query: new ExcursionsQuery() })],
      ['fills', (request) => fills.get({ ...request, query: new FillsQuery() })],
      ['timestamps', (request) => timestamps.get({ ...request, query: {} })],
    ]);
  }

  /**
   * Returns the response of an analysis.
   * @param request the request; every analysis with a threshold uses the threshold of the request
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  get(name: AnalysisName, request: DefaultRequest): Promise<TaggedJson> {
    return this.answers.get(name)!(request);
  }
}

/** Returns the query of a route with its default values. If the query has a threshold, it is the given threshold. */
function withDefaults<Query extends object>(
  { query: Query, example }: AnalysisDtos<Query>,
  { breakEvenThreshold }: Pick<StatsQuery, 'breakEvenThreshold'>,
): Query {
  const query = Object.assign(new Query(), example);
  return 'breakEvenThreshold' in query ? Object.assign(query, { breakEvenThreshold }) : query;
}
