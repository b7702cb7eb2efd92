import { Injectable } from '@nestjs/common';
import { TaggedAnswer, type TaggedJson, entityTag, namesTag, notModified } from '../../http/tagged-answer.js';
import { IDEAL_R } from '../../figures/definitions/ideal-r.js';
import { StatsService } from '../../stats/stats.service.js';
import { VersionedSessions } from '../../stats/versioned-sessions.js';
import { tooManyTrades } from '../../problems/too-many-trades.js';
import { MAX_TRADES_FOR_CANDLES } from '../minutes/candle-states.js';
import { toTradesAt } from '../../sessions/trades-at.js';
import { type AnalysisRequest, AnalysisService } from './analysis.service.js';
import { EXPLAIN_VERSION } from '../explain/explain.js';
import type { ExplainQuery } from '../explain/explain.dto.js';

@Injectable()
export class ExplainService {
  constructor(
    private readonly analysis: AnalysisService,
    private readonly versions: VersionedSessions,
    private readonly stats: StatsService,
  ) {}

  /**
   * Explains a figure of a session's statistics, as the JSON of an `ExplainAnswer`.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  explain(request: AnalysisRequest<ExplainQuery>): Promise<TaggedJson> {
    const { figure, breakEvenThreshold } = request.query;
    if (figure in IDEAL_R) return this.explainIdealR(request);
    return this.analysis.answer(request, ({ initialBalance }) => ({
      kind: 'explain',
      settings: { figure, initialBalance, breakEvenThreshold, idealR: null },
    }));
  }

  /**
   * Explains an ideal-R figure. The ideal-R analysis comes from the statistics, so that both agree and candles are
   * loaded only once.
   */
  private async explainIdealR(request: AnalysisRequest<ExplainQuery>): Promise<TaggedJson> {
    const { workspaceId, sessionId, query, ifNoneMatch, client } = request;
    const { figure, breakEvenThreshold } = query;
    const versioned = await this.versions.get(workspaceId, sessionId, breakEvenThreshold);
    const { tradeCount } = toTradesAt(versioned.session);
    if ((tradeCount ?? 0) > MAX_TRADES_FOR_CANDLES)
      throw tooManyTrades('figures of the ideal R to be explained');
    const etag = entityTag([versioned.version, EXPLAIN_VERSION, figure]);
    // Only final versions are sent as tags, so a tag that the client has is still valid.
    if (namesTag(ifNoneMatch, etag)) return notModified(etag);
    const { json: idealR, isFinal } = await this.stats.idealR(versioned, breakEvenThreshold, client);
    const { initialBalance } = versioned.session;
    const settings = { figure, initialBalance, breakEvenThreshold, idealR };
    const task = { kind: 'explain', settings } as const;
    const body = await this.analysis.compute(versioned.session, task, client);
    return new TaggedAnswer(isFinal ? etag : null, [body]);
  }
}
