/** Reason why a queue has refused a task: it was full, or the task has waited too long. */
export type QueueRefusal = 'full' | 'late';

/** Receives the events of a queue. */
export interface QueueObserver {
  /** Called with the number of tasks that wait now. */
  waiting(count: number): void;
  /** Called when a task begins, with the time it waited, s; 0 without a wait. */
  begun(waitedS: number): void;
  refused(why: QueueRefusal): void;
}

export const UNOBSERVED: QueueObserver = {
  waiting: () => undefined,
  begun: () => undefined,
  refused: () => undefined,
};
