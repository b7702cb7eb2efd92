/**
 * Returns how many times as much CPU time `work` takes as `other`. Both are done several times in turn, and the
 * shortest times count, so a slow or busy machine affects both alike. If the time of work grows with the square of its
 * input, 8 times the input takes 64 times as long.
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
