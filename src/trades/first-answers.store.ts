import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, In, Repository } from 'typeorm';
import { textsLiteral } from '../platform/database/array-literal.js';
import { binaryArray } from '../platform/database/binary-array.js';
import { selectList } from '../platform/database/select-list.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { type AnswerChange, FirstAnswer } from './first-answer.entity.js';
import type { Trade } from './trade.entity.js';
import type { SecondLook } from './trade-values.js';

/** Number of rows per page of a copy. */
const PAGE = 500;

/** Which trades of a session are removed. */
export type RemovedTrades = { readonly clientId: string } | { readonly exitAfter: number };

/** A trade of which the first version is kept. */
export interface KeptVersion {
  /** True if no first version of the trade was kept before. */
  readonly isNew: boolean;
  readonly secondLook: SecondLook | null;
  /** Times of the first version, epoch ms. */
  readonly entryTime: number;
  readonly exitTime: number;
}

const SELECT_FIRST_ENTRY = `
  SELECT min(entry_time) AS first FROM first_answers WHERE workspace_id = $1 AND session_id = $2`;

/** Columns of the row that are not columns of the trade. */
const OWN_VALUES: Readonly<Record<string, string>> = { trade_id: 'id', kind: '$3', changed_at: '$4::bigint' };

/** Keeps the first versions of trades. All writes happen in the transaction that locks the session. */
@Injectable()
export class FirstAnswersStore {
  constructor(@InjectRepository(FirstAnswer) private readonly answers: Repository<FirstAnswer>) {}

  /**
   * Keeps the first versions of trades before the trades are removed. If a first version is kept already, only its kind
   * and its time change.
   */
  async keepRemoved(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    kind: Extract<AnswerChange, 'deleted' | 'rewound'>,
    removed: RemovedTrades,
  ): Promise<KeptVersion[]> {
    const columns = this.answers.metadata.columns.map(({ databaseName }) => databaseName);
    const [condition, value] =
      'clientId' in removed
        ? ['client_id = $5', removed.clientId]
        : ['exit_time > $5::bigint', removed.exitAfter];
    // A row that the statement has inserted, and not updated, has no xmax.
    const keep = `
      INSERT INTO first_answers (${columns.join(', ')})
      SELECT ${columns.map((column) => OWN_VALUES[column] ?? column).join(', ')} FROM trades
      WHERE workspace_id = $1 AND session_id = $2 AND ${condition}
      ON CONFLICT (workspace_id, session_id, trade_id)
        DO UPDATE SET kind = excluded.kind, changed_at = excluded.changed_at
      RETURNING xmax = 0 AS "isNew", second_look AS "secondLook", entry_time AS "entryTime", exit_time AS "exitTime"`;
    return transaction.query<KeptVersion[]>(keep, [workspaceId, id, kind, Date.now(), value]);
  }

  /** Keeps a trade as it is before its first edit. Returns false if a first version is kept already. */
  async keepEdited(transaction: EntityManager, trade: Trade, kind: AnswerChange): Promise<boolean> {
    const names = this.answers.metadata.columns.map(({ propertyName }) => propertyName as keyof Trade);
    const version = Object.fromEntries(names.map((name) => [name, trade[name]]));
    const inserted = await transaction
      .createQueryBuilder()
      .insert()
      .into(FirstAnswer)
      .values({ ...version, tradeId: trade.id, kind, changedAt: Date.now() })
      .orIgnore()
      .returning('trade_id')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  find(
    transaction: EntityManager,
    { workspaceId, sessionId, id }: Pick<Trade, 'workspaceId' | 'sessionId' | 'id'>,
  ): Promise<FirstAnswer | null> {
    return transaction.findOneBy(FirstAnswer, { workspaceId, sessionId, tradeId: id });
  }

  /** Changes the row of a trade, and the trade to which the row belongs. */
  async update(
    transaction: EntityManager,
    { workspaceId, sessionId, tradeId }: FirstAnswer,
    changes: Partial<FirstAnswer>,
  ): Promise<void> {
    await transaction.update(FirstAnswer, { workspaceId, sessionId, tradeId }, changes);
  }

  async remove(
    transaction: EntityManager,
    { workspaceId, id: sessionId }: SessionKey,
    tradeIds: readonly string[],
  ): Promise<void> {
    await transaction.delete(FirstAnswer, { workspaceId, sessionId, tradeId: In([...tradeIds]) });
  }

  /**
   * Returns the first versions of removed trades with the market, side, quantity, prices and times of one of the given
   * trades, from the trade that was removed last to the trade that was removed first.
   */
  removedLike(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    trades: readonly Trade[],
  ): Promise<FirstAnswer[]> {
    const select = `
      SELECT removed.* FROM (
        SELECT DISTINCT * FROM unnest($3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::text[],
          $9::text[], $10::text[]) AS t (entry_time, exit_time, entry_price, exit_price, qty, side, symbol, feed)) sent,
      LATERAL (
        SELECT ${selectList(this.answers.metadata)} FROM first_answers f
        WHERE workspace_id = $1 AND session_id = $2 AND f.entry_time = sent.entry_time AND f.exit_time = sent.exit_time
          AND f.entry_price = sent.entry_price AND f.exit_price = sent.exit_price AND f.qty = sent.qty
          AND f.side = sent.side AND f.symbol = sent.symbol AND f.feed = sent.feed AND kind IN ('deleted', 'rewound')
        ORDER BY changed_at DESC, trade_id DESC LIMIT ${trades.length}) removed
      ORDER BY "changedAt" DESC, "tradeId" DESC`;
    const times = (name: 'entryTime' | 'exitTime') =>
      binaryArray(
        trades.map((trade) => trade[name]),
        'bigint',
      );
    const numbers = (name: 'entryPrice' | 'exitPrice' | 'qty') =>
      binaryArray(
        trades.map((trade) => trade[name]),
        'double precision',
      );
    const texts = (name: 'feed' | 'side' | 'symbol') => textsLiteral(trades.map((trade) => trade[name]));
    return transaction.query<FirstAnswer[]>(select, [
      workspaceId,
      id,
      times('entryTime'),
      times('exitTime'),
      numbers('entryPrice'),
      numbers('exitPrice'),
      numbers('qty'),
      texts('side'),
      texts('symbol'),
      texts('feed'),
    ]);
  }

  /** Removes all rows of a session. Returns the first entry among them; null if there are none. */
  async removeAll(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<number | null> {
    const [row] = await transaction.query<{ first: number | null }[]>(SELECT_FIRST_ENTRY, [workspaceId, id]);
    if (!row || row.first === null) return null;
    await transaction.delete(FirstAnswer, { workspaceId, sessionId: id });
    return row.first;
  }

  /** Returns the number of rows of a session. */
  count(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<number> {
    return transaction.countBy(FirstAnswer, { workspaceId, sessionId: id });
  }

  /** Yields all rows of a session, in pages sorted by primary key. */
  async *pages(transaction: EntityManager, { workspaceId, id }: SessionKey): AsyncGenerator<FirstAnswer[]> {
    const select = `
      SELECT ${selectList(this.answers.metadata)} FROM first_answers
      WHERE workspace_id = $1 AND session_id = $2 AND ($3::uuid IS NULL OR trade_id > $3)
      ORDER BY trade_id LIMIT ${PAGE}`;
    for (let last: string | null = null; ;) {
      const page: FirstAnswer[] = await transaction.query(select, [workspaceId, id, last]);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      last = page.at(-1)!.tradeId;
    }
  }

  async insert(transaction: EntityManager, answers: readonly FirstAnswer[]): Promise<void> {
    await transaction.insert(FirstAnswer, [...answers]);
  }
}
