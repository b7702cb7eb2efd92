/**
 * Thrown if a look-up missed a stored trade, or if an insert did not store a new trade, although the session is locked.
 * The cause is that Citus moved the session's shard during or between the statements of the transaction.
 */
export class ShardMoved extends Error {
  /** SQLSTATE serialization_failure: the client may send the request again. */
  readonly code = '40001';
}
