import type { BulkWrites } from '../../src/trades/bulk-writes.js';
import { until } from './until.js';

/** Slots of bulk writes that a test has taken, so that all others wait. */
export interface TakenTurns {
  /** Waits until this number of other writes wait, in each instance. */
  until(waiting: number): Promise<void>;
  /** Lets the other writes continue. */
  end(): void;
}

/** Takes all slots of each instance, for two workspaces that no test uses. */
export function takeTurns(writes: readonly BulkWrites[]): TakenTurns {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  for (const each of writes)
    for (const workspace of ['one', 'two'])
      void each.enqueue(workspace, new AbortController().signal, () => ended);
  const isReached = (waiting: number) => writes.every(({ queue }) => queue.size === waiting);
  return {
    until: (waiting) => until(() => isReached(waiting)),
    end,
  };
}
