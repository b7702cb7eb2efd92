import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, Repository } from 'typeorm';
import { selectList } from '../../database/select-list.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { Trade } from '../trade.entity.js';

/** So many trades are made, and stored by one statement, before other requests have their turn: as many as a batch has. */
const PAGE = 500;

/** A market that has trades. */
export type TradedMarket = Pick<Trade, 'symbol' | 'feed'>;

const SELECT_MARKETS = `
  SELECT symbol, feed FROM trades WHERE workspace_id = $1 AND session_id = $2
  GROUP BY symbol, feed ORDER BY symbol, feed`;

/** The order is that of the primary key, so that no more rows are read than are left out. */
const SELECT_AFTER = `
  SELECT 1 FROM trades WHERE workspace_id = $1 AND session_id = $2 ORDER BY client_id OFFSET $3 LIMIT 1`;

/** The reads of trades that a copy is made of, in the transaction that makes it. */
@Injectable()
export class CopiesStore {
  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  markets(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<TradedMarket[]> {
    return transaction.query(SELECT_MARKETS, [workspaceId, id]);
  }

  /** Whether a session has more than so many trades. One that does not exist has none. */
  async hasMoreThan({ workspaceId, id }: SessionKey, count: number): Promise<boolean> {
    const next = await this.trades.manager.query<unknown[]>(SELECT_AFTER, [workspaceId, id, count]);
    return next.length > 0;
  }

  /** All trades of a session, in pages by their primary key. */
  async *pages(transaction: EntityManager, { workspaceId, id }: SessionKey): AsyncGenerator<Trade[]> {
    const select = `
      SELECT ${selectList(this.trades.metadata)} FROM trades
      WHERE workspace_id = $1 AND session_id = $2 AND client_id > $3 ORDER BY client_id LIMIT ${PAGE}`;
    for (let last = ''; ;) {
      const page = await transaction.query<Trade[]>(select, [workspaceId, id, last]);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      last = page.at(-1)!.clientId;
    }
  }
}
