import { Injectable } from '@nestjs/common';
import { FairQueue, type QueueOptions } from '../../../shared/concurrency/fair-queue.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { JobTooLong } from '../../../platform/worker/worker-thread.js';
import { Problem, validationProblem } from '../../../shared/problems/problem.js';
import { panelSteps } from '../overfitting/panel-tests.js';
import { tooManyTrades } from '../../../shared/problems/too-many-trades.js';
import { AnalysisWorker, type Lane } from './analysis-worker.js';
import type { AnalysisJob, CandleJob, AnalysisResult, TradeJob } from './analysis-job.js';

/* Limits of the queue, documented in docs/operations.md. */

/** Maximum time that a request waits, ms. After this time the response is a 503. */
const MAX_WAIT_MS = 10_000;
/**
 * Maximum time that a request waits if no analysis of its workspace is in progress, ms. Such a workspace has the next
 * turn.
 */
const MAX_TURN_MS = 45_000;
/**
 * Maximum time that an analysis waits if it is a part of a report, ms. The parts of a report are computed one after
 * another.
 */
const PATIENT_WAIT_MS = 110_000;
const QUEUE_LIMITS = { running: 1, waiting: 200, waitingPerGroup: 50 };

/** Maximum size of a job for the thread of small jobs. A job of this size takes only moments. */
const SMALL = { trades: 5_000, minutes: 200_000, steps: 20_000_000 };

/** `Retry-After` in seconds of a panel that took too long, because the machine may be busy. */
const RETRY_AFTER_S = 30;

export interface AnalysisClient {
  readonly signal: AbortSignal;
  /** True if the result is for a report. It may then wait longer. */
  readonly isPatient?: boolean | undefined;
}

/** Passes analyses to the threads. Each thread computes one analysis at a time. Workspaces take turns. */
@Injectable()
export class AnalysisQueue {
  private readonly queues: Readonly<Record<Lane, FairQueue>>;

  constructor(
    private readonly worker: AnalysisWorker,
    metrics: Metrics,
  ) {
    this.queues = {
      small: new FairQueue(QUEUE_LIMITS, metrics.queue('small analyses')),
      large: new FairQueue(QUEUE_LIMITS, metrics.queue('large analyses')),
    };
    metrics.gauge(
      'backtest_analyses_waiting',
      'Analyses that wait to be computed, by size of their task',
      () => Object.entries(this.queues).map(([size, queue]) => ({ labels: { size }, value: queue.size })),
    );
  }

  /**
   * Does a job in its thread.
   * @throws Problem VALIDATION_FAILED, BUSY, TOO_MANY_TRADES; the reason of the signal
   */
  async run<Job extends AnalysisJob>(job: Job, client: AnalysisClient): Promise<AnalysisResult<Job>> {
    const lane = laneOf(job);
    const options = optionsFor(workspaceOf(job), client);
    try {
      const result = await this.queues[lane].run(options, () => this.worker.run(lane, job, client.signal));
      if ('refusal' in result) throw validationProblem([result.refusal]);
      return result;
    } catch (error) {
      if (error instanceof JobTooLong) throw tooLong(job);
      throw error;
    }
  }
}

function optionsFor(group: string, { signal, isPatient = false }: AnalysisClient): QueueOptions {
  const now = performance.now();
  const waitUntil = now + (isPatient ? PATIENT_WAIT_MS : MAX_WAIT_MS);
  return { group, signal, waitUntil, turnUntil: Math.max(waitUntil, now + MAX_TURN_MS) };
}

const workspaceOf = (job: AnalysisJob): string =>
  job.kind === 'panel' ? job.workspaceId : job.session.workspaceId;

/**
 * Returns the problem of a job that took too long. The size of a panel is limited, so only on a busy machine does a
 * panel take too long.
 */
const tooLong = ({ kind }: AnalysisJob): Problem =>
  kind === 'panel'
    ? new Problem('BUSY', `The computation took too long; try again in ${RETRY_AFTER_S} seconds.`, {
        retryAfterS: RETRY_AFTER_S,
      })
    : tooManyTrades('this answer');

function laneOf(job: AnalysisJob): Lane {
  if (job.kind === 'panel') return panelSteps(job.settings) <= SMALL.steps ? 'small' : 'large';
  // A check contains the trades themselves, which are already a sample.
  const trades = job.kind === 'check' ? job.trades.count : (job.session.tradeCount ?? Infinity);
  return trades <= SMALL.trades && minutesOf(job) <= SMALL.minutes ? 'small' : 'large';
}

function minutesOf(job: TradeJob | CandleJob): number {
  if (job.kind === 'trades' || !('minutes' in job.settings)) return 0;
  const spans = job.settings.minutes.flatMap(({ spans }) => spans);
  return spans.reduce((sum, { start, end }) => sum + (end - start) / MINUTE_MS, 0);
}
