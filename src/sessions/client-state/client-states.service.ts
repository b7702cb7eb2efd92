import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/audit/author.js';
import { isId } from '../../shared/fields/ids.js';
import { Problem } from '../../shared/problems/problem.js';
import { isForeignKeyViolation } from '../../platform/database/foreign-key-violation.js';
import { TaggedAnswer, type TaggedJson } from '../../platform/http/tagged-answer.js';
import { SessionsService, sessionNotFound } from '../sessions.service.js';
import { type ClientState, ClientStatesStore } from './client-states.store.js';
import { namedIn, preconditionOf, revisionTag } from './preconditions.js';

/** Headers of a request that name revisions of a state. */
export interface StateHeaders {
  readonly 'if-match'?: string;
  readonly 'if-none-match'?: string;
}

/** Data that a client stores with a session. The service does not interpret the data. */
@Injectable()
export class ClientStatesService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: ClientStatesStore,
  ) {}

  /**
   * @returns a `StateAnswer` as JSON
   * @throws Problem SESSION_NOT_FOUND
   */
  async get(workspaceId: string, id: string, headers: StateHeaders): Promise<TaggedJson> {
    const known = namedIn(headers['if-none-match']) ?? [];
    const found = isId(id) && (await this.store.find({ workspaceId, id }, known === 'any' ? [] : known));
    if (!found) throw sessionNotFound();
    const isKnown = known === 'any' || known.includes(found.revision);
    return new TaggedAnswer(revisionTag(found.revision), isKnown ? null : [stateJson(found)]);
  }

  /**
   * @param text JSON
   * @returns a `StatePutAnswer` as JSON
   * @throws Problem SESSION_NOT_FOUND, STATE_CHANGED
   */
  async put(caller: Caller, id: string, text: string, headers: StateHeaders): Promise<TaggedJson> {
    const precondition = preconditionOf(headers['if-match'], headers['if-none-match']);
    const updatedAt = Date.now();
    const revision = isId(id) ? await this.tryPut(caller, id, text, updatedAt, precondition) : null;
    if (revision === null) {
      await this.sessions.getState(caller.workspaceId, id);
      throw new Problem('STATE_CHANGED', 'The stored state has changed; read it again.');
    }
    return new TaggedAnswer(revisionTag(revision), [Buffer.from(JSON.stringify({ updatedAt }))]);
  }

  private async tryPut(...args: Parameters<ClientStatesStore['put']>): Promise<number | null> {
    try {
      return await this.store.put(...args);
    } catch (error) {
      // The session was deleted in the meantime.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  }
}

const stateJson = ({ state, updatedAt }: ClientState): Buffer =>
  Buffer.from(`{"state":${state ?? 'null'},"updatedAt":${updatedAt}}`);
