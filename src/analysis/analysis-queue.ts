import { Injectable } from '@nestjs/common';
import { FairQueue } from '../common/fair-queue.js';
import { Metrics } from '../metrics/metrics.js';
import { AnalysisWorker } from './worker/analysis-worker.js';
import type { WorkerTask, TaskResult } from './worker/tasks.js';

/** A request that waits longer gets a 503; documented in docs/operations.md, as are the other limits. */
const LONGEST_WAIT_MS = 10_000;
const LIMITS = { running: 1, waiting: 200, waitingPerGroup: 50 };

/** Hands analyses to the thread one at a time; workspaces take turns. */
@Injectable()
export class AnalysisQueue {
  private readonly queue = new FairQueue(LIMITS);

  constructor(
    private readonly worker: AnalysisWorker,
    metrics: Metrics,
  ) {
    metrics.gauge('backtest_analyses_waiting', 'Analyses that wait to be computed', () => this.queue.size);
  }

  /** @throws Problem BUSY; the reason of the signal */
  run<Task extends WorkerTask>(task: Task, signal: AbortSignal): Promise<TaskResult<Task>> {
    const waitUntil = performance.now() + LONGEST_WAIT_MS;
    return this.queue.run({ group: task.session.workspaceId, signal, waitUntil }, () =>
      this.worker.run(task, signal),
    );
  }
}
