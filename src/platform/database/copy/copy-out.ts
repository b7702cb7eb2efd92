import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import { type PgConnection, cancelStatement } from '../connection/silence-limit.js';
import { type ColumnKind, type CopiedColumns, CopyDecoder } from './copy-decoder.js';

export interface CopyOptions {
  /** Approximate number of rows (see `CopyDecoder`). */
  readonly expected?: number | undefined;
  /** Cancels the statement on the server. The reason of the signal is then thrown. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the rows of a SELECT as columns, by COPY in binary form. COPY is the fastest way to read many rows from
 * PostgreSQL, because no object per row is created.
 * @param select the query. COPY takes no parameters, so values are written as literals, see `uuidLiteral`.
 */
export async function copyOut(
  pool: Pool,
  select: string,
  kinds: readonly ColumnKind[],
  options: CopyOptions = {},
): Promise<CopiedColumns> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const rows = await decodeRows(client, statementOf(select), kinds, options);
    isUsable = true;
    return rows;
  } finally {
    // After an incomplete COPY the connection cannot be reused. A late cancel request would cancel its next statement.
    client.release(!isUsable || options.signal?.aborted === true);
  }
}

/** Like `copyOut`, but within a transaction. */
export async function copyOutWithin(
  transaction: EntityManager,
  select: string,
  kinds: readonly ColumnKind[],
): Promise<CopiedColumns> {
  const client = (await transaction.queryRunner!.connect()) as PoolClient;
  return decodeRows(client, statementOf(select), kinds, {});
}

const statementOf = (select: string): string => `COPY (${select}) TO STDOUT (FORMAT binary)`;

async function decodeRows(
  client: PoolClient,
  statement: string,
  kinds: readonly ColumnKind[],
  { expected, signal }: CopyOptions,
): Promise<CopiedColumns> {
  signal?.throwIfAborted();
  const decoder = new CopyDecoder(kinds, expected);
  const stream = client.query(copyTo(statement));
  const abort = () => cancelStatement(client as unknown as PgConnection);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for await (const bytes of stream) decoder.push(bytes as Buffer);
    return decoder.end();
  } catch (error) {
    // The server reports the cancelled statement as an error. The reason of the signal replaces this error.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Returns the SQL literal of an id. The id consists only of hexadecimal digits and dashes, so it needs no escapes. */
export function uuidLiteral(id: string): string {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new TypeError('not a UUID');
  return `'${id}'::uuid`;
}
