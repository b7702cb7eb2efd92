import { Injectable } from '@nestjs/common';
import { SharedReads } from '../shared/concurrency/shared-reads.js';
import { type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { StatsVersion } from './stats-version.js';

export interface VersionedSession {
  readonly session: SessionState;
  /** The version of the session's statistics; see `StatsVersion`. */
  readonly version: string;
}

/**
 * Reads sessions together with the version of their statistics. Every request for statistics begins with this read.
 * Concurrent requests for the same session share one read. Nothing is cached, because any instance of the service may
 * delete a session, even a finished session (benchmarks "GET stats, repeated" and "GET stats, 304", both also for
 * finished sessions).
 */
@Injectable()
export class VersionedSessions {
  private readonly reads = new SharedReads<VersionedSession>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly versions: StatsVersion,
  ) {}

  /**
   * Returns a session and the version of its statistics.
   * @throws Problem SESSION_NOT_FOUND
   */
  get(workspaceId: string, sessionId: string, breakEvenThreshold: number): Promise<VersionedSession> {
    return this.reads.get(`${workspaceId} ${sessionId} ${breakEvenThreshold}`, async () => {
      const session = await this.sessions.getState(workspaceId, sessionId);
      return { session, version: await this.versionOf(session, breakEvenThreshold) };
    });
  }

  /** Returns the version of the statistics of a session that was read earlier. */
  versionOf(session: SessionState, breakEvenThreshold: number): Promise<string> {
    return this.versions.get(session, breakEvenThreshold);
  }
}
