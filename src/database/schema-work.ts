/** How long work on the schema reports to the operator, and is ended. */
export interface SchemaWork {
  /** Takes a sentence, such as what the work waits for. */
  readonly notify?: (sentence: string) => void;
  readonly signal?: AbortSignal;
}
