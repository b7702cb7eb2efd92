import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';

/**
 * Returns whether the database supports COPY IN. The embedded database does not: its backend would read beyond the end
 * of its input.
 */
export async function hasCopyIn(transaction: EntityManager): Promise<boolean> {
  const [{ version }] = await transaction.query<[{ version: string }]>('SELECT version()');
  return !version.includes('PGlite');
}

/**
 * One COPY into a table within a transaction: the fastest way to store rows in PostgreSQL. The transaction cannot run
 * other statements until the COPY has ended or is aborted. The COPY fails if a row with the same key is already stored.
 */
export class CopyIn {
  private readonly ended: Promise<void>;
  private isOpen = true;

  private constructor(private readonly stream: CopyStreamQuery) {
    const close = () => (this.isOpen = false);
    stream.on('error', close);
    stream.on('finish', close);
    this.ended = finished(stream);
    // A failure is thrown by the next call of a method.
    this.ended.catch(() => undefined);
  }

  /** @param columns names of the columns, in the order of the values */
  static async begin(transaction: EntityManager, table: string, columns: readonly string[]): Promise<CopyIn> {
    const client = (await transaction.queryRunner!.connect()) as PoolClient;
    const statement = `COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`;
    return new CopyIn(client.query(copyFrom(statement)));
  }

  /**
   * Waits until the connection accepts more data, not until the rows are stored.
   * @param rows of a `RowEncoder`
   */
  async write(rows: Buffer): Promise<void> {
    if (!this.isOpen) await this.ended;
    // The event `drain` would never be emitted if the server refuses the COPY, because the buffer is then never
    // written.
    const written = new Promise<void>((resolve) => this.stream.write(rows, () => resolve()));
    await Promise.race([written, this.ended]);
  }

  /** @returns the number of stored rows */
  async end(): Promise<number> {
    if (this.isOpen) this.stream.end();
    await this.ended;
    return this.stream.rowCount;
  }

  /** Discards the rows, so that the transaction can be rolled back. */
  async abort(): Promise<void> {
    if (!this.isOpen) return;
    this.stream.destroy(new Error('the rows are given up'));
    await this.ended.catch(() => undefined);
  }
}
