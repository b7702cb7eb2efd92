/**
 * Returns whether a COPY failed because Citus has moved or split its target shard. Unlike an INSERT, COPY does not
 * look for the new shard. The SQLSTATE is that of any internal error.
 */
export const isShardGone = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('could not find valid entry for shard');
