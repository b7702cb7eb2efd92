import { DataSource } from 'typeorm';
import { CopiedColumns, ColumnKind } from './copy-decoder.js';
import { CopyQuery } from './copy-query.js';
import { CopyReader } from './copy-reader.js';
import { poolOf } from './read-rows.js';

/**
 * Reads the rows of a SELECT by COPY in binary form: the fastest way out of PostgreSQL for many rows.
 * @param select the query; COPY takes no parameters, so values stand in it as literals made by `uuidLiteral` and the like
 * @param take gets the bytes as they arrive, for a `CopyReader`
 */
export async function copyBytes(
  dataSource: DataSource,
  select: string,
  take: (bytes: Buffer) => void,
): Promise<void> {
  const client = await poolOf(dataSource).connect();
  let isBroken = true;
  try {
    await client.query(new CopyQuery(`COPY (${select}) TO STDOUT (FORMAT binary)`, take)).done;
    isBroken = false;
  } finally {
    // In the middle of a COPY a connection is of no use to anybody else.
    client.release(isBroken);
  }
}

/** The same as columns, with no object per row. */
export async function copyOut(
  dataSource: DataSource,
  select: string,
  kinds: readonly ColumnKind[],
): Promise<CopiedColumns> {
  const reader = new CopyReader(kinds);
  await copyBytes(dataSource, select, (bytes) => reader.push(bytes));
  return reader.end();
}

/** A literal of an id, which consists of hexadecimal digits and dashes and of nothing else. */
export function uuidLiteral(id: string): string {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new TypeError('not a UUID');
  return `'${id}'::uuid`;
}
