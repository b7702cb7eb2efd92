import { LOSS, WIN } from '../../../shared/figures/calculator/outcomes.js';

/**
 * Returns z of the runs test, which tests whether the order of wins and losses is random (Wald and Wolfowitz, "On a
 * test whether two samples are from the same population", 1940).
 *
 * z = (R − μ)/σ, where R is the number of streaks of equal outcomes. For w wins and l losses, μ = 2wl/(w + l) + 1 and
 * σ² = 2wl(2wl − w − l) / ((w + l)²(w + l − 1)). Break-evens are ignored. z is below 0 if equal outcomes follow each
 * other more often than by chance, and above 0 if outcomes alternate. Null if there is no win or no loss, or if σ is 0,
 * as for one win and one loss.
 */
export function runsZ(outcomes: Uint8Array): number | null {
  let wins = 0;
  let losses = 0;
  let runs = 0;
  let last = -1;
  for (let i = 0; i < outcomes.length; i++) {
    const outcome = outcomes[i]!;
    if (outcome !== WIN && outcome !== LOSS) continue;
    wins += Number(outcome === WIN);
    losses += Number(outcome === LOSS);
    runs += Number(outcome !== last);
    last = outcome;
  }
  const all = wins + losses;
  const pairs = 2 * wins * losses;
  if (pairs === 0 || pairs === all) return null;
  const deviation = Math.sqrt((pairs * (pairs - all)) / (all - 1)) / all;
  return (runs - (pairs / all + 1)) / deviation;
}
