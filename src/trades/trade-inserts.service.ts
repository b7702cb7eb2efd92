import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Action } from '../audit/actions.js';
import type { Caller } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { overQuota } from '../auth/quotas.js';
import { requireValidCaller } from '../auth/require-valid.js';
import { MOST_DETAILS } from '../problems/problem.js';
import { Metrics } from '../metrics/metrics.js';
import { type LockedSession, SessionsService } from '../sessions/sessions.service.js';
import { StorageQuotas, type TradeRoom } from '../sessions/storage-quotas.js';
import { isKnownEmpty } from '../sessions/summary.js';
import { AllParts, type InsertedPart } from './all-parts.js';
import { ShardMoved } from './shard-moved.js';
import { Ingested } from './trade.dto.js';
import { Trade } from './trade.entity.js';
import type { TradesPart } from './trades-part.js';
import { TradesStore } from './trades.store.js';

const INSERT_ATTEMPTS = 3;

/** Stores new trades and recognizes those that are sent again. */
@Injectable()
export class TradeInsertsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: TradesStore,
    private readonly quotas: StorageQuotas,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Stores a batch in one transaction, all or none.
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES
   */
  async insert(caller: Caller, id: string, trades: readonly Trade[]): Promise<Ingested> {
    const part = { trades, nameOf: (index: number) => `trades[${index}]` };
    const target = { caller, id, action: 'trades.ingest' } as const;
    let stored = trades;
    const keep = (known: readonly Trade[]) => (stored = known);
    const inserted = await this.insertAll(target, () => [part], trades.length, keep);
    return { inserted, trades: stored };
  }

  /**
   * Stores trades part by part in one transaction, all or none. They may have waited long, so the transaction also
   * checks the caller.
   * @param parts called again for each attempt
   * @returns the number of new trades
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES, UNAUTHORIZED, FORBIDDEN
   */
  insertParts(caller: Caller, id: string, parts: () => AsyncIterable<TradesPart>): Promise<number> {
    const requires = (transaction: EntityManager) => requireValidCaller(transaction, caller);
    return this.insertAll({ caller, id, action: 'trades.import', requires }, parts, MOST_DETAILS);
  }

  /** @param take receives each part, in which stored trades replace those that were sent again */
  private async insertAll(
    { caller, id, action, requires }: Target,
    parts: () => AsyncIterable<TradesPart> | Iterable<TradesPart>,
    mostDetails: number,
    take?: (trades: readonly Trade[]) => void,
  ): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const inserted = await this.sessions.withLock(caller.workspaceId, id, async (transaction, locked) => {
          await requires?.(transaction);
          const all = new AllParts(locked.status, mostDetails);
          const room = await this.quotas.roomForTrades(transaction, caller.workspaceId);
          const insertWith = async (insert: InsertPart) => {
            for await (const part of parts()) {
              const left = room && { ...room, left: room.left - all.inserted };
              const stored = all.add(part, await insert(part, left));
              take?.(stored);
            }
          };
          if (isKnownEmpty(locked) && locked.status === 'active')
            await this.store.insert(transaction, (add) => insertWith(newPart(add)));
          else await insertWith((part, left) => this.insertPart(transaction, locked, part, left));
          all.requireNoConflict();
          const { change, inserted: count } = all;
          if (change) {
            await this.sessions.applyChange(transaction, locked, change);
            await recordChange(transaction, caller, { action, resourceId: id, count });
            await this.quotas.requireTrades(transaction, caller.workspaceId);
          }
          return count;
        });
        this.metrics.ingestedTrades.inc(inserted);
        return inserted;
      } catch (error) {
        if (!(error instanceof ShardMoved) || attempt === INSERT_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Stores the trades of a part that are not stored yet. The lock of the session keeps other writers out between the
   * look-up and the insert, so no trade can be stored twice.
   * @throws Problem QUOTA_TRADES
   */
  private async insertPart(
    transaction: EntityManager,
    session: LockedSession,
    { trades }: TradesPart,
    room: TradeRoom | null,
  ): Promise<InsertedPart> {
    const stored = await this.store.find(transaction, session, clientIdsOf(trades));
    if (session.status === 'finished') return { inserted: new Set(), stored };
    const known = new Set(clientIdsOf(stored));
    const unknown = known.size === 0 ? trades : trades.filter(({ clientId }) => !known.has(clientId));
    requireRoom(unknown, room);
    if (unknown.length > 0) await this.store.insert(transaction, (add) => add(unknown));
    return { inserted: new Set(clientIdsOf(unknown)), stored };
  }
}

/** The caller and the session of an insert, and the name of the change in the audit log. */
interface Target {
  readonly caller: Caller;
  readonly id: string;
  readonly action: Action;
  /** A check that runs in the transaction. */
  readonly requires?: (transaction: EntityManager) => Promise<void>;
}

type InsertPart = (part: TradesPart, room: TradeRoom | null) => Promise<InsertedPart>;

/** Adds a part to a session without trades, in which none can be stored already. */
const newPart =
  (add: (trades: readonly Trade[]) => Promise<void>): InsertPart =>
  async ({ trades }, room) => {
    requireRoom(trades, room);
    await add(trades);
    return { inserted: new Set(clientIdsOf(trades)), stored: [] };
  };

/**
 * Refuses new trades beyond the quota before they are written.
 * @throws Problem QUOTA_TRADES
 */
function requireRoom(trades: readonly Trade[], room: TradeRoom | null): void {
  if (room && trades.length > Math.max(0, room.left)) throw overQuota('trades', room.quota);
}

const clientIdsOf = (trades: readonly Trade[]): string[] => trades.map(({ clientId }) => clientId);
