import { Injectable } from '@nestjs/common';
import {
  TaggedAnswer,
  type TaggedJson,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import { isReplay } from '../../../sessions/is-replay.js';
import { type SessionAndAssets, SessionsService } from '../../../sessions/sessions.service.js';
import { asBuffer } from '../../../platform/worker/worker-thread.js';
import { AnalysisCache } from '../service/analysis-cache.js';
import { AnalysisQueue } from '../service/analysis-queue.js';
import { RequestFactsService } from '../service/request-facts.js';
import { analysisVersion } from '../service/analysis-version.js';
import type { AnalysisRequest } from '../service/analysis.service.js';
import { AnalysisCandles } from '../service/analysis-candles.js';
import { toTradesAt } from '../../../sessions/trades-at.js';
import type { TradeSampleStamps } from '../timestamps/stamps.js';
import { timestampsTask } from '../timestamps/timestamps.task.js';
import type { TimestampCheckDto } from '../timestamps/timestamps.dto.js';

/** Checks the times of trades against stored candles. It loads no candles. */
@Injectable()
export class TimestampsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly candles: AnalysisCandles,
    private readonly queue: AnalysisQueue,
    private readonly cache: AnalysisCache,
    private readonly facts: RequestFactsService,
  ) {}

  /**
   * Returns whether the times of a session's trades fit the candles, as the JSON of a `TimestampsAnswer`.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async get(request: AnalysisRequest<object>): Promise<TaggedJson> {
    const { workspaceId, sessionId, ifNoneMatch, client } = request;
    const session = await this.sessions.get(workspaceId, sessionId);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    const timezone = session.accountTimezone;
    const candles = await this.candles.revisionOf(assets);
    const furthest = await this.facts.furthestOf(session);
    const replay = { isReplay: isReplay(session), ...(furthest !== null && { furthest }) };
    const etag = analysisVersion(session, timestampsTask, { timezone, candles, ...replay });
    if (namesTag(ifNoneMatch, etag)) return notModified(etag);
    const compute = async (signal: AbortSignal) => {
      const series = await this.candles.seriesOf(assets);
      const settings = { timezone, series, ...replay };
      const job = { kind: 'timestamps', session: toTradesAt(session), settings } as const;
      const { json, tradeCount } = await this.queue.run(job, { ...client, signal });
      // If no trades were found, the session may have been deleted in the meantime, so its existence is checked again.
      if (tradeCount === 0) await this.sessions.get(workspaceId, sessionId);
      return asBuffer(json);
    };
    return new TaggedAnswer(etag, [await this.cache.get(etag, compute, client.signal)]);
  }

  /**
   * Returns whether the times of trades fit the candles. The trades may be trades that are not in the session.
   * @param trades as returned by `sampledTrades`
   * @throws Problem SESSION_NOT_FOUND, BUSY; the reason of the signal
   */
  async check(
    workspaceId: string,
    sessionId: string,
    trades: TradeSampleStamps,
    signal: AbortSignal,
  ): Promise<TimestampCheckDto> {
    const session = await this.sessions.get(workspaceId, sessionId);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    return this.checkOf({ session, assets }, trades, signal);
  }

  /**
   * Like `check`, but accepts a session that is not stored.
   * @throws Problem BUSY; the reason of the signal
   */
  async checkOf(
    { session, assets }: SessionAndAssets,
    trades: TradeSampleStamps,
    signal: AbortSignal,
  ): Promise<TimestampCheckDto> {
    const series = await this.candles.seriesOf(assets);
    const furthest = await this.facts.furthestOf(session);
    const settings = { timezone: session.accountTimezone, series, isReplay: isReplay(session), furthest };
    const job = { kind: 'check', session: toTradesAt(session), settings, trades } as const;
    const { json } = await this.queue.run(job, { signal });
    return JSON.parse(asBuffer(json).toString()) as TimestampCheckDto;
  }
}
