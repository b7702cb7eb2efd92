/**
 * Returns a linear congruential generator (Numerical Recipes) of numbers in [0, 1). A seed gives the same numbers on
 * every run.
 */
export function repeatableRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
