import { Injectable } from '@nestjs/common';
import { Session } from '../sessions/session.entity.js';
import { SessionAndAssets, SessionsService } from '../sessions/sessions.service.js';
import { IDEAL_R_PATIENCE_MS, READ_PATIENCE_MS } from './ideal-r/ideal-r.service.js';
import { StatsAnswerBytes, StatsAnswers } from './stats-answers.js';
import { StatsVersion } from './stats-version.js';

/** A session whose statistics are asked for, and the version that they have now. */
export interface VersionedSession {
  readonly session: Session;
  readonly version: string;
}

@Injectable()
export class StatsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly versions: StatsVersion,
    private readonly answers: StatsAnswers,
  ) {}

  /**
   * What to compare with the version that a client has, before anything is computed.
   * @throws Problem SESSION_NOT_FOUND
   */
  async find(workspaceId: string, sessionId: string, breakEvenThreshold: number): Promise<VersionedSession> {
    const session = await this.sessions.get(workspaceId, sessionId);
    return { session, version: await this.versions.of(session, breakEvenThreshold) };
  }

  /** The statistics of a session, finished or not. */
  get({ session, version }: VersionedSession, breakEvenThreshold: number): Promise<StatsAnswerBytes> {
    return this.answers.of(session, breakEvenThreshold, version, READ_PATIENCE_MS);
  }

  /**
   * Finishes the session and computes its statistics; one that is finished already is answered as it is.
   * @throws Problem SESSION_NOT_FOUND
   */
  async finish(
    workspaceId: string,
    sessionId: string,
    breakEvenThreshold: number,
  ): Promise<SessionAndAssets & { readonly stats: StatsAnswerBytes }> {
    const session = await this.sessions.finish(workspaceId, sessionId);
    const version = await this.versions.of(session, breakEvenThreshold);
    const stats = await this.answers.of(session, breakEvenThreshold, version, IDEAL_R_PATIENCE_MS);
    return { session, assets: await this.sessions.assetsOf(session), stats };
  }
}
