import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';

/** False for the embedded database, whose backend would read beyond the end of its input. */
export async function hasCopyIn(transaction: EntityManager): Promise<boolean> {
  const [{ version }] = await transaction.query<[{ version: string }]>('SELECT version()');
  return !version.includes('PGlite');
}

/**
 * Writes rows by COPY, the fastest way into PostgreSQL, within a transaction. None of them may be stored already.
 * @param columns names of the columns, in the order of the values
 * @param rows of a `RowEncoder`
 * @returns how many are stored
 */
export async function copyIn(
  transaction: EntityManager,
  table: string,
  columns: readonly string[],
  rows: Buffer,
): Promise<number> {
  const client = (await transaction.queryRunner!.connect()) as PoolClient;
  const statement = `COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`;
  const stream = client.query(copyFrom(statement));
  stream.end(rows);
  await finished(stream);
  return stream.rowCount;
}
