import { DataSource } from 'typeorm';
import { to as copyTo } from 'pg-copy-streams';
import { poolOf } from './read-rows.js';
import { CopiedColumns, CopyDecoder, ColumnKind } from './copy-decoder.js';

/**
 * Reads the rows of a SELECT as columns, by COPY in binary form: the fastest way out of PostgreSQL for many rows, with
 * no object per row.
 * @param select the query; COPY takes no parameters, so values stand in it as literals made by `uuidLiteral` and the like
 * @param kinds types of its columns, in order
 */
export async function copyOut(
  dataSource: DataSource,
  select: string,
  kinds: readonly ColumnKind[],
): Promise<CopiedColumns> {
  const client = await poolOf(dataSource).connect();
  let isBroken = true;
  try {
    const decoder = new CopyDecoder(kinds);
    const stream = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`));
    for await (const chunk of stream) decoder.push(chunk as Buffer);
    isBroken = false;
    return decoder.end();
  } finally {
    // In the middle of a COPY a connection is of no use to anybody else.
    client.release(isBroken);
  }
}

/** A literal of an id, which consists of hexadecimal digits and dashes and of nothing else. */
export function uuidLiteral(id: string): string {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new TypeError('not a UUID');
  return `'${id}'::uuid`;
}
