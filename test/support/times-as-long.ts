/**
 * Returns the ratio of the CPU times of two pieces of work. Takes the best of several alternating runs, so a slow or
 * busy machine affects both pieces alike. Work whose time grows with the square of its input takes 64 times as long for
 * 8 times the input.
 */
export function timesAsLong(work: () => unknown, other: () => unknown, runs = 5): number {
  let [best, bestOther] = [Infinity, Infinity];
  for (let run = 0; run < runs; run += 1) {
    best = Math.min(best, cpuTime(work));
    bestOther = Math.min(bestOther, cpuTime(other));
  }
  return best / bestOther;
}

function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
