/**
 * The response of an analysis that may take longer. It is `computing` until the response is known, and
 * `too-many-trades` if the analysis refuses the session because of its size.
 */
export type Found<Answer> = Answer | 'computing' | 'too-many-trades';

export const isFound = <Answer extends object>(found: Found<Answer>): found is Answer =>
  typeof found === 'object';
