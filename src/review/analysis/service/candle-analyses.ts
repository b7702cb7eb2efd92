import { Injectable } from '@nestjs/common';
import {
  TaggedAnswer,
  type TaggedJson,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { isTooManyTrades } from '../../../shared/problems/too-many-trades.js';
import { isReplay } from '../../../sessions/is-replay.js';
import type { Session } from '../../../sessions/session.entity.js';
import { type SessionAndAssets, SessionsService } from '../../../sessions/sessions.service.js';
import { toTradesAt } from '../../../sessions/trades-at.js';
import { type CandleOutcome, MAX_TRADES_FOR_CANDLES, TOO_MANY } from '../minutes/candle-states.js';
import { type AnsweredSlice, type Slice, answeredSlice } from '../slices/slice.js';
import type { CandleWindows } from '../tasks/candle-settings.js';
import { acceptedOrProblem } from './accepted-or-problem.js';
import { AnalysisCandles } from './analysis-candles.js';
import { type AnalysisClient, AnalysisQueue } from './analysis-queue.js';
import { analysisVersion } from './analysis-version.js';
import type { AnalysisRequest } from './analysis.service.js';
import { CandleCache, type KeptResult } from './candle-cache.js';
import { type CandlePlan, type RunJob, planOf } from './candle-plan.js';
import type { CandleRoute } from './candle-route.js';
import { type RequestFacts, RequestFactsService } from './request-facts.js';
import { requestedSlice } from './requested-slice.js';

/** A response without a result: the state, the reason and the numbers of trades. */
export interface NoResult {
  readonly session: Session;
  readonly etag: string | null;
  readonly outcome: CandleOutcome;
  readonly windows: CandleWindows;
  /** The slice that the response shows. */
  readonly slice: AnsweredSlice | null;
  /** The content of the plan. */
  readonly content: object;
}

interface Found extends SessionAndAssets {
  readonly slice: Slice | null;
  /** See `RequestFactsService.furthestOf`. */
  readonly furthest: number | null;
}

export type CandleResult<Value> =
  | { readonly kind: 'known'; readonly etag: string }
  | ({ readonly kind: 'none' } & NoResult)
  | (Found & { readonly kind: 'found'; readonly etag: string | null; readonly value: Value });

/** A request for an analysis. Without a query, the analysis uses all trades. */
type CandleRequest = Omit<AnalysisRequest<object>, 'query'> & { readonly query?: object };

/** The steps that all analyses of candles have in common: versions, windows, loading, limits and the cache. */
@Injectable()
export class CandleAnalyses {
  constructor(
    private readonly sessions: SessionsService,
    private readonly facts: RequestFactsService,
    private readonly candles: AnalysisCandles,
    private readonly queue: AnalysisQueue,
    private readonly cache: CandleCache,
  ) {}

  /**
   * Returns the response of an analysis.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, BUSY
   */
  async answer<Query extends object, Settings extends object>(
    route: CandleRoute<Query, Settings>,
    request: AnalysisRequest<Query>,
  ): Promise<TaggedJson> {
    const result = await this.get<Buffer>(request, async (facts) =>
      planOf(route, await acceptedOrProblem(() => route.settings(request.query, facts))),
    );
    if (result.kind === 'known') return notModified(result.etag);
    if (result.kind === 'found') return new TaggedAnswer(result.etag, [result.value]);
    const { outcome, slice, windows, content } = result;
    const body = {
      calculationVersion: CALCULATION_VERSION,
      slice,
      ...outcome,
      ...route.blank(content as Settings, windows),
    };
    return new TaggedAnswer(result.etag, [Buffer.from(JSON.stringify(body))]);
  }

  /**
   * Returns the result of an analysis from the cache, or computes it after the candles are loaded.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, BUSY
   */
  async get<Value>(
    { workspaceId, sessionId, query = {}, ifNoneMatch, client }: CandleRequest,
    planFor: (facts: RequestFacts) => Promise<CandlePlan<Value>>,
  ): Promise<CandleResult<Value>> {
    const session = await this.sessions.get(workspaceId, sessionId);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    const slice = await requestedSlice(session, query, this.sessions);
    const found = { session, assets, slice, furthest: await this.facts.furthestOf(session) };
    const plan = await planFor(this.facts.of(session, query));
    const known = await this.versionOf(found, plan);
    const tagOf = (version: string) => plan.tagOf?.(version, session) ?? version;
    // ETags are sent only with final responses. If the client sends the ETag of this version, the client's response is
    // still valid.
    if (namesTag(ifNoneMatch, tagOf(known))) return { kind: 'known', etag: tagOf(known) };
    const kept = this.cache.find(known);
    const computed = kept?.isFinal
      ? { version: known, ...(kept as KeptResult<Value>) }
      : await this.compute(found, plan, client);
    if ('outcome' in computed) {
      const { outcome, windows, isFinal } = computed;
      const etag = isFinal ? tagOf(known) : null;
      const answered = answeredSlice(slice, windows.tradeCount, windows.of);
      return { kind: 'none', session, etag, outcome, windows, slice: answered, content: plan.content };
    }
    const { version, value, isFinal } = computed;
    return { kind: 'found', etag: isFinal ? tagOf(version) : null, value, ...found };
  }

  private async compute<Value>(
    found: Found,
    plan: CandlePlan<Value>,
    client: AnalysisClient,
  ): Promise<
    | (KeptResult<Value> & { readonly version: string })
    | (Pick<NoResult, 'outcome' | 'windows'> & { readonly isFinal: boolean })
  > {
    const { session, assets, slice, furthest } = found;
    const windows = await this.windowsOf(found, plan, client);
    const outcome = await acceptedOrProblem(() => outcomeOf(session, windows, plan));
    if (outcome) return { outcome, windows, isFinal: true };
    const loaded = await this.candles.load(session.id, assets, windows.markets);
    if (!loaded) return { outcome: { state: 'pending', reason: 'candles-loading' }, windows, isFinal: false };
    const settings = {
      timezone: session.accountTimezone,
      series: await this.candles.seriesOf(assets),
      isReplay: isReplay(session),
      furthest,
      minutes: loaded.minutes,
      outcome: readyOutcome(session),
    };
    const version = await this.versionOf(found, plan);
    const compute = async (signal: AbortSignal) => {
      const run: RunJob = (job) => this.queue.run(job, { ...client, signal });
      const result = await plan.compute(run, { session: toTradesAt(session), slice }, settings);
      return { ...result, isFinal: !loaded.mayChange };
    };
    try {
      const kept = await this.cache.get(version, compute, client.signal);
      return { version, ...(kept as KeptResult<Value>), isFinal: !loaded.mayChange };
    } catch (error) {
      if (isTooManyTrades(error)) return { outcome: TOO_MANY, windows, isFinal: false };
      throw error;
    }
  }

  private async windowsOf(
    { session, slice, furthest }: Found,
    { windows: of, looksPastExits = false }: Pick<CandlePlan<unknown>, 'windows' | 'looksPastExits'>,
    client: AnalysisClient,
  ): Promise<CandleWindows> {
    const tradeCount = await this.facts.tradeCountOf(session);
    // If there are too many trades, they are not read, unless the analysis uses candles after the exits.
    if (slice === null && tradeCount > MAX_TRADES_FOR_CANDLES && !looksPastExits)
      return { tradeCount, of: tradeCount, eligibleCount: 0, markets: [], hasTooManyMinutes: false };
    const settings = { ...of, isReplay: isReplay(session), furthest };
    const job = { kind: 'windows', session: toTradesAt(session), slice, settings } as const;
    const windows = await this.queue.run(job, client);
    // If no trades were found, the session may have been deleted in the meantime, so its existence is checked again.
    if (windows.tradeCount === 0) await this.sessions.get(session.workspaceId, session.id);
    return windows;
  }

  /** Returns the version of a result. It identifies everything on which the result depends. */
  private async versionOf(
    { session, assets, slice, furthest }: Found,
    plan: Pick<CandlePlan<unknown>, 'task' | 'content' | 'looksPastExits'>,
  ): Promise<string> {
    const { status, mode, accountTimezone, initialBalance, randomSeed } = session;
    // A deferred analysis does not depend on candles.
    const candles = isDeferred(session, plan) ? '' : await this.candles.revisionOf(assets);
    return analysisVersion(session, plan.task, {
      status,
      mode,
      accountTimezone,
      initialBalance,
      randomSeed,
      candles,
      slice,
      ...(furthest !== null && { furthest }),
      ...plan.content,
    });
  }
}

const isDeferred = (
  session: Session,
  { looksPastExits = false }: Pick<CandlePlan<unknown>, 'looksPastExits'>,
): boolean => looksPastExits && isReplay(session);

function outcomeOf(
  session: Session,
  windows: CandleWindows,
  plan: Pick<CandlePlan<unknown>, 'looksPastExits' | 'outcomeOf'>,
): CandleOutcome | null {
  if (isDeferred(session, plan)) return { state: 'deferred', reason: 'session-active' };
  if (windows.tradeCount === 0) return { state: 'unavailable', reason: 'no-trades' };
  const outcome = plan.outcomeOf?.(windows) ?? null;
  if (outcome) return outcome;
  return windows.tradeCount > MAX_TRADES_FOR_CANDLES ? TOO_MANY : null;
}

/** Returns the state and the reason of an analysis that has a result. */
export const readyOutcome = ({ status }: Pick<Session, 'status'>): CandleOutcome => ({
  state: 'ready',
  reason: status === 'active' ? 'candles-loaded' : 'session-finished',
});
