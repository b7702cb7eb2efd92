import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../common/bounded-map.js';
import { SharedReads } from '../common/shared-reads.js';
import { SessionState, SessionsService } from '../sessions/sessions.service.js';

/** For how long a finished session is taken to be there, ms: its state is final, but an operator may remove its row. */
const BELIEVED_MS = 10_000;
const MOST_REMEMBERED = 10_000;

interface Finished {
  readonly state: SessionState;
  readonly until: number;
}

/**
 * The states of sessions, which every request for statistics begins with: those who look at the same session at the
 * same time share a look-up, and one that is finished needs none for a while.
 */
@Injectable()
export class SessionStates {
  private readonly reads = new SharedReads<SessionState>();
  private readonly finished = new BoundedMap<string, Finished>(MOST_REMEMBERED);

  constructor(private readonly sessions: SessionsService) {}

  /** @throws Problem SESSION_NOT_FOUND */
  async of(workspaceId: string, sessionId: string): Promise<SessionState> {
    const key = `${workspaceId} ${sessionId}`;
    const known = this.finished.get(key);
    if (known && performance.now() < known.until) return known.state;
    const state = await this.reads.get(key, () => this.sessions.stateOf(workspaceId, sessionId));
    if (state.status === 'finished')
      this.finished.set(key, { state, until: performance.now() + BELIEVED_MS });
    return state;
  }
}
