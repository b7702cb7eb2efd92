/** What an error says, in one sentence: Node gives none to the error that bundles several failed attempts. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(sentenceOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
