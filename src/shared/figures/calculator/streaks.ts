import { mean, whole } from '../../decimal/exact-sum.js';

/**
 * Streaks of an outcome. A streak is a sequence of consecutive trades, in trade order, that all have the outcome. Any
 * other outcome ends the streak, so a break-even ends both a streak of wins and a streak of losses. `longest` is a
 * number of trades; 0 if no trade has the outcome. `runs` is the number of streaks. `average` = trades with the outcome
 * / `runs`, at least 1; null if there is no streak.
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
  for (let i = 0; i < outcomes.length; i++) {
    const hit = Number(outcomes[i] === wanted);
    runs += hit & Number(run === 0);
    run = (run + 1) * hit;
    longest = Math.max(longest, run);
    trades += hit;
  }
  return { longest, runs, average: mean(whole(trades), runs) };
}
