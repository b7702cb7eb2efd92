import { Injectable } from '@nestjs/common';
import type { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import {
  TaggedAnswer,
  type TaggedJson,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import { asBuffer } from '../../../platform/worker/worker-thread.js';
import type { Session } from '../../../sessions/session.entity.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { type SessionAt, toTradesAt } from '../../../sessions/trades-at.js';
import type { Slice } from '../slices/slice.js';
import type { AnswerTask } from '../tasks/answer-task.js';
import { type TradeTask, readsLabels } from '../tasks/trade-task.js';
import { acceptedOrProblem } from './accepted-or-problem.js';
import { AnalysisCache } from './analysis-cache.js';
import { type AnalysisClient, AnalysisQueue } from './analysis-queue.js';
import { analysisVersion } from './analysis-version.js';
import { CandleAnalyses } from './candle-analyses.js';
import type { CandleRoute } from './candle-route.js';
import { RequestFactsService } from './request-facts.js';
import { requestedSlice } from './requested-slice.js';
import type { TradeRequest } from './trade-route.js';

/** A request for an analysis of a session. */
export interface AnalysisRequest<Query> extends ConditionalRequest {
  readonly sessionId: string;
  readonly query: Query;
  readonly client: AnalysisClient;
}

/** A task with everything on which its result depends, except the trades and their formulas. */
export interface PlannedTask<Settings = unknown> {
  readonly task: TradeTask<Settings> | AnswerTask<Settings>;
  readonly settings: Settings;
  readonly slice?: Slice | null;
}

/** Computes the analyses of sessions. Each analysis describes itself by a task and a route. */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly facts: RequestFactsService,
    private readonly cache: AnalysisCache,
    private readonly queue: AnalysisQueue,
    private readonly candles: CandleAnalyses,
  ) {}

  /**
   * Returns the response of an analysis, from the cache or newly computed.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  answer<Query extends object, Settings>(
    route: TradeRequest<Query, Settings> | CandleRoute<Query, Settings & object>,
    request: AnalysisRequest<Query>,
  ): Promise<TaggedJson> {
    return 'windows' in route ? this.candles.answer(route, request) : this.ofTrades(route, request);
  }

  /**
   * Returns the result of a task for a session that has been read, from the cache or newly computed.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async result(session: Session, planned: PlannedTask, client: AnalysisClient): Promise<Buffer> {
    return this.cached(versionOf(session, planned), session, planned, client);
  }

  /**
   * Computes a task without caching its result.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async compute(
    session: SessionAt,
    { task, settings, slice }: PlannedTask,
    client: AnalysisClient,
  ): Promise<Buffer> {
    const job = { kind: 'trades', session: toTradesAt(session), task: task.name, settings, slice } as const;
    const { json, tradeCount } = await this.queue.run(job, client);
    // If no trades were found, the session may have been deleted in the meantime, so its existence is checked again.
    if (tradeCount === 0) await this.sessions.getState(session.workspaceId, session.id);
    return asBuffer(json);
  }

  private async ofTrades<Query extends object, Settings>(
    route: TradeRequest<Query, Settings>,
    { workspaceId, sessionId, query, ifNoneMatch, client }: AnalysisRequest<Query>,
  ): Promise<TaggedJson> {
    const session = await this.sessions.get(workspaceId, sessionId);
    const slice = await requestedSlice(session, query, this.sessions);
    const settings = await acceptedOrProblem(() => route.settings(query, this.facts.of(session, query)));
    const planned = { task: route.task, settings, slice };
    const etag = versionOf(session, planned);
    if (namesTag(ifNoneMatch, etag)) return notModified(etag);
    return new TaggedAnswer(etag, [await this.cached(etag, session, planned, client)]);
  }

  private cached(
    version: string,
    session: Session,
    planned: PlannedTask,
    client: AnalysisClient,
  ): Promise<Buffer> {
    const compute = (signal: AbortSignal) => this.compute(session, planned, { ...client, signal });
    return this.cache.get(version, compute, client.signal);
  }
}

function versionOf(session: Session, { task, settings, slice }: PlannedTask): string {
  const labelRevision = task.of === 'trades' && readsLabels(task, settings) ? session.labelRevision : null;
  return analysisVersion(session, task, { settings, labelRevision, slice });
}
