import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import { overQuota } from '../../platform/auth/quotas.js';
import { isId } from '../../shared/fields/ids.js';
import { foundOr } from '../../shared/problems/problem.js';
import { Asset } from '../asset.entity.js';
import { ClientStatesStore } from '../client-state/client-states.store.js';
import { PlayheadsStore } from '../playheads.store.js';
import { type SessionRecord, toSessionRecord } from '../session-record.dto.js';
import { Session } from '../session.entity.js';
import { type SessionAndAssets, sessionNotFound } from '../sessions.service.js';
import { SessionRuns } from '../session-runs.js';
import { SessionCreationsService } from '../session-creations.service.js';
import { ShownTimesStore } from '../shown-times.store.js';
import { SummariesService } from '../summaries.service.js';
import { StorageQuotas } from '../storage-quotas.js';
import { inputOfCopy } from './input-of-copy.js';
import type { SessionOverrides } from './session-overrides.dto.js';

export interface SessionCopy {
  readonly original: SessionAndAssets;
  /** The copy before its trades are stored. */
  readonly copy: SessionAndAssets;
}

/** Copies sessions, apart from their trades. */
@Injectable()
export class SessionCopiesService {
  constructor(
    private readonly summaries: SummariesService,
    private readonly creations: SessionCreationsService,
    private readonly states: ClientStatesStore,
    private readonly quotas: StorageQuotas,
    private readonly runs: SessionRuns,
    private readonly playheads: PlayheadsStore,
    private readonly shown: ShownTimesStore,
  ) {}

  /**
   * Creates a new session from an existing session. No write changes the original until the transaction ends, so all
   * reads of the original see one snapshot.
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
    const copy = await this.creations.insert(workspaceId, input, transaction, original.session);
    return { original, copy };
  }

  /** Copies the state that the client stores with the original. */
  async copyState(transaction: EntityManager, { original, copy }: SessionCopy): Promise<void> {
    await this.states.copy(transaction, original.session, copy.session.id, copy.session.createdAt);
  }

  /**
   * Copies the number of draws and the times that the original has seen.
   * @param withTrades true if the copy has the trades of the original, stands where the original stands, and has shown
   * what the original has shown
   */
  async copyReplay(
    transaction: EntityManager,
    { original, copy }: SessionCopy,
    withTrades: boolean,
  ): Promise<void> {
    const { workspaceId, id } = copy.session;
    const { draws } = original.session;
    if (draws > 0) await transaction.update(Session, { workspaceId, id }, { draws });
    await this.playheads.copy(transaction, original.session, id, withTrades);
    if (withTrades) await this.shown.copy(transaction, original.session, id);
  }

  /**
   * Checks that the quota of the workspace allows the trades of the original. Runs before anything is written.
   * @throws Problem QUOTA_TRADES
   */
  async requireRoom(transaction: EntityManager, { original: { session } }: SessionCopy): Promise<void> {
    const room = await this.quotas.roomForTrades(transaction, session.workspaceId);
    if (room && session.tradeCount > room.left) throw overQuota('trades', room.quota);
  }

  /**
   * Returns the copy with its summary. Call it after the trades of the copy are stored.
   * @throws Problem QUOTA_SESSIONS, QUOTA_TRADES
   */
  async complete(
    transaction: EntityManager,
    caller: Caller,
    { session, assets }: SessionAndAssets,
  ): Promise<SessionRecord> {
    const { workspaceId, id } = session;
    await this.summaries.applyAnyChange(transaction, session);
    const complete = await transaction.findOneByOrFail(Session, { workspaceId, id });
    const count = complete.tradeCount;
    if (count > 0) await this.runs.begin(transaction, session, count);
    await recordChange(transaction, caller, { action: 'session.copy', resourceId: id, count });
    await this.quotas.requireSessions(transaction, workspaceId);
    if (count > 0) await this.quotas.requireTrades(transaction, workspaceId);
    const playheads = await this.playheads.list(workspaceId, [id], transaction);
    return toSessionRecord(complete, assets, complete, playheads.get(id) ?? null);
  }
}

/**
 * Locks the original. Every change of the session, its assets or its trades waits for this lock; copies do not wait for
 * each other.
 */
async function locked(
  transaction: EntityManager,
  workspaceId: string,
  id: string,
): Promise<SessionAndAssets> {
  const query = { where: { workspaceId, id }, lock: { mode: 'pessimistic_read' } } as const;
  const session = foundOr(isId(id) && (await transaction.findOne(Session, query)), sessionNotFound);
  const assets = await transaction.find(Asset, {
    where: { workspaceId, sessionId: id },
    order: { position: 'ASC' },
  });
  return { session, assets };
}
