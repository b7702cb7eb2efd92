import { Injectable } from '@nestjs/common';
import { toSummaryDto } from '../../sessions/session-record.dto.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { SummariesService } from '../../sessions/summaries.service.js';
import type { SessionEventDto } from './session-event.dto.js';
import { type WatchedSession, WatchedSessionsStore, watchedKey } from './watched-sessions.store.js';

/** A state of a session, as an event. */
export interface WatchedState {
  /** Id that differs from the id of every other state of the session. */
  readonly id: string;
  readonly data: SessionEventDto;
}

/** Returns the present states of sessions in the form that events show. */
@Injectable()
export class WatchedStatesService {
  constructor(
    private readonly store: WatchedSessionsStore,
    private readonly summaries: SummariesService,
  ) {}

  /** Returns the state of a session; null if there is none. */
  async find(session: SessionKey): Promise<WatchedState | null> {
    const states = await this.findAll([session], () => true);
    return states.get(watchedKey(session)) ?? null;
  }

  /**
   * Reads the states of the sessions in one statement. Returns the states of the sessions that exist, by `watchedKey`.
   * @param isWanted returns false for a state that no client needs; its data are not computed, and its value is null
   */
  async findAll(
    sessions: readonly SessionKey[],
    isWanted: (key: string, id: string) => boolean,
  ): Promise<Map<string, WatchedState | null>> {
    const states = new Map<string, WatchedState | null>();
    for (const [key, row] of await this.store.find(sessions)) {
      const id = stateId(row);
      states.set(key, isWanted(key, id) ? { id, data: await this.dataOf(row) } : null);
    }
    return states;
  }

  /** Returns the data of an event. Computes the summary if an instance of an older version has left it outdated. */
  private async dataOf(row: WatchedSession): Promise<SessionEventDto> {
    const { workspaceId, revision, labelRevision, status, initialBalance, updatedAt } = row;
    const [summary] = await this.summaries.list(workspaceId, [row]);
    return { revision, labelRevision, status, summary: toSummaryDto(summary!, initialBalance), updatedAt };
  }
}

const stateId = ({ revision, labelRevision, updatedAt }: WatchedSession): string =>
  `${revision}.${labelRevision}.${updatedAt}`;
