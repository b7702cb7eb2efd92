import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, Repository } from 'typeorm';
import { isId } from '../shared/fields/ids.js';
import { textsLiteral } from '../platform/database/array-literal.js';
import { hasCopyIn } from '../platform/database/copy/copy-in.js';
import { selectList } from '../platform/database/select-list.js';
import { isUniqueViolation } from '../platform/database/unique-violation.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { CopyInsert, StatementInsert } from './bulk-insert.js';
import { isShardGone } from './is-shard-gone.js';
import { ShardMoved } from './shard-moved.js';
import { Trade } from './trade.entity.js';

/** Statements for whole batches of trades. A repository would send one parameter per value. */
@Injectable()
export class TradesStore {
  /** True if the database supports COPY IN; undefined until queried. */
  private hasCopyIn: boolean | undefined;

  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  /**
   * Inserts trades of a session. None of their clientIds may be stored. The transaction cannot run other statements
   * until `work` has ended.
   * @param work adds the trades
   * @throws ShardMoved; any error of `work`
   */
  async insert(
    transaction: EntityManager,
    work: (add: (trades: readonly Trade[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    this.hasCopyIn ??= await hasCopyIn(transaction);
    const inserts = this.hasCopyIn
      ? new CopyInsert(transaction, this.trades.metadata)
      : new StatementInsert(transaction, this.trades.metadata);
    try {
      await work((trades) => inserts.add(trades));
      await inserts.end();
    } catch (error) {
      await inserts.abort();
      if (isUniqueViolation(error)) throw new ShardMoved('a new trade is stored already');
      throw isShardGone(error) ? new ShardMoved('the shard of new trades is gone') : error;
    }
  }

  /**
   * Returns the stored trades of one session with these clientIds, in no particular order. Each trade is looked up by
   * the whole primary key, the only index in the order of `client_id`. Without this order, the planner may use another
   * index, or only the first columns of the primary key. It would then read all trades of the session if it has no
   * statistics or expects few trades per session. An equality on `client_id` would make the order pointless, so two
   * bounds replace the equality.
   */
  find(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    clientIds: readonly string[],
  ): Promise<Trade[]> {
    const select = `
      SELECT t.* FROM unnest($3::text[]) AS sent (client_id), LATERAL (
        SELECT ${selectList(this.trades.metadata)} FROM trades
        WHERE workspace_id = $1 AND session_id = $2
          AND trades.client_id >= sent.client_id AND trades.client_id <= sent.client_id
        ORDER BY trades.client_id LIMIT 1) t`;
    return transaction.query<Trade[]>(select, [workspaceId, id, textsLiteral(clientIds)]);
  }

  /**
   * Returns the trade of a session with this id. Without statistics, the planner expects that half a percent of all
   * trades have the id, and would also read the primary key. The range reduces this estimate. The session is compared
   * outside the statement for the same reason.
   */
  async findById(
    { workspaceId, id: sessionId }: SessionKey,
    id: string,
    manager = this.trades.manager,
  ): Promise<Trade | null> {
    if (!isId(id)) return null;
    const select = `
      SELECT ${selectList(this.trades.metadata)} FROM trades
      WHERE workspace_id = $1 AND id = $2 AND id BETWEEN $2 AND $2`;
    const [trade] = await manager.query<Trade[]>(select, [workspaceId, id]);
    return trade?.sessionId === sessionId.toLowerCase() ? trade : null;
  }

  /** Removes a trade. A plain statement is faster than the repository (benchmark "removal of a trade"). */
  async removeOne(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    clientId: string,
  ): Promise<void> {
    const remove = 'DELETE FROM trades WHERE workspace_id = $1 AND session_id = $2 AND client_id = $3';
    await transaction.query(remove, [workspaceId, id, clientId]);
  }

  /** Deletes the trades of one session and returns the number of deleted trades. */
  async removeAll(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<number> {
    const { affected } = await transaction.delete(Trade, { workspaceId, sessionId: id });
    return affected ?? 0;
  }

  /** Like `find`, but outside a transaction. */
  findNow(session: SessionKey, clientIds: readonly string[]): Promise<Trade[]> {
    return this.find(this.trades.manager, session, clientIds);
  }
}
