import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, EntityMetadata, Repository } from 'typeorm';
import { textsLiteral } from '../database/array-literal.js';
import { type NumberKind, binaryArray } from '../database/binary-array.js';
import { hasCopyIn } from '../database/copy/copy-in.js';
import { selectList } from '../database/select-list.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { CopyInsert, StatementInsert } from './bulk-insert.js';
import { Trade } from './trade.entity.js';

interface Statements {
  readonly insert: string;
  /** The last parameter holds the tags of each trade, as an array literal. */
  readonly insertTagged: string;
  /** The columns of the insert beside the workspace and the session. */
  readonly columns: readonly Column[];
  readonly select: string;
}

interface Column {
  readonly name: string;
  readonly field: keyof Trade;
  readonly type: string;
}

const TAGS: Column = { name: 'tags', field: 'tags', type: 'text' };

/** The statements on whole batches of trades, which a repository would send with a parameter per value. */
@Injectable()
export class TradesStore {
  private statements: Statements | undefined;
  /** Whether the database has COPY IN; asked once. */
  private hasCopyIn: boolean | undefined;

  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  /**
   * Inserts those trades of one session whose clientId is not stored yet.
   * @returns clientIds of the inserted ones
   */
  async insert(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    trades: readonly Trade[],
  ): Promise<Set<string>> {
    this.statements ??= statementsFor(this.trades.metadata);
    const { columns, insert, insertTagged } = this.statements;
    const arrays = columns.map((column) => arrayOf(column, trades));
    const isTagged = trades.some(({ tags }) => tags.length > 0);
    if (isTagged) arrays.push(textsLiteral(trades.map(({ tags }) => textsLiteral(tags))));
    const rows = await transaction.query<{ clientId: string }[]>(isTagged ? insertTagged : insert, [
      workspaceId,
      id,
      ...arrays,
    ]);
    return new Set(rows.map(({ clientId }) => clientId));
  }

  /**
   * Inserts trades of a session that has none of their clientIds. Until it has ended, the transaction can do nothing else.
   * @param work adds the trades
   * @throws ShardMoved; what the work throws
   */
  async bulkInsert(
    transaction: EntityManager,
    session: SessionKey,
    work: (add: (trades: readonly Trade[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    this.hasCopyIn ??= await hasCopyIn(transaction);
    const inserts = this.hasCopyIn
      ? new CopyInsert(transaction, this.trades.metadata)
      : new StatementInsert((trades) => this.insert(transaction, session, trades));
    try {
      await work((trades) => inserts.add(trades));
      await inserts.end();
    } catch (error) {
      await inserts.abort();
      throw error;
    }
  }

  /** The stored trades of one session with these clientIds, in no particular order. */
  find(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    clientIds: readonly string[],
  ): Promise<Trade[]> {
    this.statements ??= statementsFor(this.trades.metadata);
    return transaction.query<Trade[]>(this.statements.select, [workspaceId, id, textsLiteral(clientIds)]);
  }

  /** Deletes the trades of one session and returns how many there were. */
  async removeAll(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<number> {
    const { affected } = await transaction.delete(Trade, { workspaceId, sessionId: id });
    return affected ?? 0;
  }

  /** The same as `find`, outside of a transaction. */
  findNow(session: SessionKey, clientIds: readonly string[]): Promise<Trade[]> {
    return this.find(this.trades.manager, session, clientIds);
  }
}

/** Set apart from the others, or for edited trades alone. */
const NOT_INSERTED = new Set(['workspaceId', 'sessionId', 'tags', 'updatedAt', 'sentHash']);

/**
 * One parameter per column. The row of the session carries the key by which Citus sends the insert to one shard. Arrays of
 * one parameter have equal lengths, so that tags come as texts.
 */
function statementsFor(metadata: EntityMetadata): Statements {
  const columns = metadata.columns
    .filter(({ propertyName }) => !NOT_INSERTED.has(propertyName))
    .map(({ databaseName, propertyName, type }) => ({
      name: databaseName,
      field: propertyName as keyof Trade,
      type: String(type),
    }));
  const insertOf = (list: readonly Column[]) => {
    const names = list.map(({ name }) => name).join(', ');
    return `
      INSERT INTO trades (workspace_id, session_id, ${names})
      SELECT s.workspace_id, s.id, ${list.map(({ name }) => `t.${name}${name === TAGS.name ? '::text[]' : ''}`).join(', ')}
      FROM sessions s, unnest(${list.map(({ type }, i) => `$${i + 3}::${type}[]`).join(', ')}) AS t(${names})
      WHERE s.workspace_id = $1 AND s.id = $2
      ON CONFLICT DO NOTHING
      RETURNING client_id AS "clientId"`;
  };
  return {
    columns,
    insert: insertOf(columns),
    insertTagged: insertOf([...columns, TAGS]),
    select: `
      SELECT ${selectList(metadata)} FROM trades
      WHERE workspace_id = $1 AND session_id = $2 AND client_id = ANY($3)`,
  };
}

function arrayOf({ field, type }: Column, trades: readonly Trade[]): Buffer | string {
  const values = trades.map((trade) => trade[field]);
  if (type === 'text' || type === 'uuid') return textsLiteral(values as string[]);
  return binaryArray(values as (number | null)[], type as NumberKind);
}
