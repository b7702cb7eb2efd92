import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, Repository } from 'typeorm';
import { reserveIds } from '../../shared/fields/ids.js';
import { selectList } from '../../platform/database/select-list.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { ShardMoved } from '../shard-moved.js';
import { Trade } from '../trade.entity.js';
import { idInSql, idParts } from './id-in-sql.js';

/** Number of trades per page: the size of a batch. Other requests are served between two pages. */
const PAGE = 500;

/**
 * Number of rows that one statement copies. A statement of this size takes far less time than the limit `SILENCE_MS`.
 */
const ROWS_OF_STATEMENT = 10_000;

/** Values by column in which a copied row differs from the original. A copy has no history of edits. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  session_id: '$3::uuid',
  id: idInSql('$5::text', 'n', '$7::text'),
  created_at: '$4::bigint',
  updated_at: 'NULL',
  sent_hash: 'NULL',
};

/** A market that has trades. */
export type TradedMarket = Pick<Trade, 'symbol' | 'feed'>;

const SELECT_MARKETS = `
  SELECT symbol, feed FROM trades WHERE workspace_id = $1 AND session_id = $2
  GROUP BY symbol, feed ORDER BY symbol, feed`;

/**
 * Selects the last clientId of the rows that one statement copies. Selects no row if fewer rows are left than one
 * statement copies.
 */
const SELECT_LAST = `
  SELECT client_id AS "clientId" FROM trades WHERE workspace_id = $1 AND session_id = $2 AND client_id > $3
  ORDER BY client_id OFFSET ${ROWS_OF_STATEMENT - 1} LIMIT 1`;

/**
 * Selects a row if a session has more than $3 trades. Sorted by the primary key, so that no rows are read beyond the
 * skipped rows.
 */
const SELECT_AFTER = `
  SELECT 1 FROM trades WHERE workspace_id = $1 AND session_id = $2 ORDER BY client_id OFFSET $3 LIMIT 1`;

/** Reads and copies the trades of a session, in the transaction of a copy. */
@Injectable()
export class CopiesStore {
  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  markets(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<TradedMarket[]> {
    return transaction.query(SELECT_MARKETS, [workspaceId, id]);
  }

  /** Returns whether a session has more than `count` trades; false for a session that does not exist. */
  async hasMoreThan(
    { workspaceId, id }: SessionKey,
    count: number,
    manager = this.trades.manager,
  ): Promise<boolean> {
    const next = await manager.query<unknown[]>(SELECT_AFTER, [workspaceId, id, count]);
    return next.length > 0;
  }

  /**
   * Copies trades in the order of their clientIds. A copied trade has a new id and is otherwise unchanged. The caller
   * may stop between two statements.
   * @throws ShardMoved
   */
  async *copyRows(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    copy: { readonly id: string; readonly createdAt: number },
  ): AsyncGenerator<void> {
    const insert = insertSelect(this.trades.metadata.columns.map(({ databaseName }) => databaseName));
    for (let after = ''; ;) {
      const key = [workspaceId, id];
      const [last] = await transaction.query<{ clientId: string }[]>(SELECT_LAST, [...key, after]);
      const ids = reserveIds(ROWS_OF_STATEMENT);
      const { time, random } = idParts(ids);
      const values = [...key, copy.id, copy.createdAt, time, ids.first, random, after];
      const { affected = 0 } = await transaction.queryRunner!.query(insert, values, true);
      yield;
      if (!last) return;
      if (affected < ROWS_OF_STATEMENT) throw new ShardMoved('not all trades are copied');
      after = last.clientId;
    }
  }

  /** Yields all trades of a session, in pages sorted by primary key. */
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

/** Returns the INSERT that copies rows. The INSERT finds and numbers the rows in the order of the primary key. */
function insertSelect(columns: readonly string[]): string {
  const values = columns.map((column) => OWN_VALUES[column] ?? column);
  return `
    INSERT INTO trades (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM (
      SELECT *, $6::bigint + row_number() OVER (PARTITION BY workspace_id ORDER BY client_id) - 1 AS n FROM trades
      WHERE workspace_id = $1 AND session_id = $2 AND client_id > $8
      ORDER BY client_id LIMIT ${ROWS_OF_STATEMENT}) page`;
}
