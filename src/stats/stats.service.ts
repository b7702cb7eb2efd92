import { Injectable } from '@nestjs/common';
import { SessionAndAssets, SessionState, SessionsService } from '../sessions/sessions.service.js';
import { IDEAL_R_PATIENCE_MS, READ_PATIENCE_MS } from './ideal-r/ideal-r.service.js';
import { SessionStates } from './session-states.js';
import { StatsAnswerBytes, StatsAnswers } from './stats-answers.js';
import { StatsVersion } from './stats-version.js';

/** What a session's statistics depend on that can change, and the version that they have with it. */
export interface VersionedState {
  readonly state: SessionState;
  readonly version: string;
}

@Injectable()
export class StatsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly states: SessionStates,
    private readonly versions: StatsVersion,
    private readonly answers: StatsAnswers,
  ) {}

  /**
   * What to compare with the version that a client has, before anything is computed.
   * @throws Problem SESSION_NOT_FOUND
   */
  async find(workspaceId: string, sessionId: string, breakEvenThreshold: number): Promise<VersionedState> {
    const state = await this.states.of(workspaceId, sessionId);
    return { state, version: await this.versions.of(state, breakEvenThreshold) };
  }

  /** The statistics of a session, finished or not. */
  get({ state, version }: VersionedState, breakEvenThreshold: number): Promise<StatsAnswerBytes> {
    return this.answers.of(state, breakEvenThreshold, version, READ_PATIENCE_MS);
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
