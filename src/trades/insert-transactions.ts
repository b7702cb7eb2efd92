import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Action } from '../platform/audit/actions.js';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { overQuota } from '../platform/auth/quotas.js';
import type { LockedSession } from '../sessions/sessions.service.js';
import { SessionRuns } from '../sessions/session-runs.js';
import { StorageQuotas, type TradeRoom } from '../sessions/storage-quotas.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { isKnownEmpty } from '../sessions/summary.js';
import { AllParts, type InsertedPart } from './all-parts.js';
import { FirstAnswersService } from './first-answers.service.js';
import type { NewAnswers } from './new-answers.js';
import type { Trade } from './trade.entity.js';
import type { TradesPart } from './trades-part.js';
import { TradesStore } from './trades.store.js';

/** Trades for one session. */
export interface TradesInput {
  readonly caller: Caller;
  /** The name of the change in the audit log. */
  readonly action: Action;
  readonly parts: AsyncIterable<TradesPart> | Iterable<TradesPart>;
  /** Maximum number of conflicts that an error names. */
  readonly mostDetails: number;
}

export interface InsertedTrades {
  /** Number of new trades. */
  readonly inserted: number;
  /** The trades of the last part. A trade that was sent again is replaced by the stored trade. */
  readonly lastPart: readonly Trade[];
}

/** Stores new trades in a transaction that holds the lock of their session. */
@Injectable()
export class InsertTransactions {
  constructor(
    private readonly store: TradesStore,
    private readonly summaries: SummariesService,
    private readonly quotas: StorageQuotas,
    private readonly runs: SessionRuns,
    private readonly answers: FirstAnswersService,
  ) {}

  /** @throws Problem SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES; ShardMoved */
  async insert(
    transaction: EntityManager,
    session: LockedSession,
    { caller, action, parts, mostDetails }: TradesInput,
  ): Promise<InsertedTrades> {
    const all = new AllParts(session.status, mostDetails);
    const answers = await this.answers.beginInsert(transaction, session);
    const lastPart = await this.insertParts(transaction, session, parts, all, answers);
    all.requireNoConflict();
    const { change, inserted } = all;
    if (change) {
      await this.summaries.applyChange(transaction, session, change, answers.delta);
      await this.runs.begin(transaction, session, inserted);
      await recordChange(transaction, caller, { action, resourceId: session.id, count: inserted });
      await this.quotas.requireTrades(transaction, session.workspaceId);
    }
    return { inserted, lastPart };
  }

  /** @returns the trades of the last part */
  private async insertParts(
    transaction: EntityManager,
    session: LockedSession,
    parts: TradesInput['parts'],
    all: AllParts,
    answers: NewAnswers,
  ): Promise<readonly Trade[]> {
    const room = await this.quotas.roomForTrades(transaction, session.workspaceId);
    let lastPart: readonly Trade[] = [];
    const insertEach = async (insert: InsertPart) => {
      for await (const part of parts) {
        const left = room && { ...room, left: room.left - all.inserted };
        lastPart = all.add(part, await insert(part, left));
      }
    };
    // The session has no trades, so no trade can be stored already, and none was removed from the run. All parts are
    // inserted without look-ups.
    if (isKnownEmpty(session) && session.status === 'active')
      await this.store.insert(transaction, (add) => insertEach(newPart(add, answers)));
    else await insertEach((part, left) => this.insertPart(transaction, session, part, left, answers));
    return lastPart;
  }

  /**
   * Stores the trades of a part that are not stored yet. No other writer can store a trade between the look-up and the
   * insert, because this transaction holds the lock of the session.
   * @throws Problem QUOTA_TRADES
   */
  private async insertPart(
    transaction: EntityManager,
    session: LockedSession,
    { trades }: TradesPart,
    room: TradeRoom | null,
    answers: NewAnswers,
  ): Promise<InsertedPart> {
    const stored = await this.store.find(transaction, session, clientIdsOf(trades));
    if (session.status === 'finished') return { inserted: new Set(), stored };
    const known = new Set(clientIdsOf(stored));
    const unknown = known.size === 0 ? trades : trades.filter(({ clientId }) => !known.has(clientId));
    requireRoom(unknown, room);
    if (unknown.length > 0) {
      await this.answers.mark(transaction, session, answers, unknown);
      await this.store.insert(transaction, (add) => add(unknown));
    }
    return { inserted: new Set(clientIdsOf(unknown)), stored };
  }
}

type InsertPart = (part: TradesPart, room: TradeRoom | null) => Promise<InsertedPart>;

/** Adds a part to a session that had no trades, so all trades of the part are new. */
const newPart =
  (add: (trades: readonly Trade[]) => Promise<void>, answers: NewAnswers): InsertPart =>
  async ({ trades }, room) => {
    requireRoom(trades, room);
    answers.mark(trades);
    await add(trades);
    return { inserted: new Set(clientIdsOf(trades)), stored: [] };
  };

/**
 * Refuses new trades beyond the quota, before any trade is written.
 * @throws Problem QUOTA_TRADES
 */
function requireRoom(trades: readonly Trade[], room: TradeRoom | null): void {
  if (room && trades.length > Math.max(0, room.left)) throw overQuota('trades', room.quota);
}

const clientIdsOf = (trades: readonly Trade[]): string[] => trades.map(({ clientId }) => clientId);
