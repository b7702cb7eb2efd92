import { Injectable } from '@nestjs/common';
import { FairQueue } from '../common/fair-queue.js';
import { Metrics } from '../metrics/metrics.js';

/** A request that waits longer gets a 503; documented in docs/operations.md. */
const LONGEST_WAIT_MS = 10_000;
const LIMITS = { running: 1, waiting: 50, waitingPerGroup: 10 };

/** Lets one report at a time be made, since each takes much memory; workspaces take turns. */
@Injectable()
export class ReportQueue {
  private readonly queue = new FairQueue(LIMITS);

  constructor(metrics: Metrics) {
    metrics.gauge('backtest_reports_waiting', 'Reports that wait to be made', () => this.queue.size);
  }

  /** @throws Problem BUSY; the reason of the signal */
  run<Result>(workspaceId: string, signal: AbortSignal, make: () => Promise<Result>): Promise<Result> {
    const waitUntil = performance.now() + LONGEST_WAIT_MS;
    return this.queue.run({ group: workspaceId, signal, waitUntil }, make);
  }
}
