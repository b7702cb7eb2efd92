import { Injectable } from '@nestjs/common';
import { SharedReads } from '../common/shared-reads.js';
import { SessionState, SessionsService } from '../sessions/sessions.service.js';

/**
 * The states of sessions, with which every request for statistics begins. Requests that look at the same session at the
 * same time share a look-up. No state is cached beyond that: any instance may delete a session, also a finished one.
 * (Benchmarks: "GET stats, repeated", "GET stats, 304", and the same for finished sessions.)
 */
@Injectable()
export class SessionStates {
  private readonly reads = new SharedReads<SessionState>();

  constructor(private readonly sessions: SessionsService) {}

  /** @throws Problem SESSION_NOT_FOUND */
  of(workspaceId: string, sessionId: string): Promise<SessionState> {
    return this.reads.get(`${workspaceId} ${sessionId}`, () =>
      this.sessions.getState(workspaceId, sessionId),
    );
  }
}
