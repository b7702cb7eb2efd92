import { Problem } from './problem.js';

export interface QueueLimits {
  /** Maximum number of tasks that run at a time. */
  readonly running: number;
  /** Maximum number of waiting tasks. */
  readonly waiting: number;
  /** Maximum number of waiting tasks of one group. */
  readonly waitingPerGroup: number;
}

export interface QueueOptions {
  /** The group of the task: groups take turns. */
  readonly group: string;
  /** Takes the task out of the queue. A task that has started must observe the signal itself. */
  readonly signal: AbortSignal;
  /** When the task gives up waiting, on the clock of `performance.now()`. */
  readonly waitUntil: number;
  /** Starts before the other tasks of its group. The limits of waiting tasks are doubled for it. */
  readonly isUrgent?: boolean;
}

interface Waiting {
  readonly isUrgent: boolean;
  start(): void;
}

/** `Retry-After` of a refusal, s: most queues are empty again by then. */
const RETRY_AFTER_S = 5;

/** A bounded queue in which groups take turns, so that a group with many tasks delays only its own. */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  /** The waiting tasks of each group that has any; the first group has the next turn. */
  private readonly groups = new Map<string, Waiting[]>();

  constructor(private readonly limits: QueueLimits) {}

  /** How many tasks wait. */
  get size(): number {
    return this.waiting;
  }

  /**
   * Runs the task in its turn.
   * @throws Problem BUSY when there is no room for it or it has waited too long; the reason of the signal when that aborts
   */
  async run<Result>(options: QueueOptions, task: () => Promise<Result>): Promise<Result> {
    options.signal.throwIfAborted();
    if (this.running < this.limits.running) this.running += 1;
    else await this.turn(options);
    try {
      return await task();
    } finally {
      if (!this.startNext()) this.running -= 1;
    }
  }

  private async turn({ group, signal, waitUntil, isUrgent = false }: QueueOptions): Promise<void> {
    this.requireRoom(group, isUrgent);
    await new Promise<void>((resolve, reject) => {
      const entry = { isUrgent, start: () => leave(resolve) };
      const timeout = setTimeout(() => leave(() => reject(busy())), waitUntil - performance.now());
      const abort = () => leave(() => reject(signal.reason as Error));
      const leave = (settle: () => void) => {
        clearTimeout(timeout);
        signal.removeEventListener('abort', abort);
        this.remove(group, entry);
        settle();
      };
      signal.addEventListener('abort', abort);
      this.add(group, entry);
    });
  }

  private requireRoom(group: string, isUrgent: boolean): void {
    const scale = isUrgent ? 2 : 1;
    const ofGroup = this.groups.get(group)?.length ?? 0;
    if (this.waiting >= scale * this.limits.waiting || ofGroup >= scale * this.limits.waitingPerGroup)
      throw busy();
  }

  private add(group: string, entry: Waiting): void {
    const entries = this.groups.get(group) ?? [];
    const afterUrgent = entries.findIndex(({ isUrgent }) => !isUrgent);
    const place = entry.isUrgent && afterUrgent >= 0 ? afterUrgent : entries.length;
    this.groups.set(group, entries.toSpliced(place, 0, entry));
    this.waiting += 1;
  }

  private remove(group: string, entry: Waiting): void {
    const left = (this.groups.get(group) ?? []).filter((other) => other !== entry);
    if (left.length > 0) this.groups.set(group, left);
    else this.groups.delete(group);
    this.waiting -= 1;
  }

  /** Hands the place of a task that has ended to the next one; returns whether there is one. */
  private startNext(): boolean {
    for (const [group, entries] of this.groups) {
      // Moves the group to the end of the order.
      this.groups.delete(group);
      this.groups.set(group, entries);
      entries[0]!.start();
      return true;
    }
    return false;
  }
}

export const busy = () =>
  new Problem('BUSY', `Too many requests of this kind are waiting; try again in ${RETRY_AFTER_S} seconds.`, {
    retryAfterS: RETRY_AFTER_S,
  });
