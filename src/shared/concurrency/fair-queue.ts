import { Problem } from '../problems/problem.js';
import { type QueueObserver, UNOBSERVED } from './queue-observer.js';

export interface QueueLimits {
  /** Maximum number of tasks that run at a time. */
  readonly running: number;
  /** Maximum number of tasks of one group that run at a time. Default: `running`. */
  readonly runningPerGroup?: number;
  /** Maximum number of waiting tasks. */
  readonly waiting: number;
  /** Maximum number of waiting tasks of one group. */
  readonly waitingPerGroup: number;
}

export interface QueueOptions {
  /** Group of the task. Groups take turns. */
  readonly group: string;
  /**
   * If the signal aborts while the task waits, the task is removed from the queue. A running task must observe the
   * signal itself.
   */
  readonly signal?: AbortSignal;
  /** Time at which a waiting task is refused, on the clock of `performance.now()`. */
  readonly waitUntil: number;
  /**
   * Time at which the first waiting task of a group is refused, if no task of the group runs. A later time than
   * `waitUntil` gives every group a turn, even if the tasks of other groups take longer than a task may wait.
   */
  readonly turnUntil?: number;
  /**
   * True if the task starts before the other tasks of its group. For an urgent task, the limits of waiting tasks are
   * doubled.
   */
  readonly isUrgent?: boolean;
}

interface Waiting {
  readonly isUrgent: boolean;
  start(): void;
}

/** `Retry-After` of a refusal, s. Most queues are empty again after this time. */
const RETRY_AFTER_S = 5;

/** A bounded queue in which groups take turns. A group with many tasks therefore delays only its own tasks. */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  /** Number of running tasks by group, for groups with running tasks. */
  private readonly runningOf = new Map<string, number>();
  /** Waiting tasks by group, for groups with waiting tasks. The first group has the next turn. */
  private readonly groups = new Map<string, Waiting[]>();

  constructor(
    private readonly limits: QueueLimits,
    public observer: QueueObserver = UNOBSERVED,
  ) {}

  /** Number of waiting tasks. */
  get size(): number {
    return this.waiting;
  }

  /**
   * Runs the task when a slot is free and it is the task's turn.
   * @throws Problem BUSY if the queue is full or the task has waited too long; the reason of the signal if it aborts
   */
  async run<Result>(options: QueueOptions, task: () => Promise<Result>): Promise<Result> {
    options.signal?.throwIfAborted();
    const slot = this.enter(options);
    if (slot) await slot;
    try {
      return await task();
    } finally {
      this.leave(options.group);
    }
  }

  /**
   * Takes a slot, which the caller must return with `leave`. If a slot is free, no promise is created. This saves time,
   * because every query of a request takes a slot. (Benchmark: "GET /sessions/{id}, 10 clients".)
   * @returns null if a slot was free, otherwise a promise that resolves with the slot or rejects like `run`
   */
  enter(options: QueueOptions): Promise<void> | null {
    if (!this.hasPlaceFor(options.group)) return this.waitForSlot(options);
    this.begin(options.group);
    this.observer.begun(0);
    return null;
  }

  /** Returns a slot of the group. The next waiting task that may run gets the slot. */
  leave(group: string): void {
    this.end(group);
    this.startNext();
  }

  private async waitForSlot(options: QueueOptions): Promise<void> {
    const from = performance.now();
    await this.turn(options);
    this.observer.begun((performance.now() - from) / 1000);
  }

  private hasPlaceFor(group: string): boolean {
    const { running, runningPerGroup = running } = this.limits;
    return this.running < running && (this.runningOf.get(group) ?? 0) < runningPerGroup;
  }

  private begin(group: string): void {
    this.running += 1;
    this.runningOf.set(group, (this.runningOf.get(group) ?? 0) + 1);
  }

  private end(group: string): void {
    const left = this.runningOf.get(group)! - 1;
    this.running -= 1;
    if (left > 0) this.runningOf.set(group, left);
    else this.runningOf.delete(group);
  }

  private async turn({
    group,
    signal,
    waitUntil,
    turnUntil = waitUntil,
    isUrgent = false,
  }: QueueOptions): Promise<void> {
    this.requireRoom(group, isUrgent);
    await new Promise<void>((resolve, reject) => {
      const leave = (settle: () => void) => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abort);
        this.remove(group, entry);
        settle();
      };
      const entry = { isUrgent, start: () => leave(resolve) };
      const giveUp = () => {
        const left = turnUntil - performance.now();
        if (left > 0 && this.isTurnOf(group, entry)) timeout = setTimeout(giveUp, left);
        else leave(refuse);
      };
      const refuse = () => {
        this.observer.refused('late');
        reject(busyProblem());
      };
      let timeout = setTimeout(giveUp, waitUntil - performance.now());
      const abort = () => leave(() => reject(signal?.reason as Error));
      signal?.addEventListener('abort', abort);
      this.add(group, entry);
    });
  }

  /** Returns whether the task is the first waiting task of its group and no task of the group runs. */
  private isTurnOf(group: string, entry: Waiting): boolean {
    return !this.runningOf.has(group) && this.groups.get(group)?.[0] === entry;
  }

  private requireRoom(group: string, isUrgent: boolean): void {
    const scale = isUrgent ? 2 : 1;
    const ofGroup = this.groups.get(group)?.length ?? 0;
    if (this.waiting < scale * this.limits.waiting && ofGroup < scale * this.limits.waitingPerGroup) return;
    this.observer.refused('full');
    throw busyProblem();
  }

  private add(group: string, entry: Waiting): void {
    const entries = this.groups.get(group) ?? [];
    const afterUrgent = entries.findIndex(({ isUrgent }) => !isUrgent);
    const place = entry.isUrgent && afterUrgent >= 0 ? afterUrgent : entries.length;
    this.groups.set(group, entries.toSpliced(place, 0, entry));
    this.observer.waiting((this.waiting += 1));
  }

  private remove(group: string, entry: Waiting): void {
    const left = (this.groups.get(group) ?? []).filter((other) => other !== entry);
    if (left.length > 0) this.groups.set(group, left);
    else this.groups.delete(group);
    this.observer.waiting((this.waiting -= 1));
  }

  /** Starts the next task that may run. */
  private startNext(): void {
    for (const [group, entries] of this.groups) {
      if (!this.hasPlaceFor(group)) continue;
      // The group moves to the end of the order.
      this.groups.delete(group);
      this.groups.set(group, entries);
      this.begin(group);
      entries[0]!.start();
      return;
    }
  }
}

export const busyProblem = () =>
  new Problem('BUSY', `Too many requests of this kind are waiting; try again in ${RETRY_AFTER_S} seconds.`, {
    retryAfterS: RETRY_AFTER_S,
  });
