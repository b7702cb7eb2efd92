/**
 * A look-up missed a stored trade, or an insert did not store a new one, although the session is locked. The reason is
 * that Citus moved the session's shard between the statements of the transaction, or during one.
 */
export class ShardMoved extends Error {
  /** serialization_failure: the client may send the request again. */
  readonly code = '40001';
}
