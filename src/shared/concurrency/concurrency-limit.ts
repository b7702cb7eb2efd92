import { busyProblem } from './fair-queue.js';
import { type QueueObserver, UNOBSERVED } from './queue-observer.js';

export interface ConcurrencyLimits {
  /** Maximum number of tasks at a time. */
  readonly all: number;
  /** Maximum number of tasks of one group at a time. */
  readonly perGroup: number;
}

/** Limits the number of concurrent tasks, in total and per group. Rejects further tasks instead of queueing them. */
export class ConcurrencyLimit {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(
    private readonly limits: ConcurrencyLimits,
    private readonly observer: Pick<QueueObserver, 'refused'> = UNOBSERVED,
  ) {}

  /**
   * Runs the task if the limits allow it.
   * @throws Problem BUSY if a limit is reached
   */
  async hold<Result>(group: string, task: () => Promise<Result>): Promise<Result> {
    const ofGroup = this.taken.get(group) ?? 0;
    if (this.all >= this.limits.all || ofGroup >= this.limits.perGroup) {
      this.observer.refused('full');
      throw busyProblem();
    }
    this.change(group, 1);
    try {
      return await task();
    } finally {
      this.change(group, -1);
    }
  }

  private change(group: string, by: 1 | -1): void {
    const ofGroup = (this.taken.get(group) ?? 0) + by;
    if (ofGroup > 0) this.taken.set(group, ofGroup);
    else this.taken.delete(group);
    this.all += by;
  }
}
