/**
 * Whether a COPY failed because Citus has moved or split the shard that it was going to write to: unlike an INSERT, it does
 * not look for the new one. The SQLSTATE is that of any internal error.
 */
export const isShardGone = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('could not find valid entry for shard');
