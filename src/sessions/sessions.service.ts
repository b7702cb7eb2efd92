import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { EntityManager, In, Repository } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { isId } from '../shared/fields/ids.js';
import { Problem, foundOr } from '../shared/problems/problem.js';
import type { Project } from '../projects/project.entity.js';
import { Asset } from './asset.entity.js';
import { TradeChanges } from './trade-changes.js';
import { SessionTurns } from './session-turns.js';
import { Session, type SessionKey } from './session.entity.js';
import {
  type LockedSession,
  type SessionAndAssets,
  type SessionState,
  SessionsStore,
  type WholeSession,
} from './sessions.store.js';

export type { LockedSession, SessionAndAssets, SessionState };

/** Runs work in a transaction. */
export type BeginTransaction<Result> = (
  work: (transaction: EntityManager) => Promise<Result>,
) => Promise<Result>;

const MAX_CACHED_SESSIONS = 5_000;

@Injectable()
export class SessionsService {
  private readonly cachedAssets = new LRUCache<string, readonly Asset[]>({ max: MAX_CACHED_SESSIONS });

  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly store: SessionsStore,
    private readonly turns: SessionTurns,
    private readonly changes: TradeChanges,
  ) {}

  /** @throws Problem SESSION_NOT_FOUND, also for an id of another workspace and for a text that is not an id */
  async getWhole(workspaceId: string, id: string): Promise<WholeSession> {
    return foundOr(isId(id) && (await this.store.findWhole(workspaceId, id)), sessionNotFound);
  }

  /** @throws Problem SESSION_NOT_FOUND */
  async get(workspaceId: string, id: string): Promise<Session> {
    return foundOr(isId(id) && (await this.sessions.findOneBy({ workspaceId, id })), sessionNotFound);
  }

  /** @throws Problem SESSION_NOT_FOUND */
  async getState(workspaceId: string, id: string): Promise<SessionState> {
    return foundOr(isId(id) && (await this.store.findState(workspaceId, id)), sessionNotFound);
  }

  /**
   * Returns the assets of a session in their order. Assets are cached, because they never change. The assets stay
   * cached after the session is deleted, so callers must also read the session itself.
   * @throws Problem SESSION_NOT_FOUND
   */
  async getAssets(workspaceId: string, id: string): Promise<readonly Asset[]> {
    const key = `${workspaceId} ${id}`;
    const cached = this.cachedAssets.get(key);
    if (cached) return cached;
    const { assets } = await this.getWhole(workspaceId, id);
    this.cachedAssets.set(key, assets);
    return assets;
  }

  /**
   * Finishes the session. A session that is already finished does not change.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async finish(caller: Caller, id: string): Promise<Session> {
    if (!isId(id)) throw sessionNotFound();
    const { workspaceId } = caller;
    return this.transaction({ workspaceId, id }, async (transaction) => {
      await this.finishWithin(transaction, caller, id);
      return foundOr(await transaction.findOneBy(Session, { workspaceId, id }), sessionNotFound);
    });
  }

  /** Finishes the session in a transaction that writes to it. */
  async finishWithin(transaction: EntityManager, caller: Caller, id: string): Promise<void> {
    const now = Date.now();
    const { affected } = await transaction.update(
      Session,
      { workspaceId: caller.workspaceId, id, status: 'active' },
      {
        status: 'finished',
        endedAt: now,
        updatedAt: now,
        revision: () => 'revision + 1',
        // Finishing changes no trades, so a summary that is up to date stays up to date.
        summaryRevision: () =>
          'CASE WHEN summary_revision = revision THEN revision + 1 ELSE summary_revision END',
      },
    );
    if (!affected) return;
    await recordChange(transaction, caller, { action: 'session.finish', resourceId: id });
    this.changes.finished({ workspaceId: caller.workspaceId, id });
  }

  /**
   * Runs a transaction that writes to a session, once no other write to the session is running. The transaction waits
   * before it takes a connection.
   * @throws Problem BUSY
   */
  transaction<Result>(
    session: SessionKey,
    work: (transaction: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.enqueue(session, () => this.sessions.manager.transaction(work));
  }

  /** Like `transaction`, but `work` begins the transaction itself. */
  enqueue<Result>(session: SessionKey, work: () => Promise<Result>): Promise<Result> {
    return this.turns.enqueue(session, work);
  }

  /**
   * Runs work in a transaction that locks the session. Other batches of trades, and a finish, wait until this
   * transaction ends.
   * @param begin begins the transaction, for example to run it once per Idempotency-Key
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async withLock<Result>(
    workspaceId: string,
    id: string,
    work: (transaction: EntityManager, session: LockedSession) => Promise<Result>,
    begin: BeginTransaction<Result> = (locked) => this.sessions.manager.transaction(locked),
  ): Promise<Result> {
    if (!isId(id)) throw sessionNotFound();
    return this.enqueue({ workspaceId, id }, () =>
      begin(async (transaction) =>
        work(transaction, foundOr(await this.store.lock(transaction, workspaceId, id), sessionNotFound)),
      ),
    );
  }

  /** Locks all sessions of a project, in the order of their ids, until the transaction ends. */
  lockAll(transaction: EntityManager, workspaceId: string, projectId: string): Promise<LockedSession[]> {
    return this.store.lockAll(transaction, workspaceId, projectId);
  }

  /** Deletes a session without trades and all rows that belong to it, in the transaction that locks the session. */
  async remove(transaction: EntityManager, { workspaceId, id }: LockedSession): Promise<void> {
    await transaction.delete(Asset, { workspaceId, sessionId: id });
    await transaction.delete(Session, { workspaceId, id });
    this.cachedAssets.delete(`${workspaceId} ${id}`);
  }

  /** Records that labels of the session or of its trades have changed, in the transaction that locks the session. */
  async applyLabelChange(transaction: EntityManager, { workspaceId, id }: LockedSession): Promise<void> {
    const changes = { labelRevision: () => 'label_revision + 1', tradesChangedAt: Date.now() };
    await transaction.update(Session, { workspaceId, id }, changes);
  }

  /**
   * Returns sessions of a project, newest first: the sessions with the given ids, or the newest sessions if `ids` is
   * null.
   */
  ofProject({ workspaceId, id }: Project, ids: readonly string[] | null, most: number): Promise<Session[]> {
    return this.sessions.find({
      where: { workspaceId, projectId: id, ...(ids && { id: In(ids.filter(isId)) }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: most,
    });
  }
}

export const sessionNotFound = () => new Problem('SESSION_NOT_FOUND', 'There is no session with this id.');

export const isSessionNotFound = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'SESSION_NOT_FOUND';
