import type { RankedEntry } from '../../faces/differences.js';

/** A session that the user has marked. */
export interface MarkedSession {
  readonly id: string;
  /** Its name, with what tells it apart from sessions with the same name. */
  readonly name: string;
  readonly tags: readonly string[];
  /** Number of its trades; 0 while its figures are pending. */
  readonly tradeCount: number;
}

export const markedSession = (
  { session: { id, name, tags }, figures }: RankedEntry,
  differences: readonly string[] = [],
): MarkedSession => ({
  id,
  name: [name, ...differences].join(' · '),
  tags,
  tradeCount: figures?.tradeCount ?? 0,
});
