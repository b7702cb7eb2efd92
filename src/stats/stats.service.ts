import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/audit/author.js';
import { type Bytes, withFirstMember } from '../shared/text/bytes.js';
import { TaggedAnswer, type TaggedJson, namesTag, notModified } from '../platform/http/tagged-answer.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { Client } from '../platform/http/client.js';
import { toSessionDto } from '../sessions/session.dto.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { TradeFigures } from '../trades/trade-figures.js';
import type { Figures } from '../shared/figures/figures.dto.js';
import { StatisticsRuns } from './statistics-runs.js';
import { StatsComposer } from './stats-composer.js';
import { type VersionedSession, VersionedSessions } from './versioned-sessions.js';

export interface FiguresBeforeAndAfter {
  readonly before: Figures;
  readonly after: Figures;
}

export interface IdealRJson {
  /** An `IdealRAnalysisDto` as JSON, in a buffer of its own. */
  readonly json: Uint8Array;
  /** True if the analysis cannot change while its version stays the same. */
  readonly isFinal: boolean;
}

@Injectable()
export class StatsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly versioned: VersionedSessions,
    private readonly composer: StatsComposer,
    private readonly runs: StatisticsRuns,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Returns the statistics of a session in any state, as the JSON of a `StatsAnswer`.
   * @param ifNoneMatch value of the header, which lists the ETags of responses that the client has
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async get(
    workspaceId: string,
    sessionId: string,
    breakEvenThreshold: number,
    ifNoneMatch: string | undefined,
    client: Client,
  ): Promise<TaggedJson> {
    const { session, version } = await this.versioned.get(workspaceId, sessionId, breakEvenThreshold);
    // ETags are sent only with final versions. If the client sends the ETag of this version, the client's response is
    // still valid.
    if (namesTag(ifNoneMatch, version)) {
      this.metrics.statsResponses.inc({ how: 'not-modified' });
      return notModified(version);
    }
    const request = { session, breakEvenThreshold, version, isUrgent: false, client };
    const { etag, body } = await this.composer.get(request);
    return new TaggedAnswer(etag, body);
  }

  /**
   * Returns the ideal-R analysis of a session in any state. The statistics of the session contain the same analysis.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async idealR(
    { session, version }: VersionedSession,
    breakEvenThreshold: number,
    client: Client,
  ): Promise<IdealRJson> {
    const request = { session, breakEvenThreshold, version, isUrgent: false, client };
    const { idealR, etag } = await this.composer.get(request);
    return { json: new Uint8Array(idealR), isFinal: etag !== null };
  }

  /**
   * Finishes the session and computes its statistics. A session that is already finished does not change.
   * @returns the JSON of a `FinishAnswer`
   * @throws Problem SESSION_NOT_FOUND; Problem BUSY, but the session is then finished
   */
  async finish(
    caller: Caller,
    sessionId: string,
    breakEvenThreshold: number,
    client: Client,
  ): Promise<Bytes> {
    const session = await this.sessions.finish(caller, sessionId);
    const version = await this.versioned.versionOf(session, breakEvenThreshold);
    const { body } = await this.composer.get({
      session,
      breakEvenThreshold,
      version,
      isUrgent: true,
      client,
    });
    const assets = await this.sessions.getAssets(caller.workspaceId, sessionId);
    return withFirstMember(body, 'session', toSessionDto(session, assets));
  }

  /**
   * Returns the figures of a session twice: without and with additional trades. Unlike statistics, these figures are
   * not cached.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async figuresWith(
    workspaceId: string,
    sessionId: string,
    added: TradeFigures,
    breakEvenThreshold: number,
    signal: AbortSignal,
  ): Promise<FiguresBeforeAndAfter> {
    const session = await this.sessions.getState(workspaceId, sessionId);
    const client = { signal, isUrgent: false };
    return this.runs.compare(session, added, breakEvenThreshold, client);
  }

  /**
   * Returns the figures of trades that are not stored in a session.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  async figuresOfPlanned(
    session: Session,
    trades: TradeFigures,
    breakEvenThreshold: number,
    signal: AbortSignal,
  ): Promise<Figures> {
    const client = { signal, isUrgent: false };
    const { after } = await this.runs.compare(session, trades, breakEvenThreshold, client);
    return after;
  }
}
