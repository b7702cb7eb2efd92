import { Injectable } from '@nestjs/common';
import { FairQueue } from '../common/fair-queue.js';

/** More than one at a time would take connections and the database's time from all other requests. */
const LIMITS = { running: 1, waiting: 4, waitingPerGroup: 4 };
const LONGEST_WAIT_MS = 30_000;

/** Queues writes of very many trades: files and copies of large sessions. Documented in docs/operations.md. */
@Injectable()
export class BulkWrites {
  private readonly queue = new FairQueue(LIMITS);

  /**
   * Runs the write in its turn.
   * @param signal aborts when the client disconnects: a waiting write is then dropped, one that has begun continues
   * @throws Problem BUSY; the reason of the signal
   */
  inTurn<Result>(workspaceId: string, signal: AbortSignal, write: () => Promise<Result>): Promise<Result> {
    const waitUntil = performance.now() + LONGEST_WAIT_MS;
    return this.queue.run({ group: workspaceId, signal, waitUntil }, write);
  }
}
