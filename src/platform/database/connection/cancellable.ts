import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './pool-of.js';
import { type PgConnection, cancelStatement } from './silence-limit.js';

/**
 * Interval at which a cancel request is repeated, ms. A cancel request that arrives between two statements has no
 * effect.
 */
const CANCEL_EVERY_MS = 200;

/**
 * Runs long statements on one connection. If the signal is aborted, the server cancels the running statement. The
 * connection is then closed, because a late cancel request would cancel the next statement on it.
 * @throws the reason of the signal
 */
export async function runCancellable<Result>(
  dataSource: DataSource,
  signal: AbortSignal,
  run: (client: PoolClient, processId: number | null) => Promise<Result>,
): Promise<Result> {
  const client = await poolOf(dataSource).connect();
  const connection = client as unknown as PgConnection;
  let repeating: NodeJS.Timeout | undefined;
  const cancel = () => {
    cancelStatement(connection);
    repeating = setInterval(() => cancelStatement(connection), CANCEL_EVERY_MS);
  };
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    return await run(client, connection.processID);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    clearInterval(repeating);
    client.release(repeating !== undefined);
  }
}
