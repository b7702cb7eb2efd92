/**
 * Returns whether a COPY failed because Citus has moved or split its target shard. Unlike an INSERT, a COPY does not
 * look for the new shard. The SQLSTATE does not identify this error, because any internal error of Citus has the same
 * SQLSTATE.
 */
export const isShardGone = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('could not find valid entry for shard');
