import { Injectable } from '@nestjs/common';
import { isId } from '../../shared/fields/ids.js';
import { type FieldProblem, validationProblem } from '../../shared/problems/problem.js';
import { sessionFinished } from '../../shared/problems/session-finished.js';
import { isForeignKeyViolation } from '../../platform/database/foreign-key-violation.js';
import { Session } from '../session.entity.js';
import { ShownTimesStore } from '../shown-times.store.js';
import { SessionsService, sessionNotFound } from '../sessions.service.js';
import type { PlayheadDto, PlayheadInput } from '../playhead.dto.js';
import { PlayheadsStore } from '../playheads.store.js';

/** Accepts or refuses the playheads of sessions. */
@Injectable()
export class PlayheadsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: PlayheadsStore,
    private readonly shown: ShownTimesStore,
  ) {}

  /**
   * Stores where the replay of an active session stands. If `at` is lower than before, the time that was shown after it
   * counts as shown before.
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, VALIDATION_FAILED, BUSY
   */
  async put(workspaceId: string, id: string, input: PlayheadInput): Promise<PlayheadDto> {
    if (!isId(id)) throw sessionNotFound();
    requireUntil(input, Date.now(), 'now');
    const { at, shownUntil = at } = input;
    return (
      (await this.tryForward({ workspaceId, id }, at, shownUntil)) ?? this.putBack(workspaceId, id, input)
    );
  }

  private async tryForward(...args: Parameters<PlayheadsStore['putForward']>): Promise<PlayheadDto | null> {
    try {
      return await this.store.putForward(...args);
    } catch (error) {
      // The session was deleted in the meantime.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  }

  /** Stores a playhead that may be a step back, or throws why the session takes no playhead. */
  private async putBack(workspaceId: string, id: string, input: PlayheadInput): Promise<PlayheadDto> {
    const { at, shownUntil = at } = input;
    return this.sessions.withLock(workspaceId, id, async (transaction, session) => {
      if (session.status === 'finished')
        throw sessionFinished('The session is finished and takes no playhead.');
      const { rangeEnd } = await transaction.findOneByOrFail(Session, { workspaceId, id });
      requireUntil(input, rangeEnd ?? Infinity, 'rangeEnd');
      const before = await this.store.lock(transaction, session);
      const stored = await this.store.put(transaction, session, at, shownUntil);
      if (before && at < before.at) await this.shown.stepBack(transaction, session, at);
      return stored;
    });
  }
}

/** @throws Problem VALIDATION_FAILED with each instant that is later than the bound */
function requireUntil({ at, shownUntil }: PlayheadInput, bound: number, name: string): void {
  const problems: FieldProblem[] = Object.entries({ at, shownUntil })
    .filter(([, instant]) => instant !== undefined && instant > bound)
    .map(([field]) => ({ field, message: `must not be later than ${name}` }));
  if (problems.length > 0) throw validationProblem(problems);
}
