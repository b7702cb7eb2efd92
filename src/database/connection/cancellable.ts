import { DataSource, QueryRunner } from 'typeorm';
import { type PgConnection, cancelStatement } from './silence-limit.js';

/**
 * Interval at which a cancel request is repeated, ms. A cancel request that arrives between two statements has no
 * effect.
 */
const CANCEL_EVERY_MS = 200;

/**
 * Runs long statements on one connection. If the signal is aborted, the server cancels the running statement.
 * @throws the reason of the signal
 */
export async function runCancellable<Result>(
  dataSource: DataSource,
  signal: AbortSignal,
  run: (runner: QueryRunner, processId: number | null) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as PgConnection;
  let repeating: NodeJS.Timeout | undefined;
  const cancel = () => {
    cancelStatement(client);
    repeating = setInterval(() => cancelStatement(client), CANCEL_EVERY_MS);
  };
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    return await run(runner, client.processID);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    clearInterval(repeating);
    await runner.release();
  }
}
