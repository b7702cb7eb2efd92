import { mean, whole } from '../../decimal/exact-sum.js';

/**
 * Streaks of one outcome: runs of trades that follow each other in trade order and all have it. Any other outcome ends
 * the run, so a break-even ends both kinds. `longest` is in trades, 0 when no trade has the outcome; `average` = trades
 * with the outcome / `runs`, from 1, null without a run.
 */
export interface Streaks {
  readonly longest: number;
  readonly runs: number;
  readonly average: number | null;
}

export function streaksOf(outcomes: Uint8Array, wanted: number): Streaks {
  let run = 0;
  let longest = 0;
  let trades = 0;
  let runs = 0;
  // Stryker disable next-line EqualityOperator: beyond the end there is no outcome
  for (let i = 0; i < outcomes.length; i++) {
    const hit = Number(outcomes[i] === wanted);
    runs += hit & Number(run === 0);
    run = (run + 1) * hit;
    longest = Math.max(longest, run);
    trades += hit;
  }
  return { longest, runs, average: mean(whole(trades), runs) };
}
