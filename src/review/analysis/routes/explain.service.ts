import { Injectable } from '@nestjs/common';
import {
  TaggedAnswer,
  type TaggedJson,
  entityTag,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import { IDEAL_R } from '../../../shared/figures/definitions/ideal-r.js';
import { StatsService } from '../../../stats/stats.service.js';
import { VersionedSessions } from '../../../stats/versioned-sessions.js';
import { tooManyTrades } from '../../../shared/problems/too-many-trades.js';
import { MAX_TRADES_FOR_CANDLES } from '../minutes/candle-states.js';
import { toTradesAt } from '../../../sessions/trades-at.js';
import { type AnalysisRequest, AnalysisService } from '../service/analysis.service.js';
import type { TradeRequest } from '../service/trade-route.js';
import type { ExplainSettings } from '../explain/explain-in-state.js';
import { explainTask } from '../explain/explain.task.js';
import { explainAnalysis } from '../catalogue/explain-analysis.js';
import type { ExplainQuery } from './explain.dto.js';
import { ANALYSIS_FIGURES } from '../catalogue/analysis-figures.js';
import type { FigureName } from '../../../shared/figures/definitions/figures.js';
import { DefaultAnswersService } from './default-answers.service.js';

@Injectable()
export class ExplainService {
  constructor(
    private readonly analysis: AnalysisService,
    private readonly versions: VersionedSessions,
    private readonly stats: StatsService,
    private readonly answers: DefaultAnswersService,
  ) {}

  /**
   * Explains a figure of a session's statistics or of an analysis, as the JSON of an `ExplainAnswer`.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  explain(request: AnalysisRequest<ExplainQuery>): Promise<TaggedJson> {
    const { figure: name, breakEvenThreshold } = request.query;
    if (ANALYSIS_FIGURES.has(name)) return this.explainAnalysis(request);
    const figure = name as FigureName;
    if (figure in IDEAL_R) return this.explainIdealR(request, figure);
    const explanation: TradeRequest<object, ExplainSettings> = {
      task: explainTask,
      settings: (_, { session: { initialBalance } }) => ({
        figure,
        initialBalance,
        breakEvenThreshold,
        idealR: null,
      }),
    };
    return this.analysis.answer(explanation, { ...request, query: {} });
  }

  /**
   * Explains a figure of an analysis. The value comes from the response of the analysis, so that the explanation and
   * the response agree. This response is often cached.
   */
  private async explainAnalysis(request: AnalysisRequest<ExplainQuery>): Promise<TaggedJson> {
    const { figure } = request.query;
    const { route } = ANALYSIS_FIGURES.get(figure)!;
    const answer = await this.answers.get(route, { ...request, ifNoneMatch: undefined });
    const etag = answer.etag === null ? null : entityTag([answer.etag, explainTask.version, figure]);
    if (etag !== null && namesTag(request.ifNoneMatch, etag)) return notModified(etag);
    const response = JSON.parse(Buffer.concat(answer.body!).toString()) as object;
    return new TaggedAnswer(etag, [Buffer.from(JSON.stringify(explainAnalysis(figure, response)))]);
  }

  /**
   * Explains an ideal-R figure. The ideal-R analysis comes from the statistics, so that the explanation and the
   * statistics agree and candles are loaded only once.
   */
  private async explainIdealR(
    request: AnalysisRequest<ExplainQuery>,
    figure: FigureName,
  ): Promise<TaggedJson> {
    const { workspaceId, sessionId, query, ifNoneMatch, client } = request;
    const { breakEvenThreshold } = query;
    const versioned = await this.versions.get(workspaceId, sessionId, breakEvenThreshold);
    const { tradeCount } = toTradesAt(versioned.session);
    if ((tradeCount ?? 0) > MAX_TRADES_FOR_CANDLES)
      throw tooManyTrades('figures of the ideal R to be explained');
    const etag = entityTag([versioned.version, explainTask.version, figure]);
    // ETags are sent only with final versions. If the client sends the ETag of this version, the client's response is
    // still valid.
    if (namesTag(ifNoneMatch, etag)) return notModified(etag);
    const { json: idealR, isFinal } = await this.stats.idealR(versioned, breakEvenThreshold, client);
    const { initialBalance } = versioned.session;
    const settings = { figure, initialBalance, breakEvenThreshold, idealR };
    const body = await this.analysis.compute(versioned.session, { task: explainTask, settings }, client);
    return new TaggedAnswer(isFinal ? etag : null, [body]);
  }
}
