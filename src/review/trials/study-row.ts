import type { TRIAL_ENDS } from '../../sessions/trial.js';

/** Net result of a local day with at least one exit, as an exact decimal. */
export interface DayNet {
  readonly day: string;
  readonly plNet: string;
}

export type TrialEnd = (typeof TRIAL_ENDS)[number];
