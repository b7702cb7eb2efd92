import type { BulkWrites } from '../../src/trades/bulk-writes.js';
import { until } from './until.js';

/** The slots of bulk writes. A test has taken all of them, so that other writes wait. */
export interface TakenTurns {
  /** Waits until `waiting` other writes wait in each instance of the service. */
  until(waiting: number): Promise<void>;
  /** Lets the other writes continue. */
  end(): void;
}

/** Takes all slots of each instance of the service, in the name of two workspaces that no test uses. */
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
