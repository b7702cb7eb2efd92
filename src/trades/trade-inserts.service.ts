import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Action } from '../audit/actions.js';
import type { Caller } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { overQuota } from '../auth/quotas.js';
import { MOST_DETAILS } from '../common/problem.js';
import { Metrics } from '../metrics/metrics.js';
import { type LockedSession, SessionsService } from '../sessions/sessions.service.js';
import { StorageQuotas, type TradeRoom } from '../sessions/storage-quotas.js';
import { isKnownEmpty, isSummaryOf } from '../sessions/summary.js';
import { AllParts, type InsertedPart } from './all-parts.js';
import { ShardMoved } from './shard-moved.js';
import { Ingested } from './trade.dto.js';
import { Trade } from './trade.entity.js';
import type { TradesPart } from './trades-part.js';
import { TradesStore } from './trades.store.js';

const INSERT_ATTEMPTS = 3;

/** Stores new trades and recognizes those that are sent again. */
@Injectable()
export class TradeInserts {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: TradesStore,
    private readonly quotas: StorageQuotas,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Stores a batch in one transaction, all or nothing.
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
   * Stores trades part by part in one transaction, all or nothing.
   * @param parts called again for each attempt
   * @returns how many are new
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES
   */
  insertParts(caller: Caller, id: string, parts: () => AsyncIterable<TradesPart>): Promise<number> {
    return this.insertAll({ caller, id, action: 'trades.import' }, parts, MOST_DETAILS);
  }

  /** @param take gets each part with the stored trades in place of those sent again */
  private async insertAll(
    { caller, id, action }: Target,
    parts: () => AsyncIterable<TradesPart> | Iterable<TradesPart>,
    mostDetails: number,
    take?: (trades: readonly Trade[]) => void,
  ): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const inserted = await this.sessions.withLock(caller.workspaceId, id, async (transaction, locked) => {
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
            await this.store.bulkInsert(transaction, locked, (add) => insertWith(newPart(add)));
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

  private async insertPart(
    transaction: EntityManager,
    session: LockedSession,
    { trades }: TradesPart,
    room: TradeRoom | null,
  ): Promise<InsertedPart> {
    const known = await this.findRepeated(transaction, session, trades);
    const unknown = without(trades, new Set(known.map(({ clientId }) => clientId)));
    if (room && unknown.length > room.left) await this.requireRoom(transaction, session, unknown, room);
    const inserted = await this.insertNew(transaction, session, unknown);
    if (inserted.size === trades.length) return { inserted, stored: known };
    const repeated = without(unknown, inserted);
    return { inserted, stored: [...known, ...(await this.find(transaction, session, repeated))] };
  }

  /**
   * The stored trades of a batch that was sent before, which its first trade shows: to read them costs less than to try to
   * insert them. It pays for the benchmark row "ingest, a repeated batch of 500". The usual batch goes on after the last
   * trade of the session, and nothing is looked for.
   */
  private async findRepeated(
    transaction: EntityManager,
    session: LockedSession,
    trades: readonly Trade[],
  ): Promise<Trade[]> {
    if (hasLaterExit(session, trades)) return [];
    const first = await this.find(transaction, session, trades.slice(0, 1));
    return first.length === 0 || trades.length === 1 ? first : this.find(transaction, session, trades);
  }

  /**
   * Refuses new trades that there is no room for before they are written.
   * @throws Problem QUOTA_TRADES
   */
  private async requireRoom(
    transaction: EntityManager,
    session: LockedSession,
    trades: readonly Trade[],
    { left, quota }: TradeRoom,
  ): Promise<void> {
    if (session.status === 'finished') return;
    const stored = await this.find(transaction, session, trades);
    if (trades.length - stored.length > Math.max(0, left)) throw overQuota('trades', quota);
  }

  private async find(
    transaction: EntityManager,
    session: LockedSession,
    trades: readonly Trade[],
  ): Promise<Trade[]> {
    if (trades.length === 0) return [];
    return this.store.find(
      transaction,
      session,
      trades.map(({ clientId }) => clientId),
    );
  }

  /** @returns clientIds of the inserted ones */
  private async insertNew(
    transaction: EntityManager,
    session: LockedSession,
    trades: readonly Trade[],
  ): Promise<ReadonlySet<string>> {
    if (trades.length === 0 || session.status === 'finished') return new Set();
    return this.store.insert(transaction, session, trades);
  }
}

/** Who stores trades in which session, and how the audit log names it. */
interface Target {
  readonly caller: Caller;
  readonly id: string;
  readonly action: Action;
}

type InsertPart = (part: TradesPart, room: TradeRoom | null) => Promise<InsertedPart>;

/** Adds a part to a session without trades, in which none can be stored already. */
const newPart =
  (add: (trades: readonly Trade[]) => Promise<void>): InsertPart =>
  async ({ trades }, room) => {
    if (room && trades.length > room.left) throw overQuota('trades', room.quota);
    await add(trades);
    return { inserted: new Set(trades.map(({ clientId }) => clientId)), stored: [] };
  };

/** Whether one of the trades ends after all that are stored, by their summary, and so is none of them. */
const hasLaterExit = (session: LockedSession, trades: readonly Trade[]): boolean =>
  isSummaryOf(session) && trades.some(({ exitTime }) => exitTime > (session.lastExitTime ?? -Infinity));

const without = (trades: readonly Trade[], clientIds: ReadonlySet<string>): Trade[] =>
  trades.filter(({ clientId }) => !clientIds.has(clientId));
