import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { requireValidCaller } from '../platform/auth/require-valid.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { MAX_DETAILS } from '../shared/problems/problem.js';
import { type LockedSession, SessionsService } from '../sessions/sessions.service.js';
import { type InsertedTrades, InsertTransactions } from './insert-transactions.js';
import { ShardMoved } from './shard-moved.js';
import { Ingested } from './trade.dto.js';
import { Trade } from './trade.entity.js';
import type { TradesPart } from './trades-part.js';

const INSERT_ATTEMPTS = 3;

/** Stores new trades and recognises trades that are sent again. */
@Injectable()
export class TradeInsertsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly transactions: InsertTransactions,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Stores a batch in one transaction, either all trades or none.
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES
   */
  async insert(caller: Caller, id: string, trades: readonly Trade[]): Promise<Ingested> {
    const parts = [{ trades, nameOf: (index: number) => `trades[${index}]` }];
    const input = { caller, action: 'trades.ingest', parts, mostDetails: trades.length } as const;
    const { inserted, lastPart } = await this.inTransaction(caller, id, (transaction, session) =>
      this.transactions.insert(transaction, session, input),
    );
    return { inserted, trades: lastPart };
  }

  /**
   * Stores trades part by part in one transaction, either all trades or none. The trades may have waited long, so the
   * transaction checks that the caller's credentials are still valid.
   * @param parts called again for each attempt
   * @returns the number of new trades
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES, UNAUTHORIZED, FORBIDDEN
   */
  async insertParts(caller: Caller, id: string, parts: () => AsyncIterable<TradesPart>): Promise<number> {
    const { inserted } = await this.inTransaction(caller, id, async (transaction, session) => {
      await requireValidCaller(transaction, caller);
      const input = { caller, action: 'trades.import', parts: parts(), mostDetails: MAX_DETAILS } as const;
      return this.transactions.insert(transaction, session, input);
    });
    return inserted;
  }

  /**
   * Stores the trades of a session that the transaction has created. The caller repeats the transaction after a
   * `ShardMoved`.
   * @returns the number of trades
   * @throws Problem QUOTA_TRADES; ShardMoved
   */
  async insertInto(
    transaction: EntityManager,
    caller: Caller,
    session: LockedSession,
    parts: AsyncIterable<TradesPart>,
  ): Promise<number> {
    const input = { caller, action: 'trades.import', parts, mostDetails: MAX_DETAILS } as const;
    return (await this.transactions.insert(transaction, session, input)).inserted;
  }

  /**
   * Runs the insert in a transaction that locks the session. Repeats the transaction if a shard has moved in the
   * meantime.
   */
  private async inTransaction(
    { workspaceId }: Caller,
    id: string,
    insert: (transaction: EntityManager, session: LockedSession) => Promise<InsertedTrades>,
  ): Promise<InsertedTrades> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.sessions.withLock(workspaceId, id, insert);
        this.metrics.ingestedTrades.inc(result.inserted);
        return result;
      } catch (error) {
        if (!(error instanceof ShardMoved) || attempt === INSERT_ATTEMPTS) throw error;
      }
    }
  }
}
