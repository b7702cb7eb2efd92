/** Progress and cancellation of work on the schema. */
export interface SchemaWork {
  /** Receives a sentence for the operator, such as the lock for which the work waits. */
  readonly notify?: (sentence: string) => void;
  readonly signal?: AbortSignal;
}
