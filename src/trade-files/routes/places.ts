import { busy } from '../../concurrency/fair-queue.js';
import { type QueueObserver, UNOBSERVED } from '../../concurrency/queue-observer.js';

export interface PlaceLimits {
  /** Most tasks under way. */
  readonly all: number;
  /** Most tasks under way of one group. */
  readonly perGroup: number;
}

/** So many places for tasks that hold something from start to end. Nobody waits for one. */
export class Places {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(
    private readonly limits: PlaceLimits,
    private readonly observer: Pick<QueueObserver, 'refused'> = UNOBSERVED,
  ) {}

  /**
   * Runs the task in a place of its own.
   * @throws Problem BUSY when all places are taken, or all that the group may have
   */
  async hold<Result>(group: string, task: () => Promise<Result>): Promise<Result> {
    const ofGroup = this.taken.get(group) ?? 0;
    if (this.all >= this.limits.all || ofGroup >= this.limits.perGroup) {
      this.observer.refused('full');
      throw busy();
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
