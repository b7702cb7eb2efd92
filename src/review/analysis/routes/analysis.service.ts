import { Injectable } from '@nestjs/common';
import type { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import { numbersIn } from '../../../shared/fields/number-list.js';
import {
  TaggedAnswer,
  type TaggedJson,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import type { Session } from '../../../sessions/session.entity.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { SummariesService } from '../../../sessions/summaries.service.js';
import { asBuffer } from '../../../platform/worker/worker-thread.js';
import { AnalysisCache } from './analysis-cache.js';
import { type AnalysisClient, AnalysisQueue } from './analysis-queue.js';
import { analysisVersion } from './analysis-version.js';
import type { Account } from '../account/account.js';
import type { BreakdownQuery } from '../breakdown/breakdown.dto.js';
import type { CalendarQuery } from '../calendar/calendar.dto.js';
import type { ConfidenceQuery } from '../confidence/confidence.dto.js';
import { confidenceSettings } from '../confidence/confidence-settings.js';
import { DEFAULT_BASIS_POINTS, DEFAULT_MULTIPLES } from '../costs/cost-factors.js';
import type { CostsQuery } from '../costs/costs.dto.js';
import type { MonteCarloQuery } from '../monte-carlo/monte-carlo.dto.js';
import { acceptedOrProblem } from './accepted-or-problem.js';
import { simulationSettings } from '../monte-carlo/simulation-settings.js';
import type { RiskQuery } from '../risk/risk.dto.js';
import { requestedSlice } from './requested-slice.js';
import { sliceFiguresSettings } from '../slice-figures/slice-figures-settings.js';
import type { SliceFiguresQuery } from '../slice-figures/slice-figures.dto.js';
import { type SliceParameters, filtersIn } from '../slices/slice-filters.js';
import { sizingSettings } from '../sizing/sizing-settings.js';
import type { SizingQuery } from '../sizing/sizing.dto.js';
import { type SessionAt, toTradesAt } from '../../../sessions/trades-at.js';
import { type AnalysisTask, type DistributiveOmit, readsTags } from '../worker/tasks.js';

/** A request for an analysis of a session. */
export interface AnalysisRequest<Query> extends ConditionalRequest {
  readonly sessionId: string;
  readonly query: Query;
  readonly client: AnalysisClient;
}

/**
 * Computes the analyses that need only the trades of one session, without candles and without other sessions. Each
 * method returns its DTO as JSON.
 */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly cache: AnalysisCache,
    private readonly queue: AnalysisQueue,
  ) {}

  /**
   * Returns the figures per group of trades.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  breakdown(request: AnalysisRequest<BreakdownQuery>): Promise<TaggedJson> {
    return this.answer(request, async (session) => {
      const assets = await this.sessions.getAssets(session.workspaceId, session.id);
      return {
        kind: 'breakdown',
        settings: {
          initialBalance: session.initialBalance,
          timezone: session.accountTimezone,
          breakEvenThreshold: request.query.breakEvenThreshold,
          by: request.query.by,
          symbols: assets.map(({ symbol }) => symbol),
        },
      };
    });
  }

  /**
   * Returns the results by day, by month and by year.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  calendar(request: AnalysisRequest<CalendarQuery>): Promise<TaggedJson> {
    return this.answer(request, (session) => ({
      kind: 'calendar',
      settings: {
        initialBalance: session.initialBalance,
        timezone: session.accountTimezone,
        breakEvenThreshold: request.query.breakEvenThreshold,
      },
    }));
  }

  /**
   * Returns figures with confidence intervals.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  confidence(request: AnalysisRequest<ConfidenceQuery>): Promise<TaggedJson> {
    return this.answer(request, async (session) => {
      const tradeCount = await this.analysedCount(session, request.query);
      return {
        kind: 'confidence',
        settings: acceptedOrProblem(() => confidenceSettings(session, request.query, tradeCount)),
      };
    });
  }

  /**
   * Returns the results of the trades at other costs.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  costs(request: AnalysisRequest<CostsQuery>): Promise<TaggedJson> {
    const { multiples, basisPoints } = request.query;
    return this.answer(request, ({ initialBalance }) => ({
      kind: 'costs',
      settings: {
        initialBalance,
        multiples: multiples === undefined ? DEFAULT_MULTIPLES : numbersIn(multiples),
        basisPoints: basisPoints === undefined ? DEFAULT_BASIS_POINTS : numbersIn(basisPoints),
      },
    }));
  }

  /**
   * Returns the results of random paths.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  monteCarlo(request: AnalysisRequest<MonteCarloQuery>): Promise<TaggedJson> {
    const { query } = request;
    return this.answer(request, async (session) => {
      // With the basis risk, the paths are drawn from the trades with R. Their number is known only after the trades
      // are read.
      const sampleSize = query.basis === 'risk' ? null : await this.analysedCount(session, query);
      return {
        kind: 'monte-carlo',
        settings: acceptedOrProblem(() => simulationSettings(session, query, sampleSize)),
      };
    });
  }

  /**
   * Returns the risk and the return.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  risk(request: AnalysisRequest<RiskQuery>): Promise<TaggedJson> {
    return this.answer(request, (session) => ({
      kind: 'risk',
      settings: {
        initialBalance: session.initialBalance,
        timezone: session.accountTimezone,
        riskFreeRate: request.query.riskFreeRate,
        rolling: request.query.rolling,
        breakEvenThreshold: request.query.breakEvenThreshold,
      },
    }));
  }

  /**
   * Returns the figures of a slice, compared with the other trades if the query requests it.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  figures(request: AnalysisRequest<SliceFiguresQuery>): Promise<TaggedJson> {
    return this.answer(request, (session) => ({
      kind: 'figures',
      settings: sliceFiguresSettings(session, request.query),
    }));
  }

  /**
   * Returns the account with other position sizes.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  sizing(request: AnalysisRequest<SizingQuery>): Promise<TaggedJson> {
    return this.answer(request, (session) => ({
      kind: 'sizing',
      settings: sizingSettings(session, request.query),
    }));
  }

  /**
   * Returns the account of a session by local days. A comparison of sessions uses it.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async account(session: Session, client: AnalysisClient): Promise<Account> {
    const { initialBalance, accountTimezone: timezone } = session;
    const analysis = { kind: 'account', settings: { initialBalance, timezone } } as const;
    const compute = (signal: AbortSignal) => this.compute(session, analysis, { ...client, signal });
    const json = await this.cache.get(versionOf(session, analysis), compute, client.signal);
    return JSON.parse(json.toString()) as Account;
  }

  /**
   * Returns the response of an analysis, from the cache or newly computed.
   * @param taskFor returns everything on which the response depends, except the trades and their formulas
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async answer(
    { workspaceId, sessionId, query, ifNoneMatch, client }: AnalysisRequest<object>,
    taskFor: (session: Session) => Analysis | Promise<Analysis>,
  ): Promise<TaggedJson> {
    const session = await this.sessions.get(workspaceId, sessionId);
    const slice = await requestedSlice(session, query, this.sessions);
    const analysis = { slice, ...(await taskFor(session)) };
    const etag = versionOf(session, analysis);
    if (namesTag(ifNoneMatch, etag)) return notModified(etag);
    const compute = (signal: AbortSignal) => this.compute(session, analysis, { ...client, signal });
    return new TaggedAnswer(etag, [await this.cache.get(etag, compute, client.signal)]);
  }

  /**
   * Computes an analysis without caching its result.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async compute(session: SessionAt, analysis: Analysis, client: AnalysisClient): Promise<Buffer> {
    const { json, tradeCount } = await this.queue.run({ session: toTradesAt(session), ...analysis }, client);
    // If no trades were found, the session may have been deleted in the meantime, so its existence is checked again.
    if (tradeCount === 0) await this.sessions.getState(session.workspaceId, session.id);
    return asBuffer(json);
  }

  /**
   * Returns the number of trades, which is stored with the session, so that a request for too much work is refused
   * before any work begins. Returns null for a slice, because only the thread that reads the trades can count how many
   * of them meet the filters.
   */
  private async analysedCount(session: Session, query: SliceParameters): Promise<number | null> {
    if (filtersIn(query) !== null) return null;
    const [summary] = await this.summaries.list(session.workspaceId, [session]);
    return summary!.tradeCount;
  }
}

export type Analysis = DistributiveOmit<Exclude<AnalysisTask, { readonly kind: 'run' }>, 'session'>;

function versionOf(session: Session, analysis: Analysis): string {
  const { kind, settings, slice } = analysis;
  const labelRevision = readsTags(analysis) ? session.labelRevision : null;
  return analysisVersion(session, kind, { settings, labelRevision, slice });
}
