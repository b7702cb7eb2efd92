import { MAX_TRIALS } from '../../trials/studies.service.js';
import type { TrialEnd } from '../../trials/study-row.js';

export const ENDS = ['deleted', 'emptied', 'moved'] as const satisfies readonly TrialEnd[];

/** Reasons why a study cannot be analysed. */
export const STUDY_REASONS = ['no-trades', 'too-many-trials'] as const;
export type StudyReason = (typeof STUDY_REASONS)[number];

export interface StudyCondition {
  readonly state: 'ready' | 'pending' | 'unavailable';
  readonly reason: StudyReason | null;
}

/** Returns whether a study can be analysed, is pending or is unavailable, with the reason if it is unavailable. */
export function studyStateOf({
  rows,
  pending,
}: {
  readonly rows: number;
  readonly pending: number;
}): StudyCondition {
  if (rows === 0) return { state: 'unavailable', reason: 'no-trades' };
  if (rows > MAX_TRIALS) return { state: 'unavailable', reason: 'too-many-trials' };
  return { state: pending > 0 ? 'pending' : 'ready', reason: null };
}
