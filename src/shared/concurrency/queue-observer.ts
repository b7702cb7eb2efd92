/** Reason why a queue has refused a task: the queue was full, or the task has waited too long. */
export type QueueRefusal = 'full' | 'late';

/** Receives the events of a queue. */
export interface QueueObserver {
  /** Called with the number of waiting tasks when it changes. */
  waiting(count: number): void;
  /** Called when a task begins, with the time that the task has waited, s. 0 means no wait. */
  begun(waitedS: number): void;
  refused(why: QueueRefusal): void;
}

export const UNOBSERVED: QueueObserver = {
  waiting: () => undefined,
  begun: () => undefined,
  refused: () => undefined,
};
