/**
 * Returns the message of an error as one sentence. The AggregateError of several failed connection attempts has no
 * message, so the messages of its errors are joined.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(sentenceOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
