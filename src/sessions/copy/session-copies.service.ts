import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { isId } from '../../common/ids.js';
import { Problem } from '../../common/problem.js';
import { Asset } from '../asset.entity.js';
import { ClientStatesStore } from '../client-state/client-states.store.js';
import { type SessionRecord, toSessionRecord } from '../session-record.dto.js';
import { Session } from '../session.entity.js';
import { type SessionAndAssets, SessionsService } from '../sessions.service.js';
import { inputOfCopy } from './input-of-copy.js';
import type { SessionOverrides } from './session-overrides.dto.js';

export interface SessionCopy {
  readonly original: SessionAndAssets;
  /** Without trades so far. */
  readonly copy: SessionAndAssets;
}

/** Copies sessions, apart from their trades. */
@Injectable()
export class SessionCopiesService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly states: ClientStatesStore,
  ) {}

  /**
   * Makes a new session of another one, which no write changes until the transaction ends: what the transaction reads of it
   * is one snapshot.
   * @throws Problem SESSION_NOT_FOUND, PROJECT_NOT_FOUND, VALIDATION_FAILED
   */
  async copy(
    transaction: EntityManager,
    workspaceId: string,
    id: string,
    overrides: SessionOverrides,
  ): Promise<SessionCopy> {
    const original = await locked(transaction, workspaceId, id);
    const input = inputOfCopy(original, overrides);
    return { original, copy: await this.sessions.create(workspaceId, input, transaction) };
  }

  /** Gives a copy the state that the client keeps with the original. */
  async copyState(transaction: EntityManager, { original, copy }: SessionCopy): Promise<void> {
    await this.states.copy(transaction, original.session, copy.session.id, copy.session.createdAt);
  }

  /** The copy when its trades are stored, with its summary. */
  async complete(transaction: EntityManager, { session, assets }: SessionAndAssets): Promise<SessionRecord> {
    const { workspaceId, id } = session;
    await this.sessions.applyAnyChange(transaction, session);
    const complete = await transaction.findOneByOrFail(Session, { workspaceId, id });
    return toSessionRecord(complete, assets, complete);
  }
}

/** All that changes a session, its assets or its trades waits for this lock; copies do not wait for each other. */
async function locked(
  transaction: EntityManager,
  workspaceId: string,
  id: string,
): Promise<SessionAndAssets> {
  const where = { workspaceId, id };
  const session = isId(id)
    ? await transaction.findOne(Session, { where, lock: { mode: 'pessimistic_read' } })
    : null;
  if (!session) throw new Problem('SESSION_NOT_FOUND', 'There is no session with this id.');
  const assets = await transaction.find(Asset, {
    where: { workspaceId, sessionId: id },
    order: { position: 'ASC' },
  });
  return { session, assets };
}
