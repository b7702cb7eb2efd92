import type { BulkWrites } from '../../src/trades/bulk-writes.js';
import { until } from './until.js';

/** The slots of bulk writes, all taken by a test so that other writes wait. */
export interface TakenTurns {
  /** Waits until a number of other writes wait in each instance. */
  until(waiting: number): Promise<void>;
  /** Lets the other writes continue. */
  end(): void;
}

/** Takes all slots of each instance, in the name of two workspaces that no test uses. */
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
