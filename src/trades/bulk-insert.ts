import type { EntityManager, EntityMetadata } from 'typeorm';
import { CopyIn } from '../platform/database/copy/copy-in.js';
import { type ColumnType, type EncodedColumn, RowEncoder } from '../platform/database/copy/row-encoder.js';
import { insertStatement } from './insert-statement.js';
import { ShardMoved } from './shard-moved.js';
import type { Trade } from './trade.entity.js';

/** See `TradesStore.insert`. */
interface Insert {
  /** @throws ShardMoved */
  add(trades: readonly Trade[]): Promise<void>;
  /** @throws ShardMoved if not all trades are stored */
  end(): Promise<void>;
  /** Call it after any failure, before the transaction is rolled back. */
  abort(): Promise<void>;
}

/** Minimum number of rows per statement. With many rows, the server works while the next rows are built. */
const ROWS_OF_STATEMENT = 10_000;

/**
 * Minimum number of bytes per write. A smaller number of bytes is kept until more rows follow or the statement ends, so
 * that a batch takes one write.
 */
const MIN_WRITE = 256 * 1024;

/** Inserts by COPY; see the benchmark row "import of 100k trades, csv". */
export class CopyInsert implements Insert {
  private copy: CopyIn | null = null;
  private rows: RowEncoder<keyof Trade>;
  private count = 0;
  private readonly columns: readonly EncodedColumn<keyof Trade>[];

  constructor(
    private readonly transaction: EntityManager,
    private readonly metadata: EntityMetadata,
  ) {
    this.columns = metadata.columns.map(({ propertyName, type, isArray }) => ({
      name: propertyName as keyof Trade,
      type: `${String(type)}${isArray ? '[]' : ''}` as ColumnType,
    }));
    this.rows = new RowEncoder(this.columns);
  }

  async add(trades: readonly Trade[]): Promise<void> {
    this.copy ??= await this.begin();
    for (const trade of trades) this.rows.add(trade);
    this.count += trades.length;
    if (this.count >= ROWS_OF_STATEMENT) await this.end();
    else if (this.rows.size >= MIN_WRITE) await this.copy.write(this.rows.take());
  }

  async end(): Promise<void> {
    if (!this.copy) return;
    await this.copy.write(this.rows.end());
    requireAll(this.count, await this.copy.end());
    this.copy = null;
  }

  async abort(): Promise<void> {
    await this.copy?.abort();
  }

  private begin(): Promise<CopyIn> {
    this.rows = new RowEncoder(this.columns);
    this.count = 0;
    const { columns, tableName } = this.metadata;
    const names = columns.map(({ databaseName }) => databaseName);
    return CopyIn.begin(this.transaction, tableName, names);
  }
}

/** Inserts by INSERT statements, for the embedded database, which does not support COPY IN. */
export class StatementInsert implements Insert {
  constructor(
    private readonly transaction: EntityManager,
    private readonly metadata: EntityMetadata,
  ) {}

  async add(trades: readonly Trade[]): Promise<void> {
    const { text, values } = insertStatement(this.metadata, trades);
    const inserted = await this.transaction.query<unknown[]>(text, values);
    requireAll(trades.length, inserted.length);
  }

  async end(): Promise<void> {}

  async abort(): Promise<void> {}
}

/** @throws ShardMoved */
function requireAll(sent: number, stored: number): void {
  if (stored < sent) throw new ShardMoved(`${sent - stored} new trades are not stored`);
}
