import { Injectable } from '@nestjs/common';
import type { Bytes } from '../../text/bytes.js';
import { Cursors } from '../../fields/cursor.js';
import { TaggedAnswer, type TaggedJson, namesTag, notModified } from '../../http/tagged-answer.js';
import type { Asset } from '../../sessions/asset.entity.js';
import type { Session } from '../../sessions/session.entity.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { SummariesService } from '../../sessions/summaries.service.js';
import { CALCULATION_VERSION } from '../../figures/calculator/calculate-statistics.js';
import { type AnalysisClient, AnalysisQueue } from './analysis-queue.js';
import { analysisVersion } from './analysis-version.js';
import type { AnalysisRequest } from './analysis.service.js';
import { requestedSlice } from './requested-slice.js';
import { type AnsweredSlice, type Slice, answeredSlice } from '../slices/slice.js';
import { AnalysisCandles, type LoadedMinutes } from './analysis-candles.js';
import { MAX_TRADES_FOR_CANDLES, type CandleOutcome, TOO_MANY } from '../minutes/candle-states.js';
import { isTooManyTrades } from '../../problems/too-many-trades.js';
import { toTradesAt } from '../../sessions/trades-at.js';
import { type CachedExcursions, ExcursionCache } from './excursion-cache.js';
import { type TradePlace, excursionPage } from '../excursions/excursion-page.js';
import { type ExcursionSummary, unmeasuredExcursions } from '../excursions/excursion-summary.js';
import type { ExcursionTable } from '../excursions/excursion-table.js';
import type { ExcursionsAnswer, ExcursionsQuery } from '../excursions/excursions.dto.js';

/** A session and its markets, as read at the start of a request. */
interface Found {
  readonly session: Session;
  readonly assets: readonly Asset[];
  readonly slice: Slice | null;
}

/** Numbers of the trades of a slice and of the session. Without a slice, both are the same. */
type SliceSize = Pick<AnsweredSlice, 'tradeCount' | 'of'>;

/** The excursions of a whole session, or the reason why there are no excursions. */
export interface AllExcursions {
  /** Entity tag of the excursions; null if they may change without a write. */
  readonly etag: string | null;
  /** Excursions; null if the client already has them. */
  readonly body:
    (CandleOutcome & { readonly summary: ExcursionSummary; readonly table: ExcursionTable | null }) | null;
}

@Injectable()
export class ExcursionsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly candles: AnalysisCandles,
    private readonly queue: AnalysisQueue,
    private readonly cache: ExcursionCache,
  ) {}

  /**
   * Returns the excursions of all trades.
   * @param ifNoneMatch value of the header
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async all({
    workspaceId,
    sessionId,
    ifNoneMatch,
    client,
  }: Omit<AnalysisRequest<object>, 'query'>): Promise<AllExcursions> {
    const found = {
      session: await this.sessions.get(workspaceId, sessionId),
      assets: await this.sessions.getAssets(workspaceId, sessionId),
      slice: null,
    };
    const known = await this.versionOf(found);
    if (namesTag(ifNoneMatch, known)) return { etag: known, body: null };
    const kept = this.cache.find(known);
    const answer = kept?.isFinal ? { version: known, ...kept } : await this.compute(found, client);
    if ('reason' in answer) {
      const { state, reason, tradeCount } = answer;
      return { etag: null, body: { state, reason, summary: unmeasuredExcursions(tradeCount), table: null } };
    }
    const { table, version, isFinal } = answer;
    const outcome = outcomeOf(found.session, table.trades.count, table.bars, isComplete(table.summary));
    const isReady = outcome.state === 'ready';
    const summary = isReady ? table.summary : unmeasuredExcursions(table.trades.count);
    return {
      etag: isFinal ? version : null,
      body: { state: outcome.state, reason: outcome.reason, summary, table: isReady ? table : null },
    };
  }

  /**
   * Returns a page of trades with their excursions, as the JSON of an `ExcursionsAnswer`.
   * @throws Problem SESSION_NOT_FOUND, VALIDATION_FAILED, BUSY
   */
  async get(request: AnalysisRequest<ExcursionsQuery>): Promise<TaggedJson> {
    const { workspaceId, sessionId, query, ifNoneMatch, client } = request;
    const session = await this.sessions.get(workspaceId, sessionId);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    const slice = await requestedSlice(session, query, this.sessions);
    const found = { session, assets, slice };
    const cursors = cursorsOf(sessionId, slice);
    const after = query.cursor === undefined ? null : cursors.read(query.cursor);
    const known = await this.versionOf(found);
    const tagOf = (version: string) =>
      analysisVersion(found.session, 'excursions', { version, count: query.count, after });
    // Tags are sent only with final responses, so a tag that the client has is still valid.
    if (namesTag(ifNoneMatch, tagOf(known))) return notModified(tagOf(known));
    const kept = this.cache.find(known);
    const answer = kept?.isFinal ? { version: known, ...kept } : await this.compute(found, client);
    if ('reason' in answer) return new TaggedAnswer(null, answerJson(blank(answer, slice, answer)));
    const { table, version, isFinal } = answer;
    const outcome = outcomeOf(found.session, table.trades.count, table.bars, isComplete(table.summary));
    const page = excursionPage(table, after, query.count);
    const body =
      outcome.state === 'ready'
        ? {
            ...blank(outcome, slice, sizeOf(table)),
            resolution: table.resolution,
            trades: [...page.trades],
            summary: table.summary,
            nextCursor: page.next && cursors.write(page.next),
          }
        : blank(outcome, slice, sizeOf(table));
    return new TaggedAnswer(isFinal ? tagOf(version) : null, answerJson(body));
  }

  /** Computes the excursions of all trades after their candles have been loaded. */
  private async compute(
    found: Found,
    client: AnalysisClient,
  ): Promise<(CachedExcursions & { readonly version: string }) | (CandleOutcome & SliceSize)> {
    const { session, assets, slice } = found;
    const [summary] = await this.summaries.list(session.workspaceId, [session]);
    const { tradeCount: stored } = summary!;
    if (slice === null && stored > MAX_TRADES_FOR_CANDLES)
      return { ...TOO_MANY, tradeCount: stored, of: stored };
    const { tradeCount, of, markets } = await this.queue.run(
      { kind: 'windows', session: toTradesAt(session), slice, settings: { of: 'excursions' } },
      client,
    );
    if (tradeCount > MAX_TRADES_FOR_CANDLES) return { ...TOO_MANY, tradeCount, of };
    // If there are no trades, the session may have been deleted meanwhile, so its existence is checked again.
    if (tradeCount === 0) await this.sessions.get(session.workspaceId, session.id);
    const loaded = await this.candles.load(session.id, assets, markets);
    if (!loaded) return { state: 'pending', reason: 'candles-loading', tradeCount, of };
    const version = await this.versionOf(found);
    const walk = (signal: AbortSignal) => this.walk(found, loaded, { ...client, signal });
    try {
      const { table } = await this.cache.get(version, walk, client.signal);
      return { version, table, isFinal: !loaded.mayChange };
    } catch (error) {
      if (isTooManyTrades(error)) return { ...TOO_MANY, tradeCount, of };
      throw error;
    }
  }

  private async walk({ session, assets, slice }: Found, loaded: LoadedMinutes, client: AnalysisClient) {
    const settings = {
      timezone: session.accountTimezone,
      series: await this.candles.seriesOf(assets),
      minutes: loaded.minutes,
    };
    const table = await this.queue.run(
      { kind: 'excursions', session: toTradesAt(session), slice, settings },
      client,
    );
    return { table, isFinal: !loaded.mayChange };
  }

  /** Returns the version of all pages, which identifies everything on which the excursions depend. */
  private async versionOf({ session, assets, slice }: Found): Promise<string> {
    const { status, accountTimezone } = session;
    const candles = await this.candles.revisionOf(assets);
    return analysisVersion(session, 'excursions', { status, accountTimezone, candles, slice });
  }
}

/** The cursors of the pages of a slice. Those of another slice are refused. */
const cursorsOf = (sessionId: string, slice: Slice | null) =>
  new Cursors(
    {
      route: `/sessions/${sessionId}/analysis/excursions`,
      filters: { ...slice?.filters },
      order: 'asc',
    },
    ['time', 'time', 'text'],
  ) satisfies { read(cursor: string): TradePlace };

const isComplete = ({ incomplete }: ExcursionsAnswer['summary']): boolean => incomplete === 0;

function outcomeOf(
  { status }: Session,
  tradeCount: number,
  bars: number,
  isComplete: boolean,
): CandleOutcome {
  if (tradeCount === 0) return { state: 'unavailable', reason: 'no-trades' };
  // Trades that need no bars are complete without bars.
  if (bars === 0 && !isComplete) return { state: 'unavailable', reason: 'candles-unavailable' };
  return { state: 'ready', reason: status === 'active' ? 'candles-loaded' : 'session-finished' };
}

const sizeOf = ({ trades, of }: ExcursionTable): SliceSize => ({ tradeCount: trades.count, of });

/** Returns the response for every state except `ready`. */
const blank = (
  { state, reason }: CandleOutcome,
  slice: Slice | null,
  { tradeCount, of }: SliceSize,
): ExcursionsAnswer => ({
  calculationVersion: CALCULATION_VERSION,
  slice: answeredSlice(slice, tradeCount, of),
  state,
  reason,
  resolution: null,
  trades: [],
  summary: unmeasuredExcursions(tradeCount),
  nextCursor: null,
});

const answerJson = (answer: ExcursionsAnswer): Bytes => [Buffer.from(JSON.stringify(answer))];
