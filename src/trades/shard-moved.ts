/**
 * A look-up missed a stored trade, or an insert did not store a new one, although the session is locked: Citus moved the
 * session's shard between the statements of the transaction, or during one.
 */
export class ShardMoved extends Error {
  /** serialization_failure: the client may send the same again. */
  readonly code = '40001';
}
