import { Inject, Injectable } from '@nestjs/common';
import { FairQueue } from '../shared/concurrency/fair-queue.js';
import { DATABASE_ADDRESS } from '../platform/database/database.module.js';
import { type DatabaseAddress, WAIT_FOR_TURN_MS } from '../platform/database/connection/pool-settings.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { SessionKey } from './session.entity.js';

/** Maximum time that a writer waits for other writers of its session, ms. */
const MAX_WAIT_MS = 10_000;

/**
 * Only the waiting time is limited, not the number of waiting writers, because a waiting writer holds only its request.
 */
const QUEUE_LIMITS = { running: Infinity, runningPerGroup: 1, waiting: Infinity, waitingPerGroup: Infinity };

/**
 * Queues the writers of a session before they take a connection, because the database lets only one writer of a session
 * write at a time. Writers on other instances wait for the lock in the database.
 */
@Injectable()
export class SessionTurns {
  readonly queue: FairQueue;
  private readonly longestWaitMs: number;

  constructor(@Inject(DATABASE_ADDRESS) address: DatabaseAddress, metrics: Metrics) {
    this.queue = new FairQueue(QUEUE_LIMITS, metrics.queue('session writers'));
    this.longestWaitMs = 'url' in address ? MAX_WAIT_MS : WAIT_FOR_TURN_MS;
  }

  /**
   * Runs the write once no other write to the session is running. The write must not start another write to the
   * session.
   * @throws Problem BUSY
   */
  enqueue<Result>({ workspaceId, id }: SessionKey, write: () => Promise<Result>): Promise<Result> {
    const { signal } = new AbortController();
    const waitUntil = performance.now() + this.longestWaitMs;
    return this.queue.run({ group: `${workspaceId} ${id.toLowerCase()}`, signal, waitUntil }, write);
  }
}
