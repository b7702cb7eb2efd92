/** Time for which work on the schema reports progress to the operator and can be ended. */
export interface SchemaWork {
  /** Receives a sentence, such as what the work waits for. */
  readonly notify?: (sentence: string) => void;
  readonly signal?: AbortSignal;
}
