import { Injectable } from '@nestjs/common';
import { isId } from '../../shared/fields/ids.js';
import { type FieldProblem, validationProblem } from '../../shared/problems/problem.js';
import { sessionFinished } from '../../shared/problems/session-finished.js';
import { isForeignKeyViolation } from '../../platform/database/foreign-key-violation.js';
import { SessionsService, sessionNotFound } from '../sessions.service.js';
import type { PlayheadDto, PlayheadInput } from '../playhead.dto.js';
import { PlayheadsStore } from '../playheads.store.js';

/** Accepts or refuses the playheads of sessions. */
@Injectable()
export class PlayheadsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: PlayheadsStore,
  ) {}

  /**
   * Stores where the replay of an active session stands.
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, VALIDATION_FAILED
   */
  async put(workspaceId: string, id: string, input: PlayheadInput): Promise<PlayheadDto> {
    if (!isId(id)) throw sessionNotFound();
    requireUntil(input, Date.now(), 'now');
    const { at, shownUntil = at } = input;
    return (await this.tryPut({ workspaceId, id }, at, shownUntil)) ?? this.putAgain(workspaceId, id, input);
  }

  private async tryPut(...args: Parameters<PlayheadsStore['put']>): Promise<PlayheadDto | null> {
    try {
      return await this.store.put(...args);
    } catch (error) {
      // The session was deleted in the meantime.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  }

  /** Reads why the session took no playhead. If there is no reason any more, tries again. */
  private async putAgain(workspaceId: string, id: string, input: PlayheadInput): Promise<PlayheadDto> {
    const { status, rangeEnd } = await this.sessions.get(workspaceId, id);
    if (status === 'finished') throw sessionFinished('The session is finished and takes no playhead.');
    requireUntil(input, rangeEnd ?? Infinity, 'rangeEnd');
    return this.put(workspaceId, id, input);
  }
}

/** @throws Problem VALIDATION_FAILED with each instant that is later than the bound */
function requireUntil({ at, shownUntil }: PlayheadInput, bound: number, name: string): void {
  const problems: FieldProblem[] = Object.entries({ at, shownUntil })
    .filter(([, instant]) => instant !== undefined && instant > bound)
    .map(([field]) => ({ field, message: `must not be later than ${name}` }));
  if (problems.length > 0) throw validationProblem(problems);
}
