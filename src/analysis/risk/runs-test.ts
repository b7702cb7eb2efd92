import { LOSS, WIN } from '../../figures/calculator/outcomes.js';

/**
 * Runs test: whether the order of wins and losses is random. z = (R − μ)/σ, where R counts the runs of equal outcomes,
 * and for w wins and l losses μ = 2wl/(w + l) + 1 and σ² = 2wl(2wl − w − l) / ((w + l)²(w + l − 1)) (Wald and
 * Wolfowitz, "On a test whether two samples are from the same population", 1940). Break-evens are ignored. Below 0
 * there are streaks; above 0 outcomes alternate. Null without a win, without a loss, or if σ is 0, as for one of each.
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
