/** Why a queue has refused a task: there was no room for it, or it has waited too long. */
export type QueueRefusal = 'full' | 'late';

/** Is told what happens in a queue. */
export interface QueueObserver {
  /** How many tasks wait now. */
  waiting(count: number): void;
  /** A task begins after so long a wait, s; 0 without one. */
  begun(waitedS: number): void;
  refused(why: QueueRefusal): void;
}

export const UNOBSERVED: QueueObserver = {
  waiting: () => undefined,
  begun: () => undefined,
  refused: () => undefined,
};
