/** The answer of an analysis that may take longer: `null` while it is computed, or a refusal of too many trades. */
export type Found<Answer> = Answer | 'computing' | 'too-many-trades';

export const isFound = <Answer extends object>(found: Found<Answer>): found is Answer =>
  typeof found === 'object';
