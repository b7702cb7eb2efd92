import { Injectable } from '@nestjs/common';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { PageQuery } from '../../../shared/fields/page.dto.js';
import type { StatsQuery } from '../../../stats/stats.dto.js';
import type { AnalysisRouteName } from '../explain/analysis-figures.js';
import { ConfidenceQuery } from '../confidence/confidence.dto.js';
import { CostsQuery } from '../costs/costs.dto.js';
import { MonteCarloQuery } from '../monte-carlo/monte-carlo.dto.js';
import { RiskQuery } from '../risk/risk.dto.js';
import { SizingQuery } from '../sizing/sizing.dto.js';
import { type AnalysisRequest, AnalysisService } from './analysis.service.js';
import { EquityQuery } from '../equity/equity.dto.js';
import { EquityService } from './equity.service.js';
import { ExcursionsService } from './excursions.service.js';
import { ExitsService } from './exits.service.js';
import { FillsQuery } from '../fills/fills.dto.js';
import { FillsService } from './fills.service.js';
import { HindsightService } from './hindsight.service.js';
import { TimestampsService } from './timestamps.service.js';
import { TimingQuery } from '../timing/timing.dto.js';
import { TimingService } from './timing.service.js';

type DefaultRequest = AnalysisRequest<Pick<StatsQuery, 'breakEvenThreshold'>>;

/** Computes the response of each analysis with the default values of its parameters. */
@Injectable()
export class DefaultAnswersService {
  private readonly answers: Readonly<
    Record<AnalysisRouteName, (request: DefaultRequest) => Promise<TaggedJson>>
  >;

  constructor(
    analysis: AnalysisService,
    equity: EquityService,
    excursions: ExcursionsService,
    exits: ExitsService,
    fills: FillsService,
    hindsight: HindsightService,
    timestamps: TimestampsService,
    timing: TimingService,
  ) {
    this.answers = {
      breakdown: (request) => analysis.breakdown({ ...request, query: { ...request.query, by: 'side' } }),
      calendar: (request) => analysis.calendar(request),
      confidence: (request) => analysis.confidence(withQuery(request, new ConfidenceQuery())),
      costs: (request) => analysis.costs({ ...request, query: new CostsQuery() }),
      equity: (request) => equity.get({ ...request, query: new EquityQuery() }),
      excursions: (request) => excursions.get({ ...request, query: new PageQuery() }),
      exits: (request) => exits.get({ ...request, query: {} }),
      fills: (request) => fills.get({ ...request, query: new FillsQuery() }),
      figures: (request) => analysis.figures(request),
      hindsight: (request) => hindsight.hindsight(request),
      'monte-carlo': (request) => analysis.monteCarlo({ ...request, query: new MonteCarloQuery() }),
      risk: (request) => analysis.risk(withQuery(request, new RiskQuery())),
      sizing: (request) => analysis.sizing({ ...request, query: new SizingQuery() }),
      timing: (request) => timing.get({ ...request, query: new TimingQuery() }),
      timestamps: (request) => timestamps.get({ ...request, query: {} }),
    };
  }

  /**
   * Returns the response of an analysis.
   * @param request the request; every analysis with a threshold uses the threshold of the request
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  get(route: AnalysisRouteName, request: DefaultRequest): Promise<TaggedJson> {
    return this.answers[route](request);
  }
}

const withQuery = <Query extends StatsQuery>({ query, ...request }: DefaultRequest, defaults: Query) => ({
  ...request,
  query: Object.assign(defaults, { breakEvenThreshold: query.breakEvenThreshold }),
});
